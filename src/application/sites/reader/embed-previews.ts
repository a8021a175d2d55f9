import { parseBlockTag } from '../../../domain/content/markdown/block-tag.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { Embeds } from '../../../ports/content/embeds.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';
import type { LinkPreview } from '../../../ports/sites/site-renderer.ts';
import { collectIncludes } from '../../content/content-includes.ts';
import type { ResolveInclude } from './page-includes.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Segment of the path of pictures of embedded pages, before the site space and the signed URL. */
export const EMBED_PICTURES = 'embeds';
const PURPOSE = 'embed-picture';
const TAG = /\{%-?\s*(?:embed|@[\w-]+)\b[^\n]{0,4096}?%\}/g;
/** Maximum number of embedded pages of a page that have previews. */
const MAX_EMBEDS = 50;
const MAX_URL = 2_048;

/** Previews of the pages that a content embeds, by URL. */
export interface PagePreviews {
  readonly previews: ReadonlyMap<string, LinkPreview>;
  /** True while further ones are fetched. */
  readonly isPending: boolean;
}

const NONE: PagePreviews = { previews: new Map(), isPending: false };

/** Finds previews of embedded pages without waiting for them: a page shows those that are known already. */
export class EmbedPreviews {
  /** @param embeds undefined if no foreign page may be fetched for readers */
  constructor(
    private readonly embeds: Embeds | undefined,
    private readonly signer: TextSigner,
  ) {}

  /** Finds the previews for a page with the contents that it includes, and begins to fetch the missing ones. */
  of({ map, variant }: SiteSpaceContext, markdown: string, resolveInclude: ResolveInclude | undefined): PagePreviews {
    const { embeds } = this;
    if (embeds === undefined || !markdown.includes('{%')) return NONE;
    const included = resolveInclude === undefined ? [] : [...collectIncludes(resolveInclude, markdown).values()];
    const texts = [markdown, ...included.map((one) => one.markdown)];
    const previews = new Map<string, LinkPreview>();
    let isPending = false;
    for (const url of embeddedUrls(texts)) {
      const known = embeds.known(url);
      if (known === undefined) {
        isPending = true;
        // Without a place for the download a later reader begins it.
        embeds.of(url, { organizationId: map.site.organizationId, user: 'readers' }).catch(() => {});
      } else if (known.isRead) {
        const { title, site, description, image } = known.embed;
        previews.set(url, {
          title,
          site,
          ...(description !== undefined && { description }),
          ...(image !== undefined && {
            picture: `${map.address.basePath}${RESERVED_SEGMENT}/${EMBED_PICTURES}/${variant.siteSpace.id}/${this.signer.sign(image, PURPOSE)}`,
          }),
        });
      }
    }
    return { previews, isPending };
  }

  /** Returns the URL of the picture that a path names; undefined if it was not made by `of`. */
  pictureOf(signed: string): string | undefined {
    return this.signer.verify(signed, PURPOSE);
  }
}

/** Lists the URLs that the tags of texts embed. */
function embeddedUrls(texts: readonly string[]): ReadonlySet<string> {
  const urls = new Set<string>();
  for (const [tag] of texts.flatMap((text) => [...text.matchAll(TAG)])) {
    const url = parseBlockTag(tag)?.values.get('url') ?? '';
    if (url.length <= MAX_URL && /^https?:/i.test(url) && URL.canParse(url)) urls.add(new URL(url).href);
    if (urls.size >= MAX_EMBEDS) break;
  }
  return urls;
}
