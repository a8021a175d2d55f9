import { DomainError } from '../../domain/kernel/errors.ts';
import type { AnswerEngine } from '../../ports/ask.ts';

/** Maximum number of questions of one caller that are answered at the same time. */
export const MAX_QUESTIONS_PER_CALLER = 2;
const RETRY_SECONDS = 5;

/** The operator has configured no engine. */
export class AnswerEngineMissing extends DomainError {
  readonly category = 'not-implemented';
  constructor() {
    super(
      'this instance answers no questions: its operator has not set ASK_MODEL; send `sourcesOnly=true` for the pages that may contain the answer',
    );
  }
}

/** The caller waits for answers to other questions. */
export class TooManyQuestions extends DomainError {
  readonly category = 'too-many';
  override readonly retryAfter = RETRY_SECONDS;
  constructor() {
    super(`${MAX_QUESTIONS_PER_CALLER} of your questions are being answered; ask again when one of them is done`);
  }
}

/** The engine answers as many questions as it may at the same time. */
export class AnswerEngineBusy extends DomainError {
  readonly category = 'unavailable';
  override readonly retryAfter = RETRY_SECONDS;
  constructor() {
    super('the answer engine is answering other questions; ask again in a few seconds');
  }
}

export interface AnswerDeskOptions {
  /** Maximum number of questions that this process has answered at the same time. */
  readonly concurrency: number;
  /** Maximum length of the documents for one question in characters. */
  readonly contextLength: number;
  /** Time limit of one answer. */
  readonly timeoutMs: number;
}

/** The engine that answers questions, shared by all callers. */
export class AnswerDesk {
  readonly #byCaller = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly engine: AnswerEngine | undefined,
    readonly options: AnswerDeskOptions,
  ) {}

  /** Tells whether the operator has configured an engine. */
  get hasEngine(): boolean {
    return this.engine !== undefined;
  }

  /** Returns the engine. @throws AnswerEngineMissing */
  requireEngine(): AnswerEngine {
    if (this.engine === undefined) throw new AnswerEngineMissing();
    return this.engine;
  }

  /**
   * Reserves the engine for one question of a caller.
   * @returns function that must be called when the answer is over; calling it again has no effect
   * @throws TooManyQuestions, AnswerEngineBusy
   */
  reserve(caller: string): () => void {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= MAX_QUESTIONS_PER_CALLER) throw new TooManyQuestions();
    if (this.#total >= this.options.concurrency) throw new AnswerEngineBusy();
    this.#total += 1;
    this.#byCaller.set(caller, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#total -= 1;
      const left = (this.#byCaller.get(caller) ?? 1) - 1;
      if (left > 0) this.#byCaller.set(caller, left);
      else this.#byCaller.delete(caller);
    };
  }
}
