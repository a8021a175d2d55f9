import type { ChangeRequest } from '../api/operations.ts';

/** Tells whether a change request can still be changed. */
export const isActive = ({ status }: Pick<ChangeRequest, 'status'>): boolean => status === 'draft' || status === 'open';
