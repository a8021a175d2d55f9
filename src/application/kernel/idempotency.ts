import { digestOf } from '../../domain/content/objects/hash.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { SecretBox } from '../../ports/kernel/secret-box.ts';
import type { Caller } from '../../ports/permissions.ts';
import { addMilliseconds, DAY_MS } from '../../domain/kernel/time.ts';

/** Time for which the answer of a request with an `Idempotency-Key` is kept. */
const RETENTION_MS = DAY_MS;

/** A key was used for another request before. */
class IdempotencyKeyReused extends DomainError {
  readonly category = 'unprocessable';
  constructor() {
    super('Idempotency-Key: was used for another request in the last 24 hours; use a new key for each request');
  }
}

/** The request was carried out before; `answer` is what was answered then. Ends a command without an effect. */
export class RequestRepeated extends Error {
  constructor(readonly answer: string) {
    super('the request was carried out before');
    this.name = 'RequestRepeated';
  }
}

/** Credential that a key belongs to: an answer may contain a secret that another one of the user may not have. */
type Credential = Pick<Caller, 'userId' | 'tokenId'>;

/** Request that its sender marked with a key, so that it can be repeated without a second effect. */
export class IdempotentRequest<Output = unknown> {
  /**
   * @param fingerprint text that is equal for equal requests only
   * @param answerOf makes the answer to store of the output of the use case
   */
  constructor(
    private readonly key: string,
    private readonly fingerprint: string,
    private readonly box: SecretBox,
    private readonly answerOf: (output: Output) => Promise<string>,
  ) {}

  /** @throws RequestRepeated when the request was carried out before, IdempotencyKeyReused when another one was */
  async requireFirst({ idempotentAnswers }: Work, caller: Credential, now: string): Promise<void> {
    const id = this.#idFor(caller);
    const earlier = await idempotentAnswers.find(id, now);
    if (earlier === undefined) return;
    if (earlier.fingerprint !== digestOf(this.fingerprint)) throw new IdempotencyKeyReused();
    const answer = this.box.open(earlier.box, id);
    // The secret key of the instance was replaced.
    if (answer === undefined) throw new IdempotencyKeyReused();
    throw new RequestRepeated(answer);
  }

  /** Stores the answer together with the effect of the request. */
  async store({ idempotentAnswers }: Work, caller: Credential, now: string, output: Output): Promise<void> {
    const id = this.#idFor(caller);
    await idempotentAnswers.add(
      {
        id,
        fingerprint: digestOf(this.fingerprint),
        box: this.box.seal(await this.answerOf(output), id),
        expiresAt: addMilliseconds(now, RETENTION_MS),
      },
      now,
    );
  }

  #idFor({ userId, tokenId }: Credential): string {
    return digestOf(`${userId} ${tokenId} ${this.key}`);
  }
}
