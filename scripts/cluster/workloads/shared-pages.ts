import { apiOf } from '../../../test/support/world.ts';
import { insertion, require, type Workload, type WorkloadContext } from './workload.ts';

/** Pages of a published space that several clients edit. */
export interface SharedPages {
  readonly spaceId: string;
  readonly pages: readonly { readonly id: string; readonly path: string }[];
  /** Path of the published site. */
  readonly site: string;
  /** Words that clients have added to each page. */
  readonly words: ReadonlyMap<string, string[]>;
  /** Words that an edit removed again. */
  readonly removed: Set<string>;
}

const PAGES = 3;
/** Words of a page after which the next edit removes them all. */
const MAX_WORDS = 200;

/** Adds pages to the space that the first start publishes. */
export async function createSharedPages({ client, organizationId }: WorkloadContext): Promise<SharedPages> {
  const [space] = require('the spaces', await client.get(`/v1/orgs/${organizationId}/spaces`), 200).items;
  const [site] = require('the sites', await client.get(`/v1/orgs/${organizationId}/sites`), 200).items;
  const changes = Array.from({ length: PAGES }, (_, index) => insertion(`Shared ${index}`, 'Begin.'));
  require('an edit', await client.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
  const { pages } = require('the pages', await client.get(`/v1/spaces/${space.id}/content/pages`), 200);
  const shared = pages.filter(({ title }: any) => title.startsWith('Shared '));
  return {
    spaceId: space.id,
    pages: shared.map(({ id, path }: any) => ({ id, path })),
    site: new URL(site.urls.published).pathname.replace(/\/$/, ''),
    words: new Map(shared.map(({ id }: any) => [id, []])),
    removed: new Set(),
  };
}

/**
 * Adds words to pages that others edit, each on top of the revision that it has read, and looks for each through another
 * node, in the content and on the published site.
 */
export class SharedPageEdits implements Workload {
  #words = 0;

  constructor(
    private readonly context: WorkloadContext,
    private readonly shared: SharedPages,
    private readonly token: string,
  ) {}

  async step(): Promise<void> {
    const { client, random, freshness, name } = this.context;
    const { spaceId, words, removed, site } = this.shared;
    const page = random.one(this.shared.pages)!;
    const word = `${name}w${(this.#words += 1)}e`;
    const path = `/v1/spaces/${spaceId}/content/page/${page.id}?format=markdown`;
    for (;;) {
      const { revision } = require('a space', await client.get(`/v1/spaces/${spaceId}`), 200);
      const { markdown } = require('a page', await client.get(path), 200);
      const present: string[] = markdown.trim().split(/\s+/);
      const kept = present.length > MAX_WORDS ? present.slice(0, 1) : present;
      const document = { markdown: `${[...kept, word].join(' ')}\n` };
      const answer = await client.post(
        `/v1/spaces/${spaceId}/content`,
        { changes: [{ operation: 'update_page', page: page.id, document }] },
        { 'if-match': `"${revision}"` },
      );
      if (answer.status === 412) continue;
      require('an edit', answer, 200);
      for (const gone of present.slice(kept.length)) removed.add(gone);
      break;
    }
    words.get(page.id)!.push(word);
    await freshness.expect(`${word} in the content`, async (url) => {
      const { status, body } = await apiOf({ url }, this.token).get(path);
      return status === 200 ? body.markdown.includes(word) || removed.has(word) : undefined;
    });
    await freshness.expect(`${word} on the site`, async (url) => {
      const { status, body } = await apiOf({ url }).get(`${site}/${page.path}`);
      return status === 200 ? body.includes(word) || removed.has(word) : undefined;
    });
  }

  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const [id, words] of this.shared.words) {
      const path = `/v1/spaces/${this.shared.spaceId}/content/page/${id}?format=markdown`;
      const { markdown } = require('a page', await this.context.client.get(path), 200);
      const found: string[] = markdown.trim().split(/\s+/);
      for (const word of words) {
        if (!word.startsWith(`${this.context.name}w`) || this.shared.removed.has(word)) continue;
        const count = found.filter((one) => one === word).length;
        if (count !== 1) wrong.push(`the word ${word} is ${count} times in page ${id}`);
      }
    }
    return wrong;
  }
}
