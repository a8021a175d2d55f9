import type { Id } from '../../domain/kernel/id.ts';

/** Numbers without gaps or doubles: a number taken by a unit of work that fails is taken again. */
export interface Counters {
  /** The next number of `name` within `scope`, from 1. */
  next(scope: Id, name: 'change-requests'): Promise<number>;
}
