import type { SearchHit } from '../../../ports/sites/site-renderer.ts';

/** State of an answer while it is written. */
export interface ReaderAnswerState {
  /** Inert HTML of the text so far. */
  readonly html?: string;
  /** Pages that the answer is based on. */
  readonly sources: readonly Pick<SearchHit, 'title' | 'href' | 'breadcrumbs'>[];
}

/** Answer whose generation begins when it is opened. */
export interface ReaderAnswer {
  /** @throws TooManyQuestions, AnswerEngineBusy; the states throw AnswerEngineError */
  open(signal: AbortSignal): AsyncIterable<ReaderAnswerState>;
}
