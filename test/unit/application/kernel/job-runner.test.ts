import { expect } from 'chai';
import { job } from '../../../../src/application/kernel/job.ts';
import { SystemJobType } from '../../../../src/application/kernel/job-type.ts';
import { JobRunner } from '../../../../src/application/kernel/job-runner.ts';
import { UnrecoverableJob } from '../../../../src/ports/kernel/jobs.ts';
import { UnstorableText } from '../../../../src/domain/kernel/storable-text.ts';

describe('JobRunner.run', () => {
  const services = { clock: { now: () => '2026-01-01T00:00:00.000Z' } };
  async function attempts(
    failure: Error | ((lastAttempt: boolean) => void),
    lastAttempt = false,
  ): Promise<{ seen: boolean[]; error: unknown }> {
    const seen: boolean[] = [];
    const failing = job(new SystemJobType<{}>('failing', 'system', 'for the test'))({
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

describe('JobRunner.abandon', () => {
  const services = {
    clock: { now: () => '2026-01-01T00:00:00.000Z' },
    ids: { next: () => 'A0000000000000000001' },
  };
  const contexts: unknown[] = [];
  const unitOfWork = {
    run: (context: { organizationId: unknown; spaceId: unknown }, task: (work: unknown) => unknown) => {
      contexts.push([context.organizationId, context.spaceId]);
      return task('the unit of work');
    },
  };
  const runnerOf = (failure: Error | undefined, ended: string[]): JobRunner =>
    new JobRunner(
      [
        job(new SystemJobType<{ spaceId: string; organizationId: string }>('failing', 'system', 'for the test'))({
          async run() {
            if (failure !== undefined) throw failure;
          },
          async abandon({ work, now }, { spaceId }, why) {
            ended.push(`${work as never as string} ${now} ${spaceId} ${why}`);
          },
        }),
      ],
      unitOfWork as never,
      {} as never,
      services as never,
    );
  const payload = { spaceId: 'the space', organizationId: 'the organization' };

  it('ends the job in one unit of work of its organization and space, with a reason for users', async () => {
    const ended: string[] = [];
    await runnerOf(undefined, ended).abandon({ name: 'failing', payload }, 'cancelled');
    expect(ended).to.deep.equal([
      'the unit of work 2026-01-01T00:00:00.000Z the space the operator of the instance cancelled it',
    ]);
    expect(contexts.at(-1)).to.deep.equal(['the organization', 'the space']);
  });

  for (const [title, failure, lastAttempt, aborted, count] of [
    ['after the last attempt', new Error('on purpose'), true, false, 1],
    ['after a failure that no attempt can mend', new UnrecoverableJob('on purpose'), false, false, 1],
    ['not while attempts are left', new Error('on purpose'), false, false, 0],
    ['not when the process stops', new Error('on purpose'), true, true, 0],
    ['not after a success', undefined, true, false, 0],
  ] as const)
    it(`is done by run ${title}`, async () => {
      const ended: string[] = [];
      const call = {
        name: 'failing',
        payload,
        attempt: 1,
        lastAttempt,
        signal: aborted ? AbortSignal.abort() : new AbortController().signal,
      };
      const error = await runnerOf(failure, ended)
        .run(call)
        .catch((thrown: unknown) => thrown);
      expect(error).to.equal(failure);
      expect(ended).to.have.lengthOf(count);
    });
});
