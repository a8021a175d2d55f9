import { job } from '../kernel/job.ts';

export interface FailedSignIn {
  readonly email: string;
  readonly via: string;
  readonly address: string | null;
}

/**
 * Writes a failed sign-in into the audit log. A job, ordered for every failure: an answer takes as long whether
 * or not somebody has the address.
 */
export const recordFailedSignInJob = job<FailedSignIn>()({
  name: 'recordFailedSignIn',
  async run({ read, transact }, { email, via, address }) {
    const user = await read.users.find({ email });
    if (user === undefined) return;
    const happened = { type: 'session.refused', aggregateId: user.id, data: { userId: user.id, via } };
    await transact({ organizationId: null, spaceId: null, address }, async ({ events }) => events.record(happened));
  },
});
