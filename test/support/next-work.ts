import { Tokens } from '../../src/composition/tokens.ts';
import type { Instance } from '../../src/instance.ts';
import type { Work } from '../../src/ports/kernel/unit-of-work.ts';
import type { Person } from './world.ts';

/** Calls `prepare` with the next unit of work of a user before the command gets it, so that a test can act inside it. */
export function onNextWork(instance: Instance, { userId }: Person, prepare: (work: Work) => void): void {
  const unitOfWork = instance.container.get(Tokens.UnitOfWork);
  const { run } = unitOfWork;
  unitOfWork.run = (context, task) => {
    if (context.actorId !== userId) return run.call(unitOfWork, context, task) as ReturnType<typeof task>;
    unitOfWork.run = run;
    return run.call(unitOfWork, context, (work) => {
      prepare(work);
      return task(work);
    }) as ReturnType<typeof task>;
  };
}

/** Runs a task when the next command of a user was authorized and is about to take a lock. */
export function beforeNextLock(instance: Instance, person: Person, task: () => Promise<unknown> | void): void {
  onNextWork(instance, person, (work) => {
    const { lock } = work;
    Object.assign(work, {
      lock: async (...of: Parameters<typeof lock>) => {
        Object.assign(work, { lock });
        await task();
        return work.lock(...of);
      },
    });
  });
}
