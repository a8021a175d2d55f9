import type { BrowserLabel } from '../browser-labels.ts';
import { createElement } from './elements.ts';
import { interfaceText } from './feature.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** State of an answer, each from its beginning. */
interface AnswerState {
  readonly html?: string;
  readonly sources: readonly {
    readonly title: string;
    readonly href: string;
    readonly breadcrumbs: readonly string[];
  }[];
}

/** Questions and their answers, which are shown while they are written. */
export class AnswerPanel {
  readonly element = createElement('div', { class: 's-answers' });
  readonly #previousQuestions: string[] = [];
  #request: AbortController | undefined;

  /**
   * @param action address to which questions are sent
   * @param status element that tells the state of the answer
   */
  constructor(
    private readonly action: string,
    private readonly status: HTMLElement,
  ) {}

  /** Asks a question. @param fields fields that are sent along with it */
  async ask(question: string, fields: Readonly<Record<string, string>>): Promise<void> {
    this.stop();
    const request = (this.#request = new AbortController());
    const body = new URLSearchParams({ ...fields, question });
    for (const former of this.#previousQuestions) body.append('previous', former);
    this.#previousQuestions.push(question);
    const answer = createElement('div', { class: 's-content', dir: 'auto' });
    const sources = createElement('ul', { 'aria-label': interfaceText(document, 'answerSources') });
    const exchange = createElement(
      'article',
      { 'aria-busy': 'true', 'aria-label': interfaceText(document, 'answer'), tabindex: '-1' },
      createElement('h2', { dir: 'auto' }, question),
      answer,
      sources,
    );
    this.element.append(exchange);
    exchange.scrollIntoView({ block: 'nearest' });
    this.#tell('answering');
    let isWritten = false;
    try {
      const { signal } = request;
      const response = await fetch(this.action, { method: 'POST', body, signal });
      if (!response.ok || response.body === null) throw new Error(String(response.status));
      for await (const { name, data } of serverSentEvents(response.body)) {
        if (name === 'error') throw new Error('the answer ended early');
        if (name !== 'message') continue;
        const state = data as AnswerState;
        if (state.html !== undefined) isWritten = true;
        show(state, answer, sources);
      }
      this.#tell(isWritten ? 'answerNotice' : 'noAnswer');
    } catch {
      if (!request.signal.aborted) this.#tell('answerFailed');
    } finally {
      exchange.removeAttribute('aria-busy');
    }
  }

  /** Ends the answer that is being written. */
  stop(): void {
    this.#request?.abort();
  }

  #tell(name: BrowserLabel): void {
    this.status.textContent = interfaceText(document, name);
  }
}

/** Shows a state of an answer. The server sends HTML without scripts, links and pictures. */
function show({ html, sources }: AnswerState, answer: HTMLElement, list: HTMLElement): void {
  if (html !== undefined) {
    answer.innerHTML = html;
    // Headings of the page may have the same ids.
    for (const element of answer.querySelectorAll('[id]')) element.removeAttribute('id');
  }
  if (list.childElementCount === 0)
    list.append(
      ...sources.map(({ title, href, breadcrumbs }) =>
        createElement(
          'li',
          {},
          createElement('a', { href, dir: 'auto', title: [...breadcrumbs, title].join(' › ') }, title),
        ),
      ),
    );
}
