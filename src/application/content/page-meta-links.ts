import type { Page } from '../../domain/content/page.ts';
import type { PageParser } from '../../ports/imports/page-sources.ts';

/** Target of a meta link: a page of the space, or a URL. */
export type MetaLinkTarget =
  { readonly kind: 'page'; readonly page: string } | { readonly kind: 'url'; readonly url: string };

/** Links of a page for search engines. */
export interface PageMetaLinks {
  /** Address under which the content should be indexed instead. */
  readonly canonical?: MetaLinkTarget;
  /** Variants of the page, such as translations. */
  readonly alternates?: readonly MetaLinkTarget[];
}

/** Meta links as the front matter states them: URLs or paths. */
export interface WrittenMetaLinks {
  readonly canonical?: string;
  readonly alternates?: readonly string[];
}

/** Reads the member `metaLinks` of a page's front matter; undefined if it states none. */
export function readMetaLinks(
  { frontMatter }: Pick<Page, 'frontMatter'>,
  sources: PageParser,
): WrittenMetaLinks | undefined {
  const source = sourceOf(frontMatter);
  if (source === undefined || !source.includes('metaLinks')) return undefined;
  const { canonical, alternates } = sources.parse(source, () => undefined).fields;
  if (canonical === undefined && alternates === undefined) return undefined;
  return { ...(canonical !== undefined && { canonical }), ...(alternates && { alternates }) };
}

/** Decodes stored front matter; bytes that are not UTF-8 become U+FFFD. */
function sourceOf(frontMatter: Page['frontMatter']): string | undefined {
  const { source, base64 } = frontMatter ?? {};
  if (typeof source === 'string') return source;
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('utf8') : undefined;
}

type ResolveTargets = (targets: readonly string[]) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;

/** Replaces the paths of pages by their ids. A path that leads to no page stays as written. */
export async function resolveMetaLinks(
  { canonical, alternates }: WrittenMetaLinks,
  resolve: ResolveTargets,
): Promise<PageMetaLinks> {
  const found = await resolve([...(canonical === undefined ? [] : [canonical]), ...(alternates ?? [])]);
  const targetOf = (written: string): MetaLinkTarget => {
    const page = found.get(written)?.['page'];
    return typeof page === 'string' ? { kind: 'page', page } : { kind: 'url', url: written };
  };
  return {
    ...(canonical !== undefined && { canonical: targetOf(canonical) }),
    ...(alternates && { alternates: alternates.map(targetOf) }),
  };
}
