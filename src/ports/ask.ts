import { DomainError } from '../domain/kernel/errors.ts';

/** Question for an engine: instructions of this program, and the material that it must not obey. */
export interface AnswerRequest {
  readonly instructions: string;
  /** Question and documents as one text; from readers and authors. */
  readonly material: string;
}

/** Language model that answers questions. It gets texts and nothing else: no tools, no tokens, no addresses. */
export interface AnswerEngine {
  /**
   * Writes the answer, piece by piece. Ends when the model ends.
   * @throws AnswerEngineError, and the reason of the signal
   */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<string>;
}

/** The engine failed to answer. The message is for the people who ask; `reason` is for the operator. */
export class AnswerEngineError extends DomainError {
  readonly category = 'unavailable';
  constructor(
    /** Cause with the host and the settings to check; without secrets and without the question. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super('the answer engine failed; ask again later', options);
  }
}
