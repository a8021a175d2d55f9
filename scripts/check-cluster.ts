import { checkCluster } from './cluster/check-cluster.ts';
import { print, runSeededCheck } from './seeded-check.ts';

await runSeededCheck({ name: 'cluster', seconds: 60 }, async (input) => {
  const { violations, ...figures } = await checkCluster({ ...input, log: print });
  return { violations, summary: JSON.stringify(figures) };
});
