import { round } from '../figures.ts';
import type { World } from '../world.ts';
import { measureExports } from './git-export.ts';
import { measureImports } from './git-imports.ts';

const seconds = (ms: number): string => `${round(ms / 1000)} s`;

/** Measures Git sync of 10,000 pages. */
export async function git(world: World): Promise<void> {
  const { api, organization, quick } = world;
  const exports = await measureExports(api, organization, 10_000, quick ? 2 : 5);
  world.row(
    'export one changed page of 10,000 to a Git repository, from the request to the end; one that was renamed; nothing',
    '',
    `**${seconds(exports.page)}**; ${seconds(exports.renamed)}; ${seconds(exports.nothing)}`,
  );
  await world.quiet();
  const imported = 10_000;
  const {
    clone,
    whole,
    fetch: fetched,
    changed,
    busy,
  } = await measureImports(api, organization, imported, () => world.quiet());
  world.row(
    `import ${imported.toLocaleString('en')} pages from Git over HTTP against \`git clone\` of the same URL`,
    '≤ 4 ×',
    `${seconds(whole)} / ${seconds(clone)} = **${round(whole / clone, 1)}**`,
  );
  world.row(
    'import 10 changed files of them against `git fetch` of the same; the import while search and links of all are made',
    '≤ 2.5 ×',
    `${Math.round(changed)} ms / ${Math.round(fetched)} ms = **${round(changed / fetched, 1)}**; ${Math.round(busy)} ms`,
  );
}
