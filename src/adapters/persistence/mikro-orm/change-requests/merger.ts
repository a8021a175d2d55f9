import type { UserState } from '../../../../domain/users.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';

const { users } = TABLES;

/** Columns of the user who merged a change request, from `MERGER_FROM`. */
export const MERGER = selectList(users, 'mu', 'merger.');

/** Joins the author of the revision that the merge created. */
export const MERGER_FROM = (changeRequest: string): string =>
  `LEFT JOIN revisions mr ON mr.id = ${changeRequest}.revision_merged LEFT JOIN users mu ON mu.id = mr.created_by`;

/** Reads the columns of `MERGER`. Returns null before the merge. */
export const mergerFrom = (row: any): UserState | null =>
  row['merger.id'] === null ? null : stateFrom(users, row, 'merger.');
