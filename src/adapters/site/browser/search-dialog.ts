import { createElement, highlight } from './elements.ts';
import { interfaceText, newElements } from './feature.ts';
import { readStored, writeStored } from './storage.ts';

interface Hit {
  readonly title: string;
  readonly href: string;
  readonly breadcrumbs: readonly string[];
  readonly excerpt?: string;
}
interface Answer {
  readonly hits: readonly Hit[];
  readonly count: number;
}

const DEBOUNCE_MS = 120;
const MAX_RECENT = 6;
const EDITABLE = 'input, textarea, select, [contenteditable]';

/** Opens a dialog with results as one types in place of the search form: by click, `/`, Ctrl-K or Command-K. */
export function enhanceSearch(document: Document): void {
  for (const form of newElements<HTMLFormElement>(document, '[data-search]', 'search')) {
    const dialog = new SearchDialog(form);
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    form.querySelector('kbd')!.textContent = isMac ? '⌘K' : 'Ctrl K';
    const input = form.querySelector<HTMLInputElement>('input[type=search]')!;
    input.setAttribute('aria-keyshortcuts', isMac ? 'Meta+K /' : 'Control+K /');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.open(input.value);
    });
    input.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      dialog.open(input.value);
    });
    input.addEventListener('input', () => dialog.open(input.value));
    document.addEventListener('keydown', (event) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isEditing = event.target instanceof Element && event.target.closest(EDITABLE) !== null;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditing;
      if (!isShortcut && !isSlash) return;
      event.preventDefault();
      dialog.open('');
    });
  }
}

class SearchDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #input: HTMLInputElement;
  readonly #list = createElement('div', { class: 's-hits', id: 'quire-hits', role: 'listbox' });
  readonly #status = createElement('p', { role: 'status' });
  readonly #all: HTMLAnchorElement;
  readonly #recentKey: string;
  #scope = 'all';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  #selected = -1;
  #shownFor: string | undefined;

  constructor(private readonly form: HTMLFormElement) {
    const text = (name: string): string => interfaceText(document, name);
    this.#recentKey = `quire-searches:${new URL(form.action).pathname}`;
    this.#list.setAttribute('aria-label', text('search'));
    this.#input = createElement('input', {
      type: 'search',
      name: 'q',
      maxlength: '512',
      autocomplete: 'off',
      spellcheck: 'false',
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': this.#list.id,
      'aria-autocomplete': 'list',
      'aria-label': text('search-in'),
      placeholder: text('search-in'),
    });
    this.#all = createElement('a', { class: 's-all-results', hidden: true }, text('all-results'));
    const close = createElement('button', {
      type: 'button',
      class: 's-icon s-icon-close',
      'aria-label': text('close'),
    });
    const box = createElement(
      'form',
      { method: 'get', action: form.action },
      createElement('span', { class: 's-icon s-icon-search', 'aria-hidden': 'true' }),
      this.#input,
      close,
    );
    this.#dialog = createElement(
      'dialog',
      { class: 's-dialog', 'aria-label': text('search') },
      box,
      ...this.#scopes(text),
      this.#status,
      this.#list,
      this.#all,
    );
    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    this.#input.addEventListener('input', () => this.#later());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option !== null) this.#choose(option);
    });
    this.#list.addEventListener('pointermove', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      if (option !== null) this.#select([...this.#list.children].indexOf(option), false);
    });
    box.addEventListener('submit', (event) => {
      event.preventDefault();
      const option = this.#list.children[this.#selected];
      if (option instanceof HTMLAnchorElement && option.href !== '') option.click();
      else if (this.#input.value.trim() !== '') {
        this.#remember();
        location.assign(this.#address(this.form.action));
      }
    });
  }

  open(query: string): void {
    if (this.#dialog.open) return this.#input.focus();
    this.#input.value = query;
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
    this.#shownFor = undefined;
    void this.#search();
  }

  #scopes(text: (name: string) => string): readonly HTMLElement[] {
    const scopes = (this.form.dataset['search'] ?? '').split(' ').filter((one) => one !== '');
    if (scopes.length === 0) return [];
    const choice = (scope: string): HTMLLabelElement => {
      const radio = createElement('input', {
        type: 'radio',
        name: 'scope',
        value: scope,
        checked: scope === this.#scope,
      });
      radio.addEventListener('change', () => {
        this.#scope = scope;
        this.#shownFor = undefined;
        void this.#search();
      });
      return createElement('label', {}, radio, text(`scope-${scope}`));
    };
    return [
      createElement(
        'fieldset',
        { class: 's-scopes' },
        createElement('legend', {}, text('scope')),
        ...['all', ...scopes].map(choice),
      ),
    ];
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
  }

  #address(base: string): string {
    const url = new URL(base);
    url.searchParams.set('q', this.#input.value.trim());
    const from = this.form.querySelector<HTMLInputElement>('[name=from]')?.value;
    if (from !== undefined) url.searchParams.set('from', from);
    if (this.#scope !== 'all') url.searchParams.set('scope', this.#scope);
    return url.href;
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim();
    if (query === this.#shownFor) return;
    this.#request?.abort();
    if (query === '') return this.#showRecent();
    const request = (this.#request = new AbortController());
    try {
      const response = await fetch(this.#address(`${this.form.action}.json`), { signal: request.signal });
      if (!response.ok) throw new Error(String(response.status));
      this.#show(query, (await response.json()) as Answer);
    } catch {
      if (!request.signal.aborted) this.#status.textContent = interfaceText(document, 'search-failed');
    }
  }

  #show(query: string, { hits, count }: Answer): void {
    this.#shownFor = query;
    this.#status.textContent =
      count === 0
        ? interfaceText(document, 'nothing-found')
        : interfaceText(document, 'result-count').replace('{count}', String(hits.length));
    this.#list.replaceChildren(
      ...hits.map((hit, i) =>
        createElement(
          'a',
          { role: 'option', href: hit.href, id: `quire-hit-${i}`, tabindex: '-1', 'aria-selected': 'false' },
          ...(hit.breadcrumbs.length === 0
            ? []
            : [
                createElement(
                  'span',
                  { class: 's-hit-trail' },
                  ...hit.breadcrumbs.map((one) => createElement('span', { dir: 'auto' }, one)),
                ),
              ]),
          createElement('b', { dir: 'auto' }, highlight(hit.title, query)),
          ...(hit.excerpt === undefined
            ? []
            : [createElement('small', { dir: 'auto' }, highlight(hit.excerpt, query))]),
        ),
      ),
    );
    this.#all.hidden = count <= hits.length;
    this.#all.href = this.#address(this.form.action);
    this.#select(hits.length > 0 ? 0 : -1);
  }

  #showRecent(): void {
    this.#shownFor = '';
    const recent = readStored<string[]>('localStorage', this.#recentKey) ?? [];
    this.#status.textContent = recent.length === 0 ? '' : interfaceText(document, 'recent-searches');
    this.#list.replaceChildren(
      ...recent.map((query, i) =>
        createElement(
          'a',
          { role: 'option', id: `quire-hit-${i}`, tabindex: '-1', 'aria-selected': 'false', 'data-query': query },
          createElement('b', { dir: 'auto' }, query),
        ),
      ),
    );
    this.#all.hidden = true;
    this.#select(-1);
  }

  #onKey(event: KeyboardEvent): void {
    const { length } = this.#list.children;
    // A search field would only empty itself.
    if (event.key === 'Escape') {
      event.preventDefault();
      return this.#dialog.close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && length > 0) {
      event.preventDefault();
      this.#select((this.#selected + step + length) % length);
    } else if (event.key === 'Enter' && !event.isComposing) {
      const option = this.#list.children[this.#selected];
      if (!(option instanceof HTMLElement)) return;
      event.preventDefault();
      option.click();
    }
  }

  #choose(option: HTMLElement): void {
    const { query } = option.dataset;
    if (query === undefined) {
      this.#remember();
      this.#dialog.close();
    } else {
      this.#input.value = query;
      this.#input.focus();
      void this.#search();
    }
  }

  #select(index: number, scrolls = true): void {
    this.#list.children[this.#selected]?.setAttribute('aria-selected', 'false');
    this.#selected = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    if (scrolls) option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', option.id);
  }

  #remember(): void {
    const query = this.#input.value.trim();
    const known = readStored<string[]>('localStorage', this.#recentKey) ?? [];
    const recent = [query, ...known.filter((one) => one !== query)].slice(0, MAX_RECENT);
    writeStored('localStorage', this.#recentKey, recent);
  }
}
