import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commitProject } from '../../test/support/git/git-project.ts';
import { median, measureMs } from '../figures.ts';
import { gitServer } from '../processes.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const run = promisify(execFile);

const MAIN = 'refs/heads/main';
const CHANGED = 10;
/** Makes pages of 2.3 KB: the median page of four real repositories has 1.3 to 4.8. */
const LINES = 34;
const CLONES = 7;
const WHOLE_ROUNDS = 3;
const ROUNDS = 21;
/**
 * Milliseconds before the first check whether an import has ended, and between two checks, because each is work for the
 * server.
 */
const CHECK_INTERVAL_MS = { whole: { first: 200, next: 20 }, changed: { first: 50, next: 4 } };

/** Milliseconds; medians unless stated otherwise. */
export interface ImportTimes {
  /**
   * `git clone` of the same URL with a work tree; the fastest run, as writing 10,000 files sometimes waits for the disk
   * for seconds.
   */
  readonly clone: number;
  readonly whole: number;
  /** `git fetch` of the ten changed files from the same URL into a repository that has the rest. */
  readonly fetch: number;
  readonly changed: number;
  /** Ten changed files while the search rows and links of the whole import are created. */
  readonly busy: number;
}

/**
 * Measures imports over HTTP from loopback, from the request to the end of the operation, and Git alone: a whole
 * project, then ten changed files.
 */
export async function measureImports(
  api: Call,
  organization: string,
  pages: number,
  projected: () => Promise<void>,
): Promise<ImportTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-imports-'));
  const server = await gitServer(folder);
  const url = `${server.url}/docs.git`;
  const text = (i: number, more = ''): string =>
    `---\ndescription: Page number ${i}\n---\n\n# Page ${i}\n\n${Array.from({ length: LINES }, (_, line) => `Line ${line} of page ${i} speaks of configuration ${(i * 31 + line) % 997} at some length.`).join('\n\n')}\n${more}`;
  const pathOf = (i: number): string => `section-${Math.floor(i / 50)}/page-${i}.md`;
  const summary = Array.from({ length: pages }, (_, i) => `* [Page ${i}](${pathOf(i)})\n`).join('');
  const files: Record<string, string> = {
    'SUMMARY.md': `* [Home](README.md)\n${summary}`,
    'README.md': '# Home\n',
    ...Object.fromEntries(Array.from({ length: pages }, (_, i) => [pathOf(i), text(i)])),
  };
  try {
    commitProject(join(folder, 'docs.git'), files);
    const git = (...args: readonly string[]): Promise<unknown> => run('git', ['-c', 'gc.auto=0', ...args]);
    let id = '';
    const runImport = async ({ first, next }: { readonly first: number; readonly next: number }): Promise<void> => {
      await api('POST', `/v1/spaces/${id}/git/import`, { url, ref: MAIN, repoCacheID: 'bench' });
      await pause(first);
      for (;;) {
        const { state, lastOperation } = await api('GET', `/v1/spaces/${id}/git/info`);
        if (state === 'failed') throw new Error(lastOperation.error);
        if (state === 'idle') return;
        await pause(next);
      }
    };
    const times: Record<keyof ImportTimes, number[]> = { clone: [], whole: [], fetch: [], changed: [], busy: [] };
    for (let i = 0; i < CLONES; i++)
      times.clone.push(await measureMs(() => git('clone', '--quiet', url, join(folder, `clone-${i}`))));
    for (let i = 0; i < WHOLE_ROUNDS; i++) {
      ({ id } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'From Git' }));
      times.whole.push(await measureMs(() => runImport(CHECK_INTERVAL_MS.whole)));
      if (i < WHOLE_ROUNDS - 1) await projected();
    }
    const fetched = join(folder, 'fetched.git');
    await git('clone', '--quiet', '--bare', url, fetched);
    for (let round = 0; round < ROUNDS; round++) {
      if (round === 1) await projected();
      for (let k = 0; k < CHANGED; k++) {
        const i = (k * 997 + round * 13) % pages;
        files[pathOf(i)] = text(i, `\nChanged ${round}\n`);
      }
      commitProject(join(folder, 'docs.git'), files);
      times.fetch.push(
        await measureMs(() => git('-C', fetched, 'fetch', '--quiet', '--no-tags', url, `+${MAIN}:${MAIN}`)),
      );
      times[round === 0 ? 'busy' : 'changed'].push(await measureMs(() => runImport(CHECK_INTERVAL_MS.changed)));
    }
    return {
      clone: Math.min(...times.clone),
      whole: median(times.whole),
      fetch: median(times.fetch),
      changed: median(times.changed),
      busy: median(times.busy),
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
