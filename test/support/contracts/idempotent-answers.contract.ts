import { expect } from 'chai';
import { StaleWrite } from '../../../src/domain/kernel/errors.ts';
import type { IdempotentAnswer } from '../../../src/ports/kernel/idempotent-answers.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** Contract of answers that are stored together with the effect of their request. */
export function idempotentAnswersContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  before(async () => {
    persistence = await open();
  });
  const at = (minute: number): string => `2031-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
  const answer = (more: Partial<IdempotentAnswer> = {}): IdempotentAnswer => ({
    id: persistence.next(),
    fingerprint: 'f',
    box: 'b',
    expiresAt: at(30),
    ...more,
  });
  const add = (one: IdempotentAnswer, now = at(0)): Promise<void> =>
    persistence.run(({ idempotentAnswers }) => idempotentAnswers.add(one, now));
  const find = (id: string, now = at(0)): Promise<IdempotentAnswer | undefined> =>
    persistence.run(({ idempotentAnswers }) => idempotentAnswers.find(id, now));
  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are found until the moment at which they expire', async () => {
    const one = answer();
    await add(one);
    expect(await find(one.id, at(29))).to.deep.equal(one);
    expect(await find(one.id, at(30))).to.equal(undefined);
  });

  it('are replaced once they have expired, and not before', async () => {
    const one = answer();
    await add(one);
    await add({ ...one, box: 'second', expiresAt: at(50) }, at(30));
    expect(await find(one.id, at(31))).to.have.property('box', 'second');
  });

  it('are stored once when two units of work add the same at the same time', async () => {
    const one = answer();
    const failures = await Promise.all([failure(add(one)), failure(add({ ...one, box: 'other' }))]);
    expect(failures.filter((error) => error === undefined)).to.have.length(1);
    expect(failures.find((error) => error !== undefined)).to.be.instanceOf(StaleWrite);
  });

  it('are deleted after they have expired, when others are added', async () => {
    const [expired, valid] = [answer({ expiresAt: at(1) }), answer({ expiresAt: at(40) })];
    await add(expired);
    await add(valid);
    await add(answer(), at(20));
    // A look from before the expiry shows that the row is gone.
    expect(await find(expired.id, at(0))).to.equal(undefined);
    expect(await find(valid.id, at(0))).to.deep.equal(valid);
  });
}
