import { round } from '../figures.ts';
import type { World } from '../world.ts';
import { exportTimes } from './git-export.ts';
import { timedImports } from './git-imports.ts';

const seconds = (ms: number): string => `${round(ms / 1000)} s`;

/** Git sync of 10,000 pages. */
export async function git(world: World): Promise<void> {
  const { api, organization, quick } = world;
  const exports = await exportTimes(api, organization, 10_000, quick ? 2 : 5);
  world.row('export one changed page of 10,000 to a Git repository, from the request to the end; one that was renamed; nothing', '', `**${seconds(exports.page)}**; ${seconds(exports.renamed)}; ${seconds(exports.nothing)}`);
  const imported = 10_000;
  const { clone, whole, changed } = await timedImports(api, organization, imported);
  world.row(`import ${imported.toLocaleString('en')} pages from Git over HTTP against \`git clone\``, '≤ 3 ×', `${seconds(whole)} / ${seconds(clone)} = **${round(whole / clone, 1)}**`);
  world.row('import 10 changed files of them against all', '≤ 0.05', `${Math.round(changed)} ms = **${round(changed / whole)}**`);
}
