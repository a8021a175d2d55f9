import { answerInstructions, answerMaterial, type ReaderQuestion } from '../../domain/ask/answer-prompt.ts';
import { MAX_ANSWER_LENGTH, safeAnswer } from '../../domain/ask/answer-text.ts';
import { AnswerEngineError, type AnswerEngine } from '../../ports/ask.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { AnswerSource, ReadableSpace } from './answer-sources.ts';
import type { AnswerDesk } from './answer-desk.ts';

/** Least time between two states of an answer that are shown. */
const MIN_INTERVAL_MS = 100;

/** State of an answer while it is written: its sources, and its text so far. */
export interface AnswerView<Space extends ReadableSpace = ReadableSpace> {
  readonly sources: readonly AnswerSource<Space>[];
  readonly markdown?: string;
  /** The text as blocks, if requested. */
  readonly document?: BlockDocument;
}

export interface LiveAnswerParts<Space extends ReadableSpace = ReadableSpace> {
  readonly desk: AnswerDesk;
  /** Undefined for the sources alone. */
  readonly engine: AnswerEngine | undefined;
  /** Caller for whom the engine is reserved. */
  readonly caller: string;
  readonly question: ReaderQuestion;
  readonly guidance?: string | undefined;
  readonly sources: readonly AnswerSource<Space>[];
  /** Turns the text into blocks, if they are requested. */
  readonly toDocument?: (markdown: string) => Promise<BlockDocument>;
}

/** Answer whose generation begins when it is opened. Permissions were checked: it contains only what the caller may read. */
export class LiveAnswer<Space extends ReadableSpace = ReadableSpace> {
  constructor(private readonly parts: LiveAnswerParts<Space>) {}

  /**
   * Begins the answer. Its states are the sources alone, then the text as far as it is written; the last one is the
   * whole answer. Without sources there is no text, and the engine is not called.
   * @throws TooManyQuestions, AnswerEngineBusy, the reason of the signal; the states throw AnswerEngineError and the reason
   */
  open(signal: AbortSignal): AsyncIterable<AnswerView<Space>> {
    const { engine, sources, desk, caller } = this.parts;
    if (engine === undefined || sources.length === 0) return only({ sources });
    signal.throwIfAborted();
    const release = desk.reserve(caller);
    // A generator that nobody has begun to read does not run its `finally` when the client leaves.
    signal.addEventListener('abort', release, { once: true });
    return this.#states(engine, release, signal);
  }

  /** Waits for the whole answer. @throws as `open` and its states */
  async whole(signal: AbortSignal): Promise<AnswerView<Space>> {
    let last: AnswerView<Space> = { sources: this.parts.sources };
    for await (const state of this.open(signal)) last = state;
    return last;
  }

  async *#states(engine: AnswerEngine, release: () => void, signal: AbortSignal): AsyncGenerator<AnswerView<Space>> {
    try {
      yield { sources: this.parts.sources };
      let [shown, shownAt, text] = ['', 0, ''];
      for await (text of this.#texts(engine, signal)) {
        const now = performance.now();
        if (now - shownAt < MIN_INTERVAL_MS) continue;
        [shown, shownAt] = [text, now];
        yield await this.#view(text);
      }
      if (text.trim() === '') throw new AnswerEngineError('the engine answered without a text');
      if (text !== shown) yield await this.#view(text);
    } finally {
      signal.removeEventListener('abort', release);
      release();
    }
  }

  /** Yields the text as far as it is written. */
  async *#texts(engine: AnswerEngine, signal: AbortSignal): AsyncGenerator<string> {
    const { desk, question, guidance, sources } = this.parts;
    const { timeoutMs } = desk.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = {
      instructions: answerInstructions(guidance),
      material: answerMaterial(
        question,
        sources.map(({ page, text }) => ({ title: page.title, text })),
      ),
    };
    let text = '';
    try {
      for await (const piece of engine.answer(request, AbortSignal.any([signal, timeout]))) {
        text += piece;
        yield text.slice(0, MAX_ANSWER_LENGTH).toWellFormed();
        if (text.length >= MAX_ANSWER_LENGTH) return;
      }
    } catch (error) {
      if (timeout.aborted && !signal.aborted)
        throw new AnswerEngineError(`the engine did not finish its answer within ${timeoutMs} ms`, { cause: error });
      throw error;
    }
  }

  async #view(text: string): Promise<AnswerView<Space>> {
    const { sources, toDocument } = this.parts;
    const markdown = safeAnswer(text);
    return { sources, markdown, ...(toDocument && { document: await toDocument(markdown) }) };
  }
}

async function* only<T>(one: T): AsyncGenerator<T> {
  yield one;
}
