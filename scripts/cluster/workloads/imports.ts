import { setTimeout as pause } from 'node:timers/promises';
import { zipOf } from '../../../test/support/files/zip.ts';
import { upload } from './uploads.ts';
import { SpaceSeries } from './space-series.ts';
import { notOnce, require, titlesOf, type Workload, type WorkloadContext } from './workload.ts';

const PAGES = 12;
const IMPORTS_OF_A_SPACE = 20;
const PATIENCE_MS = 120_000;

/** Imports archives of pages into spaces of its own, by jobs that run on other nodes. */
export class Imports implements Workload {
  readonly #spaces: SpaceSeries;
  #last = 0;

  constructor(private readonly context: WorkloadContext) {
    this.#spaces = new SpaceSeries(context, `Imports of ${context.name}`, IMPORTS_OF_A_SPACE);
  }

  async step(): Promise<void> {
    const { client, organizationId, name } = this.context;
    const spaceId = await this.#spaces.next();
    const run = (this.#last += 1);
    const titles = Array.from({ length: PAGES }, (_, page) => `${name} import ${run} page ${page}`);
    const archive = zipOf(
      titles.map((title, page) => ({ name: `pages/r${run}p${page}.md`, bytes: `# ${title}\n\nWords of ${title}.\n` })),
    );
    const key = await upload(this.context, archive, {
      name: 'pages.zip',
      kind: 'import_file',
      type: 'application/octet-stream',
    });
    const all = `/v1/org/${organizationId}/imports`;
    const source = { type: 'file', files: [key] };
    const { id } = require('an import', await client.post(all, { source, target: { space: spaceId } }), 201);
    for (const end = performance.now() + PATIENCE_MS; ; await pause(100)) {
      const { status, reason } = require('an import run', await client.get(`${all}/${id}`), 200);
      if (status === 'completed') break;
      if (status !== 'pending' && status !== 'in-progress') throw new Error(`an import run ${status}: ${reason}`);
      if (performance.now() > end) throw new Error(`an import run is ${status} after ${PATIENCE_MS / 1_000} s`);
    }
    for (const title of titles) this.#spaces.add(spaceId, title);
  }

  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const [spaceId, titles] of this.#spaces.expected) {
      const path = `/v1/spaces/${spaceId}/content/pages`;
      const found = titlesOf(require('the pages', await this.context.client.get(path), 200).pages);
      wrong.push(...notOnce('the imported page', titles, found));
    }
    return wrong;
  }
}
