/** Answer of a request with an `Idempotency-Key`. */
export interface IdempotentAnswer {
  /** Digest of the user and the key. */
  readonly id: string;
  /** Digest of the request; another request under the same key is refused. */
  readonly fingerprint: string;
  /** Sealed answer: it may contain a secret that is shown only once. */
  readonly box: string;
  readonly expiresAt: string;
}

/** Answers that were stored together with the effect of their request. */
export interface IdempotentAnswers {
  /** Finds an answer that has not expired at `now`. */
  find(id: string, now: string): Promise<IdempotentAnswer | undefined>;
  /**
   * Stores an answer in place of an expired one, and deletes some others that have expired at `now`.
   * @throws StaleWrite, now or at the end of the unit of work, when another one stored an answer under this id
   */
  add(answer: IdempotentAnswer, now: string): Promise<void>;
}
