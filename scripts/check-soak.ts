import { print, runSeededCheck } from './seeded-check.ts';
import { checkSoak } from './soak/check-soak.ts';
import type { Growth } from './soak/growth.ts';

const formatGrowth = ({ mean, least, most, growth, error }: Growth): string =>
  `${mean.toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)}), growth ${growth.toFixed(1)} ± ${error.toFixed(1)}`;

if (process.platform !== 'linux') throw new Error('check:soak reads /proc, so it takes Linux');
await runSeededCheck({ name: 'soak', seconds: 600, minSeconds: 30 }, async (input) => {
  const { violations, nodes, connections, steps } = await checkSoak({ ...input, log: print });
  const figures = Object.entries(nodes).map(
    ([name, { megabytes, files }]) =>
      `${name}: memory in MB ${formatGrowth(megabytes)}; open files ${formatGrowth(files)}`,
  );
  const held = `connections to the database: ${formatGrowth(connections)}`;
  return { violations, summary: [JSON.stringify(steps), ...figures, held].join('\n') };
});
