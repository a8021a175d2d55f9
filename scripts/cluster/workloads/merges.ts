import { SpaceSeries } from './space-series.ts';
import { insertion, listAll, notOnce, require, titlesOf, type Workload, type WorkloadContext } from './workload.ts';

const MERGES_OF_A_SPACE = 200;

/** Spaces whose change requests several clients open and merge. */
export const createMergeSpaces = (context: WorkloadContext): SpaceSeries =>
  new SpaceSeries(context, 'Merges', MERGES_OF_A_SPACE);

/** Opens a change request with one page and merges it, while others do the same in the same space. */
export class Merges implements Workload {
  /** Ids of the change requests that were merged. */
  readonly changeRequests: string[] = [];
  #last = 0;

  constructor(
    private readonly context: WorkloadContext,
    private readonly spaces: SpaceSeries,
  ) {}

  async step(): Promise<void> {
    const { client, name } = this.context;
    const spaceId = await this.spaces.next();
    const subject = `${name} change ${(this.#last += 1)}`;
    const all = `/v1/spaces/${spaceId}/change-requests`;
    const { id } = require('a new change request', await client.post(all, { subject }), 201);
    const changes = [insertion(subject, `Words of ${subject}.`)];
    require('an edit', await client.post(`${all}/${id}/content`, { changes }), 200);
    require('a merge', await client.post(`${all}/${id}/merge`), 200);
    this.spaces.add(spaceId, subject);
    this.changeRequests.push(id);
  }

  async check(): Promise<string[]> {
    const own = (titles: Iterable<string>): string[] =>
      [...titles].filter((title) => title.startsWith(`${this.context.name} `));
    const wrong: string[] = [];
    for (const [spaceId, titles] of this.spaces.expected) {
      const space = `/v1/spaces/${spaceId}`;
      const { pages } = require('the pages', await this.context.client.get(`${space}/content/pages`), 200);
      const merged = await listAll(this.context, `${space}/change-requests?status=merged`);
      const subjects = merged.map(({ subject }) => subject as string);
      wrong.push(
        ...notOnce('the page', own(titles), own(titlesOf(pages))),
        ...notOnce('the change request', own(titles), own(subjects)),
      );
    }
    return wrong;
  }
}
