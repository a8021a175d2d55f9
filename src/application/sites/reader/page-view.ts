import { readDocument, getPage, readVariables } from '../../../domain/content/content-reads.ts';
import type { JsonObject } from '../../../domain/content/objects/json.ts';
import type { Page, VariableValue } from '../../../domain/content/page.ts';
import { both, constantQuery } from '../../../domain/content/objects/object-query.ts';
import { documentPath } from '../../../domain/sites/content/content-target.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type {
  ApiReference,
  PageCover,
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
import type { SiteSpaceContext } from './site-space-context.ts';
import { buildSiteShell } from './site-shell.ts';

const PARTS: readonly PagePart[] = ['title', 'description', 'tableOfContents', 'outline', 'pagination'];

const NO_REFERENCES: ReadonlyMap<string, ApiReference> = new Map();

/** Form in which a page is rendered; Markdown describes the operations of APIs in its text. */
export type PageForm = 'html' | 'markdown';

/** A page of a published space, and what it is shown with. */
interface PageViewInput {
  readonly space: SiteSpaceContext;
  readonly entry: OutlineEntry;
  readonly form: PageForm;
  readonly look: SiteAppearance | undefined;
  readonly operations: PageOperations;
  readonly alternates?: SiteShell['alternates'];
  readonly embedPreviews?: EmbedPreviews;
}

/** Builds the view of a page of a published space; undefined when the content does not contain the page. */
export async function buildPageView(store: ContentStore, input: PageViewInput): Promise<PageView | undefined> {
  const { space, entry, form, look, operations, alternates, embedPreviews } = input;
  const { map, content, linked, links, navigation } = space;
  const stored = await readPage(store, input);
  if (stored === undefined) return undefined;
  const { page, markdown, variables } = stored;
  const apiReferences = form === 'html' ? operations.references() : NO_REFERENCES;
  const resolveInclude = await readPageIncludes(store, content, markdown, {
    resolverAt: (place) => links.resolver(place),
    fill: fillOf(input),
  });
  const { previous, next } = linked.outline.neighbors(entry);
  const titled = (one: OutlineEntry): TitledLink => ({ title: one.label, href: links.page(one) });
  const canonicalUrl = map.address.absolute(links.page(entry));
  const editHref = editUrl(input);
  const picture = previewUrl(space, entry.id, pagePreview(space, page, look?.customization));
  const { previews, isPending } = embedPreviews?.of(space, markdown, resolveInclude) ?? {};
  return {
    site: {
      ...buildSiteShell(map, space.variant, look, entry === linked.outline.home ? '' : (entry.path ?? '')),
      ...(alternates && { alternates }),
    },
    // As large as the space, and not part of a text.
    navigation: form === 'html' ? navigation.itemsFor(entry) : [],
    page: {
      ...pageContent(page),
      markdown,
      path: links.page(entry).slice(map.address.basePath.length),
      ...(editHref !== undefined && { editHref }),
    },
    breadcrumbs: ancestorsOf(entry).map((one) =>
      one.type === 'group' && linked.outline.firstDocumentIn(one) === undefined ? { title: one.label } : titled(one),
    ),
    ...(previous && { previous: titled(previous) }),
    ...(next && { next: titled(next) }),
    noIndex: map.site.visibility !== 'public' || !entry.indexed,
    // A proxy may show pages at other paths, such as the home page without the slash at its end.
    ...(map.site.proxy === null && { address: links.page(entry) }),
    canonicalUrl,
    canonicalHome: map.address.home,
    ...(picture !== undefined && { previewPicture: picture }),
    tools: buildPageTools({ space, entry, markdown, canonicalUrl, editHref, look }),
    ...(apiReferences.size > 0 && { apiReferences }),
    ...(previews !== undefined && previews.size > 0 && { linkPreviews: previews }),
    ...(isPending && { isProvisional: true }),
    resolveLink: links.resolver(documentPath(entry)),
    ...(resolveInclude && { resolveInclude }),
    ...pageEvaluators(page, variables, map.visitor),
  };
}

const fillOf = ({ form, operations }: PageViewInput): PageOperations['fill'] =>
  form === 'html' ? operations.empty : operations.fill;

/** Reads a page, its text and the variables of its space. */
async function readPage(
  store: ContentStore,
  input: PageViewInput,
): Promise<
  { readonly page: Page; readonly markdown: string; readonly variables: ReadonlyMap<string, VariableValue> } | undefined
> {
  const { space, entry, form } = input;
  const { content, expanded } = space;
  const generated = expanded.pages.get(entry.id);
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
  const markdown =
    generated === undefined
      ? fillOf(input)(decodeText(document))
      : ((form === 'html' ? generated.referenceMarkdown : undefined) ?? generated.markdown);
  return { page, markdown, variables };
}

function pageContent(page: Page): Omit<PageView['page'], 'markdown' | 'path' | 'editHref'> {
  const { title, description, emoji, icon, layout, updatedAt } = page;
  const cover = pageCover(page);
  return {
    title,
    ...(description !== undefined && { description }),
    ...(emoji !== undefined && { emoji: emojiText(emoji) }),
    ...(icon !== undefined && { icon }),
    ...(cover !== undefined && { cover }),
    updatedAt,
    hidden: PARTS.filter((part) => layout?.[part] === false),
    ...(layout?.['width'] === 'wide' && { isWide: true }),
  };
}

/** Returns the URL of the page's file in the repository where the customization shows it. */
function editUrl({ space: { variant }, entry, look }: PageViewInput): string | undefined {
  if (!look?.customization.git.showEditLink || variant.treeUrl === null || entry.gitPath === undefined)
    return undefined;
  return `${variant.treeUrl.replace(/\/$/, '')}/${entry.gitPath.split('/').map(encodeURIComponent).join('/')}`;
}

function ancestorsOf(entry: OutlineEntry): readonly OutlineEntry[] {
  const above: OutlineEntry[] = [];
  for (let at = entry.parent; at !== undefined; at = at.parent) above.push(at);
  return above.reverse();
}

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
