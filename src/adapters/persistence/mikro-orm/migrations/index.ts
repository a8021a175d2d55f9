import { Migration001Foundation } from './migration-001-foundation.ts';
import { Migration002Counts } from './migration-002-counts.ts';

/** Every migration, in order; one that was released is never changed. */
export const MIGRATIONS = [
  { name: '001-foundation', class: Migration001Foundation },
  { name: '002-counts', class: Migration002Counts },
];
