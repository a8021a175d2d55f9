import { JOB_TYPES } from '../system/job-types.ts';
import { job } from '../kernel/job.ts';

/**
 * Records a failed sign-in in the audit log. Runs as a job for every failure, so that the timing of the response does
 * not
 * reveal whether the address has an account.
 */
export const recordFailedSignInJob = job(JOB_TYPES.recordFailedSignIn)({
  async run({ read, transact }, { email, via, address }) {
    const user = await read.users.find({ email });
    if (user === undefined) return;
    const happened = { type: 'session.refused', aggregateId: user.id, data: { userId: user.id, via } };
    await transact({ organizationId: null, spaceId: null, address }, async ({ events }) => events.record(happened));
  },
});
