import { job } from '../kernel/job.ts';

export interface FailedSignIn {
  readonly email: string;
  readonly via: string;
  readonly address: string | null;
}

/**
 * Records a failed sign-in in the audit log. Runs as a job for every failure, so that the timing of the response does
 * not
 * reveal whether the address has an account.
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
