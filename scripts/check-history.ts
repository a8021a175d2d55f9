import { join } from 'node:path';
import { checkHistory } from './history/check-history.ts';
import { runSeededCheck } from './seeded-check.ts';

await runSeededCheck({ name: 'history', seconds: 60 }, async ({ seconds, seed, folder }) => {
  const { violations, kills, revisions, outcomes } = await checkHistory({
    seconds,
    seed,
    dataDir: join(folder, 'data'),
  });
  const counts = Object.entries(outcomes).map(([outcome, n]) => `${n} ${outcome}`);
  return { violations, summary: `killed ${kills} times, ${revisions} revisions; ${counts.join(', ')}` };
});
