import { Migration001Foundation } from './migration-001-foundation.ts';

/** Every migration, in order; one that was released is never changed. */
export const MIGRATIONS = [{ name: '001-foundation', class: Migration001Foundation }];
