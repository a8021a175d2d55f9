import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantProject } from '../../test/support/git/git-project.ts';
import { serveGit } from '../../test/unit/adapters/git/git-server.ts';
import { median, timed } from '../figures.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const MAIN = 'refs/heads/main';
const CHANGED = 10;
const ROUNDS = 5;

/** How long imports take over HTTP from loopback, and `git clone` with a work tree of the same, in milliseconds: all of a project, then ten changed files of it. */
export async function timedImports(api: Call, organization: string, pages: number): Promise<{ readonly clone: number; readonly whole: number; readonly changed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-imports-'));
  const server = await serveGit(folder);
  const url = `http://127.0.0.1:${server.port}/docs.git`;
  const text = (i: number, more = ''): string => `---\ndescription: Page number ${i}\n---\n\n# Page ${i}\n\n${Array.from({ length: 8 }, (_, line) => `Line ${line} of page ${i} speaks of configuration ${(i * 31 + line) % 997} at some length.`).join('\n\n')}\n${more}`;
  const pathOf = (i: number): string => `section-${Math.floor(i / 50)}/page-${i}.md`;
  const summary = Array.from({ length: pages }, (_, i) => `* [Page ${i}](${pathOf(i)})\n`).join('');
  const files: Record<string, string> = { 'SUMMARY.md': `* [Home](README.md)\n${summary}`, 'README.md': '# Home\n', ...Object.fromEntries(Array.from({ length: pages }, (_, i) => [pathOf(i), text(i)])) };
  try {
    plantProject(join(folder, 'docs.git'), files);
    const { id } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'From Git' });
    const brought = async (): Promise<void> => {
      await api('POST', `/v1/spaces/${id}/git/import`, { url, ref: MAIN, repoCacheID: 'bench' });
      for (;;) {
        const { state, lastOperation } = await api('GET', `/v1/spaces/${id}/git/info`);
        if (state === 'failed') throw new Error(lastOperation.error);
        if (state === 'idle') return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const clones: number[] = [];
    for (let i = 0; i < 3; i++) clones.push(await timed(async () => execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${join(folder, 'docs.git')}`, join(folder, `clone-${i}`)])));
    const whole = await timed(brought);
    const changed: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < CHANGED; k++) {
        const i = (k * 997 + round * 13) % pages;
        files[pathOf(i)] = text(i, `\nChanged ${round}\n`);
      }
      plantProject(join(folder, 'docs.git'), files);
      changed.push(await timed(brought));
    }
    return { clone: median(clones), whole, changed: median(changed) };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
