import type { Content } from '../../../domain/content/content.ts';
import { readDocument, getPage } from '../../../domain/content/content-reads.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import { MAX_INCLUDE_DEPTH } from '../../../domain/content/documents/evaluate-markdown.ts';
import type { Id, PageId } from '../../../domain/kernel/id.ts';
import { parseTargetKey, targetKey } from '../../../domain/links/link-target.ts';
import { findLinks } from '../../../domain/links/written-links.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { isPubliclyReadable } from '../../../domain/sites/site.ts';
import type { SiteReads } from '../../../ports/sites/site-reads.ts';
import { decodeText, readIncludes } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { locationKey, parseLinkedLocation, type LinkedLocation } from './linked-location.ts';
import { SiteAddress } from './site-address.ts';
import { buildSiteMap, type SiteMap, type Variant } from './site-map.ts';
import type { SiteSpaces } from './site-spaces.ts';

/**
 * Limits on the other spaces that one page may link to, and on the sites searched for each; links beyond are broken.
 */
const MAX_SPACES = 50;
const MAX_SITES = 20;

/** Lists the locations in other spaces that a page links to, directly or through included contents. */
export async function listLinkedLocations(
  contentCache: PublishedContentCache,
  content: Content,
  pageId: PageId,
): Promise<readonly LinkedLocation[]> {
  const markdown = decodeText(await read(contentCache.store, documentIn(content, pageId)));
  const included = await readIncludes(contentCache.store, content, markdown);
  const places = new Map<string, LinkedLocation>();
  let texts: readonly string[] = [markdown];
  for (let depth = 0; depth <= MAX_INCLUDE_DEPTH && texts.length > 0; depth++) {
    const inner = new Set<string>();
    const links = (await Promise.all(texts.map((text) => inTimeSlices(findLinks(text))))).flat();
    for (const { target, use } of links) {
      if (use === 'include') {
        const found = included?.(target);
        if (found !== undefined) inner.add(found.markdown);
        continue;
      }
      const key = target.includes('spaces/') ? targetKey(target, { documentPath: '' }, use) : undefined;
      const form = key === undefined ? undefined : parseTargetKey(key);
      const place = form?.kind === 'app' ? parseLinkedLocation(form.path) : undefined;
      if (place !== undefined) places.set(locationKey(place), place);
    }
    texts = [...inner];
  }
  return [...places.values()];
}

function* documentIn(content: Content, pageId: PageId): ObjectQuery<Uint8Array | undefined> {
  const page = yield* getPage(content, pageId);
  return page === undefined ? undefined : yield* readDocument(page);
}

interface FoundSpace {
  readonly map: SiteMap;
  readonly variant: Variant;
  readonly isHere: boolean;
}

/**
 * Finds the URLs of other spaces for readers of a site: on the same site, or on another site of the organization that
 * they may read.
 */
export class LinkedSpaces {
  constructor(
    private readonly sites: SiteReads,
    private readonly spaces: Pick<SiteSpaces, 'of'>,
    private readonly homes: Pick<SiteUrls, 'canonical'>,
  ) {}

  /** Finds the URLs of the locations that readers may see, by location key. */
  async hrefs(map: SiteMap, places: readonly LinkedLocation[]): Promise<ReadonlyMap<string, string>> {
    const spaces = [...new Set(places.map(({ space }) => space))].slice(0, MAX_SPACES);
    const found = new Map(
      await Promise.all(spaces.map(async (space) => [space, await this.#find(map, space)] as const)),
    );
    const hrefs = await Promise.all(
      places.map(async (place): Promise<[string, string][]> => {
        const there = found.get(place.space);
        const href = there && (await this.#hrefOf(there, place));
        return href === undefined ? [] : [[locationKey(place), href]];
      }),
    );
    return new Map(hrefs.flat());
  }

  async #find(map: SiteMap, space: Id): Promise<FoundSpace | undefined> {
    const here = variantOf(map, space);
    if (here !== undefined) return { map, variant: here, isHere: true };
    const { organizationId, visibility } = map.site;
    const { items } = await this.sites.list(organizationId, { spaceId: space, published: true }, { limit: MAX_SITES });
    // A public page must not reveal the URL of an unlisted site.
    const open = items
      .map(({ state }) => state)
      .filter((state) => isPubliclyReadable(state) && (state.visibility === 'public' || visibility !== 'public'));
    for (const { id } of open.sort((a, b) => Number(b.visibility === 'public') - Number(a.visibility === 'public'))) {
      const published = await this.sites.findPublished({ id });
      if (published === undefined || !isPubliclyReadable(published.site)) continue;
      const there = buildSiteMap(published, new SiteAddress(this.homes.canonical(published.site)));
      const variant = variantOf(there, space);
      if (variant !== undefined) return { map: there, variant, isHere: false };
    }
    return undefined;
  }

  async #hrefOf({ map, variant, isHere }: FoundSpace, { page }: LinkedLocation): Promise<string | undefined> {
    const { linked, links } = await this.spaces.of(map, variant);
    const entry = page === undefined ? undefined : linked.outline.byId(page);
    if (page !== undefined && entry?.type !== 'document' && entry?.type !== 'group') return undefined;
    const href = entry === undefined ? map.address.page(variant.root, '') : links.page(entry);
    return isHere ? href : map.address.absolute(href);
  }
}

const variantOf = ({ variants }: SiteMap, space: Id): Variant | undefined =>
  variants.find(({ siteSpace }) => siteSpace.spaceId === space);
