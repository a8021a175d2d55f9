import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { poll } from '../until.ts';

/** Time limit in milliseconds that suffices for thousands of pages. */
const PATIENCE_MS = 200_000;

/** Waits until the search rows and links of all spaces are up to date; never resolves if their job has failed. */
export async function waitForProjections({ container }: Pick<Instance, 'container'>): Promise<void> {
  const [unitOfWork, services, queue] = [
    container.get(Tokens.UnitOfWork),
    container.get(Tokens.Services),
    container.get(Tokens.Queue),
  ];
  const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null };
  await poll(
    'an empty projection backlog',
    async () => {
      if ((await queue.status()).failed > 0) throw new Error('a projection job was given up');
      return unitOfWork.run({ ...context, at: services.clock.now() }, (work) => work.projectionBacklog.next());
    },
    (next) => next === undefined,
    PATIENCE_MS,
  );
}
