import { JOB_TYPES } from '../system/job-types.ts';
import { job } from '../kernel/job.ts';

/** Deletes consumed tokens that would be refused as expired anyway. */
export const forgetConsumedTokensJob = job(JOB_TYPES.forgetConsumedTokens)({
  run: ({ transact }, { ids }) =>
    transact({ organizationId: null, spaceId: null }, async (work) => {
      for (const id of ids) {
        const mark = await work.consumedTokens.find({ id });
        if (mark !== undefined) await work.consumedTokens.delete(mark);
      }
    }),
});
