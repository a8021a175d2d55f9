import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';

/** Waits until no space is ahead of its search rows and links; a job that is given up would be waited for in vain. */
export async function projected({ container }: Pick<Instance, 'container'>): Promise<void> {
  const [unitOfWork, services, queue] = [
    container.get(Tokens.UnitOfWork),
    container.get(Tokens.Services),
    container.get(Tokens.Queue),
  ];
  const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null };
  while (
    (await unitOfWork.run({ ...context, at: services.clock.now() }, (work) => work.projectionBacklog.next())) !==
    undefined
  ) {
    if ((await queue.status()).failed > 0) throw new Error('what follows from content was given up');
    // In memory nothing else would come to its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
