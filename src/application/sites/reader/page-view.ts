import { readDocument, getPage, readVariables } from '../../../domain/content/content-reads.ts';
import type { JsonObject } from '../../../domain/content/objects/json.ts';
import type { Page, VariableValue } from '../../../domain/content/page.ts';
import { both, constantQuery } from '../../../domain/content/objects/object-query.ts';
import { documentPath } from '../../../domain/sites/content/content-target.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import { localized } from '../../../domain/sites/customization.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { SiteExternalLinkState } from '../../../domain/sites/structure/site-external-link.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type {
  ApiReference,
  PageCover,
  SwitcherItem,
  SwitcherGroup,
  PagePart,
  PageView,
  SiteShell,
  SiteAppearance,
  TitledLink,
} from '../../../ports/sites/site-renderer.ts';
import { decodeText } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import type { EmbedPreviews } from './embed-previews.ts';
import { emojiText } from './emoji-text.ts';
import { pageEvaluators } from './page-evaluators.ts';
import { readPageIncludes } from './page-includes.ts';
import type { PageOperations } from './page-operations.ts';
import { pagePreview, previewUrl } from './page-previews.ts';
import { buildPageTools } from './page-tools.ts';
import { rootOfPage, type NavigationPart, type VisibleSection, type SiteMap, type Variant } from './site-map.ts';
import type { SiteSpaceContext } from './site-space-context.ts';
import { languageOf } from './variant-language.ts';
import { siteTitle } from './site-title.ts';

const PARTS: readonly PagePart[] = ['title', 'description', 'tableOfContents', 'outline', 'pagination'];

/**
 * Builds the parts of a page that all pages of the site share.
 * @param variant space that the reader is in
 * @param path path of the page within the space, which the switch between variants keeps
 */
export function buildSiteShell(
  map: SiteMap,
  variant: Variant | undefined,
  look: SiteAppearance | undefined,
  path = '',
): SiteShell {
  const { variants, navigation, sections } = map;
  const here = variant?.siteSpace.sectionId ?? null;
  const tabOf = (one: VisibleSection): SwitcherItem => ({
    title: one.title,
    href: map.address.page(one.root, ''),
    ...(one.id === here && { current: true }),
  });
  const customization = look?.customization;
  const localizedTitleOf = ({ title: text, localizedTitle }: SiteExternalLinkState): string =>
    customization === undefined ? text : localized(customization, text, localizedTitle ?? undefined);
  const itemsOf = (part: NavigationPart): readonly SwitcherItem[] =>
    'section' in part
      ? [tabOf(part.section)]
      : 'link' in part
        ? [{ title: localizedTitleOf(part.link), href: part.link.url }]
        : part.parts.flatMap(itemsOf);
  const items = navigation.flatMap(itemsOf);
  const choices = variants
    .filter(({ siteSpace }) => variant === undefined || siteSpace.sectionId === here)
    .filter((one) => !one.siteSpace.hidden || one === variant)
    .map((one) =>
      one === variant
        ? { title: one.title, href: map.address.page(rootOfPage(map, one, path), path), current: true }
        : {
            title: one.title,
            href: path === '' ? map.address.page(one.root, '') : map.address.variant(one.siteSpace.id, path),
          },
    );
  const language = variant && languageOf(map, variant);
  const scopes = [
    ...(sections.length > 1 && choices.length > 1 ? (['section'] as const) : []),
    ...(variants.length > 1 ? (['space'] as const) : []),
  ];
  return {
    title: siteTitle(map, variant),
    basePath: map.address.basePath,
    searchPath: `${RESERVED_SEGMENT}/search`,
    ...(map.visitor.isPreviewing && { isPreview: true }),
    ...(variant && { spaceId: variant.siteSpace.id }),
    ...(scopes.length > 0 && { searchScopes: scopes }),
    ...(language !== undefined && { language }),
    ...(look && { appearance: look }),
    ...(items.length > 1 && {
      sections: navigation.flatMap((part): readonly (SwitcherItem | SwitcherGroup)[] =>
        'parts' in part ? [{ title: part.title, items: itemsOf(part) }] : itemsOf(part),
      ),
    }),
    ...(choices.length > 1 && { variants: choices }),
  };
}

const NO_REFERENCES: ReadonlyMap<string, ApiReference> = new Map();

/** Form in which a page is rendered; Markdown describes the operations of APIs in its text. */
export type PageForm = 'html' | 'markdown';

