import { job } from '../kernel/job.ts';

/** Forgets what was used once it would be refused for its age. */
export const forgetConsumedTokensJob = job<{ readonly ids: readonly string[] }>()({
  name: 'forgetSpentMarks',
  run: ({ transact }, { ids }) =>
    transact({ organizationId: null, spaceId: null }, async (work) => {
      for (const id of ids) {
        const mark = await work.consumedTokens.find({ id });
        if (mark !== undefined) await work.consumedTokens.delete(mark);
      }
    }),
});
