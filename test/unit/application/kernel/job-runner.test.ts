import { expect } from 'chai';
import { job } from '../../../../src/application/kernel/job.ts';
import { SystemJobType } from '../../../../src/application/kernel/job-type.ts';
import { JobRunner } from '../../../../src/application/kernel/job-runner.ts';
import { UnstorableText } from '../../../../src/domain/kernel/storable-text.ts';

describe('JobRunner.run', () => {
  const services = { clock: { now: () => '2026-01-01T00:00:00.000Z' } };
  async function attempts(
    failure: Error | ((lastAttempt: boolean) => void),
    lastAttempt = false,
  ): Promise<{ seen: boolean[]; error: unknown }> {
    const seen: boolean[] = [];
    const failing = job(new SystemJobType<{}>('failing', 'for the test'))({
      async run(context) {
        seen.push(context.lastAttempt);
        if (failure instanceof Error) throw failure;
        failure(context.lastAttempt);
      },
    });
    const runner = new JobRunner([failing], {} as never, {} as never, services as never);
    const call = { name: 'failing', payload: {}, attempt: 1, lastAttempt, signal: new AbortController().signal };
    const error = await runner.run(call).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return { seen, error };
  }

  it('[A84] ends a job whose text cannot be stored as after its last attempt, without another', async () => {
    expect(await attempts(new UnstorableText())).to.deep.equal({ seen: [false, true], error: undefined });
    const first = (lastAttempt: boolean): void => {
      if (!lastAttempt) throw new UnstorableText();
    };
    expect(await attempts(first)).to.deep.equal({ seen: [false, true], error: undefined });
    expect((await attempts(new UnstorableText(), true)).seen).to.deep.equal([true]);
  });

  it('leaves every other failure to the queue', async () => {
    const error = new Error('on purpose');
    expect(await attempts(error)).to.deep.equal({ seen: [false], error });
  });
});
