import { SpaceSeries } from './space-series.ts';
import { insertion, notOnce, require, titlesOf, type Workload, type WorkloadContext } from './workload.ts';

const PAGES_OF_A_SPACE = 200;

/** Inserts pages into spaces of its own, one per request, and deletes some of them. */
export class OwnPages implements Workload {
  readonly #spaces: SpaceSeries;
  readonly #deleted = new Set<string>();
  #last = 0;

  constructor(private readonly context: WorkloadContext) {
    this.#spaces = new SpaceSeries(context, `Pages of ${context.name}`, PAGES_OF_A_SPACE);
  }

  async step(): Promise<void> {
    const { client, random, name } = this.context;
    const spaceId = await this.#spaces.next();
    const title = `${name} page ${(this.#last += 1)}`;
    const content = `/v1/spaces/${spaceId}/content`;
    const { changes } = require('an insertion', await client.post(`${content}?compat=false`, {
      changes: [insertion(title, `Words of ${title}.`)],
    }), 200);
    if (!random.chance(0.2)) return this.#spaces.add(spaceId, title);
    const { id } = changes[0].page;
    require('a deletion', await client.post(content, { changes: [{ operation: 'delete_page', page: id }] }), 200);
    this.#deleted.add(title);
  }

  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const [spaceId, titles] of this.#spaces.expected) {
      const path = `/v1/spaces/${spaceId}/content/pages`;
      const found = titlesOf(require('the pages', await this.context.client.get(path), 200).pages);
      wrong.push(...notOnce('the page', titles, found));
      for (const title of found) if (this.#deleted.has(title)) wrong.push(`the deleted page ${title} is there`);
    }
    return wrong;
  }
}