/** Builds the view of a page of a published space; undefined when the content does not contain the page. */
export async function buildPageView(
  store: ContentStore,
  on: SiteSpaceContext,
  entry: OutlineEntry,
  look: SiteAppearance | undefined,
  operations: PageOperations,
  form: PageForm,
  { alternates, embedPreviews }: Pick<SiteShell, 'alternates'> & { readonly embedPreviews?: EmbedPreviews } = {},
): Promise<PageView | undefined> {
  const { map, variant, content, linked, links, navigation } = on;
  const generated = on.expanded.pages.get(entry.id);
  const page = generated?.page ?? (await read(store, getPage(content, entry.id)));
  if (page === undefined) return undefined;
  const [document, variables] = await read(
    store,
    both(
      readDocument(page),
      content.variables === null
        ? constantQuery<ReadonlyMap<string, VariableValue>>(new Map())
        : readVariables(content),
    ),
  );
  const fill = form === 'html' ? operations.empty : operations.fill;
  const markdown =
    generated === undefined
      ? fill(decodeText(document))
      : ((form === 'html' ? generated.referenceMarkdown : undefined) ?? generated.markdown);
  const apiReferences = form === 'html' ? operations.references() : NO_REFERENCES;
  const place = documentPath(entry);
  const resolveInclude = await readPageIncludes(store, content, markdown, (at) => links.resolver(at), fill);
  const { previous, next } = linked.outline.neighbours(entry);
  const titled = (one: OutlineEntry): TitledLink => ({ title: one.label, href: links.page(one) });
  const href = links.page(entry);
  const cover = pageCover(page);
  const editHref =
    look?.customization.git.showEditLink && variant.treeUrl !== null && entry.gitPath !== undefined
      ? fileUrl(variant.treeUrl, entry.gitPath)
      : undefined;
  const canonicalUrl = map.address.absolute(href);
  const picture = previewUrl(on, entry.id, pagePreview(on, page, look?.customization));
  const { previews, isPending } = embedPreviews?.of(on, markdown, resolveInclude) ?? {};
  const hidden = PARTS.filter((part) => page.layout?.[part] === false);

  return {
    site: {
      ...buildSiteShell(map, variant, look, entry === linked.outline.home ? '' : (entry.path ?? '')),
      ...(alternates && { alternates }),
    },
    // As large as the space, and not part of a text.
    navigation: form === 'html' ? navigation.itemsFor(entry) : [],
    page: {
      title: page.title,
      ...(page.description !== undefined && { description: page.description }),
      ...(page.emoji !== undefined && { emoji: emojiText(page.emoji) }),
      ...(page.icon !== undefined && { icon: page.icon }),
      markdown,
      path: href.slice(map.address.basePath.length),
      ...(cover !== undefined && { cover }),
      updatedAt: page.updatedAt,
      ...(editHref !== undefined && { editHref }),
      hidden,
      ...(page.layout?.['width'] === 'wide' && { isWide: true }),
    },
    breadcrumbs: ancestorsOf(entry).map((one) =>
      one.type === 'group' && linked.outline.firstDocumentIn(one) === undefined ? { title: one.label } : titled(one),
    ),
    ...(previous && { previous: titled(previous) }),
    ...(next && { next: titled(next) }),
    noIndex: map.site.visibility !== 'public' || !entry.indexed,
    canonicalUrl,
    canonicalHome: map.address.home,
    ...(picture !== undefined && { previewPicture: picture }),
    tools: buildPageTools({
      space: on,
      entry,
      markdown,
      canonicalUrl,
      editHref,
      look,
    }),
    ...(apiReferences.size > 0 && { apiReferences }),
    ...(previews !== undefined && previews.size > 0 && { linkPreviews: previews }),
    ...(isPending && { isProvisional: true }),
    resolveLink: links.resolver(place),
    ...(resolveInclude && { resolveInclude }),
    ...pageEvaluators(page, variables, map.visitor),
  };
}

function ancestorsOf(entry: OutlineEntry): readonly OutlineEntry[] {
  const above: OutlineEntry[] = [];
  for (let at = entry.parent; at !== undefined; at = at.parent) above.push(at);
  return above.reverse();
}

const fileUrl = (treeUrl: string, path: string): string =>
  `${treeUrl.replace(/\/$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Returns the target of a page's cover; undefined when there is none or the layout hides it. */
export const coverOf = ({ cover, layout }: Page): string | undefined =>
  layout?.['cover'] === false ? undefined : imageTarget(cover?.['ref']);

/** Share of the height of a cover that moving the picture by one pixel stands for, in percent. */
const PERCENT_PER_PIXEL = 0.16;

/** Returns the cover of a page; undefined when there is none or the layout hides it. */
function pageCover({ cover, layout }: Page): PageCover | undefined {
  const [light, dark] = [imageTarget(cover?.['ref']), imageTarget(cover?.['refDark'])];
  const image = light ?? dark;
  if (image === undefined || layout?.['cover'] === false) return undefined;
  const y = cover?.['yPos'];
  return {
    image,
    ...(dark !== undefined && dark !== image && { darkImage: dark }),
    ...(typeof y === 'number' && y !== 0 && { position: Math.min(100, Math.max(0, 50 - y * PERCENT_PER_PIXEL)) }),
    ...((layout?.['coverSize'] === 'full' || layout?.['coverSize'] === 'background') && { isFull: true }),
  };
}

/** Returns the target of a reference to a picture: a file of the space or a URL. */
function imageTarget(reference: unknown): string | undefined {
  if (typeof reference !== 'object' || reference === null) return undefined;
  const ref = reference as JsonObject;
  if (ref['kind'] === 'file' && typeof ref['file'] === 'string') return `/files/${ref['file']}`;
  return ref['kind'] === 'url' && typeof ref['url'] === 'string' ? ref['url'] : undefined;
}
