import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { EventContext } from '../../ports/kernel/events.ts';
import type { UnitOfWork, Work } from '../../ports/kernel/unit-of-work.ts';

/** Told of the organization in which a unit of work may have changed something; null for any or none. */
export type ChangeObserver = (organizationId: OrganizationId | null) => void;

/** Tells an observer of each unit of work that ends, before the result is known to others. */
export class ObservedUnitOfWork implements UnitOfWork {
  constructor(
    private readonly inner: UnitOfWork,
    private readonly onEnd: ChangeObserver,
  ) {}

  async run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    try {
      return await this.inner.run(context, task);
    } finally {
      // One that failed may have been committed: the connection can break before the answer arrives.
      this.onEnd(context.organizationId);
    }
  }
}
