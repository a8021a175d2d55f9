import type { BrowserLabel } from '../browser-labels.ts';
import type { AnswerPanel } from './answer-panel.ts';
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

/** Texts with which the assistant of a site begins. */
interface Assistant {
  readonly greeting?: string;
  readonly suggestions: readonly string[];
}

/** Texts of the parts of a site that a search may be limited to. */
const SCOPE_LABELS: Readonly<Record<string, BrowserLabel>> = {
  all: 'scopeAll',
  section: 'scopeSection',
  space: 'scopeSpace',
};
const DEBOUNCE_MS = 120;
const MAX_RECENT = 6;
const EDITABLE = 'input, textarea, select, [contenteditable]';

/**
 * Opens a dialog with results as one types in place of the search form: by click, `/`, Ctrl-K or Command-K. Buttons of
 * pages that search or ask open it with their query.
 */
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
    for (const button of newElements<HTMLButtonElement>(document, '[data-open-assistant]', 'search')) {
      button.hidden = false;
      button.addEventListener('click', () => dialog.open('', true));
    }
    for (const link of newElements<HTMLAnchorElement>(document, 'a[data-action]', 'search'))
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        dialog.open(link.dataset['query'] ?? '', link.dataset['action'] === 'ask');
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
  /** True while what is typed is a question for the assistant. */
  #isAsking = false;
  #panel: AnswerPanel | undefined;

  constructor(private readonly form: HTMLFormElement) {
    const text = (name: BrowserLabel): string => interfaceText(document, name);
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
      'aria-label': text('searchIn'),
      placeholder: text('searchIn'),
    });
    this.#all = createElement('a', { class: 's-all-results', hidden: true }, text('allResults'));
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
    this.#dialog.addEventListener('close', () => this.#close());
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
      const option = this.#currentOption();
      if (this.#isAsking) this.#askTyped();
      else if (option instanceof HTMLAnchorElement && option.href !== '') option.click();
      else if (this.#input.value.trim() !== '') {
        this.#remember();
        location.assign(this.#address(this.form.action));
      }
    });
  }

  /**
   * Opens the dialog.
   *
   * @param asks whether the reader asks a question instead of searching, which needs a site that answers
   */
  open(query: string, asks = false): void {
    if (this.#dialog.open) return this.#input.focus();
    this.#input.value = query;
    const isAsking = asks && this.form.dataset['answers'] !== undefined;
    this.#setAsking(isAsking);
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
    this.#shownFor = undefined;
    if (!isAsking) void this.#search();
    else if (query === '') this.#showSuggestions();
    else void this.#ask(query);
  }

  #close(): void {
    this.#cancel();
    this.#panel?.stop();
    this.#panel?.element.remove();
    this.#panel = undefined;
    this.#list.hidden = false;
    this.#dialog.remove();
  }

  #setAsking(asks: boolean): void {
    this.#isAsking = asks;
    const label = interfaceText(document, asks ? 'askQuestion' : 'searchIn');
    this.#input.placeholder = label;
    this.#input.setAttribute('aria-label', label);
  }

  /** Shows the greeting of the assistant and the questions that it suggests. */
  #showSuggestions(): void {
    const { greeting = '', suggestions = [] } = JSON.parse(
      this.form.dataset['assistant'] ?? '{}',
    ) as Partial<Assistant>;
    this.#status.textContent = greeting;
    this.#list.replaceChildren(...suggestions.map((question, i) => questionOption(question, question, i)));
    this.#all.hidden = true;
    this.#select(-1);
  }

  #askTyped(): void {
    const question = this.#input.value.trim();
    if (question !== '') void this.#ask(question);
  }

  async #ask(question: string): Promise<void> {
    this.#cancel();
    this.#setAsking(true);
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#all.hidden = true;
    this.#select(-1);
    this.#input.value = '';
    this.#input.focus();
    const module = await import('./answer-panel.ts');
    if (!this.#dialog.open) return;
    if (this.#panel === undefined) {
      this.#panel = new module.AnswerPanel(this.form.dataset['answers']!, this.#status);
      this.#panel.element.addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('a') !== null) this.#dialog.close();
      });
      this.#list.before(this.#panel.element);
    }
    void this.#panel.ask(question, this.#place());
  }

  #scopes(text: (name: BrowserLabel) => string): readonly HTMLElement[] {
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
        if (!this.#isAsking) void this.#search();
      });
      return createElement('label', {}, radio, text(SCOPE_LABELS[scope] ?? 'scope'));
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
    if (this.#isAsking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
  }

  #address(base: string): string {
    const url = new URL(base);
    url.searchParams.set('q', this.#input.value.trim());
    for (const [name, value] of Object.entries(this.#place())) url.searchParams.set(name, value);
    return url.href;
  }

  /** Returns the space that the reader is in and the scope, as fields of a form. */
  #place(): Readonly<Record<string, string>> {
    const from = this.form.querySelector<HTMLInputElement>('[name=from]')?.value;
    return { ...(from !== undefined && { from }), ...(this.#scope !== 'all' && { scope: this.#scope }) };
  }

  async #search(): Promise<void> {
    this.#cancel();
    const query = this.#input.value.trim();
    if (query === this.#shownFor) return;
    if (query === '') return this.#showRecent();
    const request = (this.#request = new AbortController());
    try {
      const response = await fetch(this.#address(`${this.form.action}.json`), { signal: request.signal });
      if (!response.ok) throw new Error(String(response.status));
      this.#show(query, (await response.json()) as Answer);
    } catch {
      if (request.signal.aborted) return;
      this.#shownFor = undefined;
      this.#status.textContent = interfaceText(document, 'searchFailed');
    }
  }

  /** Cancels the search that waits or runs, whose results would replace those of a later one. */
  #cancel(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  #show(query: string, { hits, count }: Answer): void {
    this.#shownFor = query;
    this.#status.textContent =
      count === 0
        ? interfaceText(document, 'nothingFound')
        : interfaceText(document, 'resultCount').replace('{count}', String(hits.length));
    const isAnswering = this.form.dataset['answers'] !== undefined;
    const first = isAnswering
      ? [questionOption(query, interfaceText(document, 'ask').replace('{question}', query), 0)]
      : [];
    this.#list.replaceChildren(
      ...first,
      ...hits.map((hit, i) =>
        createElement(
          'a',
          {
            role: 'option',
            href: hit.href,
            id: `quire-hit-${i + first.length}`,
            tabindex: '-1',
            'aria-selected': 'false',
          },
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
    this.#select(Math.min(first.length, this.#list.childElementCount - 1));
  }

  #showRecent(): void {
    this.#shownFor = '';
    const recent = readStored<string[]>('localStorage', this.#recentKey) ?? [];
    this.#status.textContent = recent.length === 0 ? '' : interfaceText(document, 'recentSearches');
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
    // These keys belong to the input method while it composes a word.
    if (event.isComposing) return;
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
    } else if (event.key === 'Enter') {
      const option = this.#currentOption();
      // Without an option the form is submitted.
      if (option === undefined) return;
      event.preventDefault();
      option.click();
    }
  }

  /** Returns the selected option; undefined while the list belongs to another text than the one in the field. */
  #currentOption(): HTMLElement | undefined {
    const option = this.#list.children[this.#selected];
    const isCurrent = this.#isAsking || this.#input.value.trim() === this.#shownFor;
    return isCurrent && option instanceof HTMLElement ? option : undefined;
  }

  #choose(option: HTMLElement): void {
    const { query, question } = option.dataset;
    if (question !== undefined) void this.#ask(question);
    else if (query === undefined) {
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

/** Creates an option that asks a question. */
const questionOption = (question: string, label: string, index: number): HTMLAnchorElement =>
  createElement(
    'a',
    {
      class: 's-ask',
      role: 'option',
      id: `quire-hit-${index}`,
      tabindex: '-1',
      'aria-selected': 'false',
      'data-question': question,
    },
    createElement('b', { dir: 'auto' }, label),
  );
