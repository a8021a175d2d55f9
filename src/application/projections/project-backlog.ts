import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import type { Services } from '../kernel/services.ts';
import { job, type JobContext } from '../kernel/job.ts';
import { projectionsOf } from './projections-of.ts';

/** Makes what follows from the content of spaces that are older than it, one space after the other. */
export const projectBacklogJob = job<Record<string, never>>({
  name: 'projectBacklog',
  async run(context) {
    for (;;) {
      context.signal.throwIfAborted();
      const spaceId = await context.transact({ organizationId: null, spaceId: null }, (work) => work.projectionBacklog.next());
      if (spaceId === undefined) return;
      await settle(context, spaceId);
    }
  },
});

async function settle(context: JobContext, spaceId: Id): Promise<void> {
  try {
    await context.transact({ organizationId: null, spaceId }, async (work) => {
      const [head] = await work.branches.lock(spaceId, spaceId);
      await work.projectionBacklog.settle(spaceId, projectionsOf(context, { before: null, after: head!.content }));
    });
  } catch (error) {
    // It was purged meanwhile, and has left the backlog with that.
    if (!(error instanceof NotFound)) throw error;
  }
}

/** Has the job run when there is something to do for it. */
export async function catchUpProjections({ unitOfWork, services }: { readonly unitOfWork: UnitOfWork; readonly services: Pick<Services, 'clock'> }): Promise<void> {
  await unitOfWork.run({ organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at: services.clock.now() }, async (work) => {
    if ((await work.projectionBacklog.next()) !== undefined) await work.jobs.enqueue({ name: projectBacklogJob.name, payload: {}, queue: 'projections' });
  });
}
