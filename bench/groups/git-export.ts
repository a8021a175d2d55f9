import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commitProject } from '../../test/support/git/git-project.ts';
import { median } from '../figures.ts';
import { gitServer } from '../processes.ts';

type Api = (method: string, path: string, body?: unknown) => Promise<any>;

export interface ExportTimes {
  /** Milliseconds of an export of one changed page, of a renamed page, and of nothing. */
  readonly page: number;
  readonly renamed: number;
  readonly nothing: number;
}

const FOLDER = 50;
const TEXT = `${'Words of a page that somebody wrote. '.repeat(30)}\n`;

/**
 * Measures exports of a space of `size` pages to a repository on this machine over HTTP, from the request to the end of
 * the operation; returns medians.
 */
export async function measureExports(
  api: Api,
  organization: string,
  size: number,
  rounds: number,
): Promise<ExportTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-export-'));
  const server = await gitServer(folder);
  try {
    commitProject(join(folder, 'docs.git'), project(size));
    const { id } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: 'Exported' });
    const operation = async (kind: 'import' | 'export'): Promise<number> => {
      const from = performance.now();
      await api('POST', `/v1/spaces/${id}/git/${kind}`, {
        url: `${server.url}/docs.git`,
        ref: 'refs/heads/main',
        repoCacheID: 'bench',
      });
      for (;;) {
        const { state, lastOperation } = await api('GET', `/v1/spaces/${id}/git/info`);
        if (state === 'failed') throw new Error(lastOperation.error);
        if (state === 'idle') return performance.now() - from;
        await pause(5);
      }
    };
    await operation('import');
    const groups: { readonly pages: readonly { readonly id: string }[] }[] = (
      await api('GET', `/v1/spaces/${id}/content/pages`)
    ).pages.filter(({ pages }: { pages: unknown[] }) => pages.length > 0);
    const times: Record<keyof ExportTimes, number[]> = { page: [], renamed: [], nothing: [] };
    for (let round = 0; round < rounds; round++) {
      const page = groups[round % groups.length]!.pages[round % (FOLDER - 1)]!.id;
      const edit = (fields: object) =>
        api('POST', `/v1/spaces/${id}/content`, { changes: [{ operation: 'update_page', page, ...fields }] });
      await edit({ document: { markdown: `# Round ${round}\n\n${TEXT}` } });
      times.page.push(await operation('export'));
      await edit({ title: `Round ${round}` });
      times.renamed.push(await operation('export'));
      times.nothing.push(await operation('export'));
    }
    return { page: median(times.page), renamed: median(times.renamed), nothing: median(times.nothing) };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function project(size: number): Record<string, string> {
  const files: Record<string, string> = {};
  const summary = ['# Table of contents', ''];
  for (let at = 0; at < size; at++) {
    const section = Math.floor(at / FOLDER);
    const path = at % FOLDER === 0 ? `section-${section}/README.md` : `section-${section}/page-${at}.md`;
    summary.push(`${at % FOLDER === 0 ? '' : '  '}* [Page ${at}](${path})`);
    files[path] = `---\ndescription: What page ${at} is about\n---\n\n# Page ${at}\n\n${TEXT}`;
  }
  return { ...files, 'SUMMARY.md': `${summary.join('\n')}\n` };
}
