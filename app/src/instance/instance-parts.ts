import { ApiError } from '../api/api-error.ts';
import { listUsers } from '../api/operations.ts';
import type { ScreenName } from '../navigation/paths.ts';

export type InstancePart = Extract<
  ScreenName,
  'instance' | 'instanceOrganizations' | 'instanceJobs' | 'instanceStatus'
>;

/** Screens of the instance in their order; operators see all of them, and other users none. */
export const INSTANCE_PARTS: readonly InstancePart[] = [
  'instance',
  'instanceOrganizations',
  'instanceJobs',
  'instanceStatus',
];

/** Tells whether the user is an operator of the instance. */
export async function loadIsOperator(): Promise<boolean> {
  try {
    await listUsers({ query: { limit: 1 } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return false;
    throw error;
  }
}
