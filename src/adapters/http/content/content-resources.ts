import * as z from 'zod';
import type {
  FileView,
  ReusableContentView,
  PageView,
  PagesView,
  ReadOptions,
} from '../../../application/content/content-views.ts';
import { documentIdOf, type ContentLocation } from '../../../application/content/content-location.ts';
import type { PageMetaLinks } from '../../../application/content/page-meta-links.ts';
import { OPENAPI_PAGES } from '../../../application/openapi-specs/openapi-pages.ts';
import type { PageNode } from '../../../domain/content/content-reads.ts';
import type { GitBlob, Page } from '../../../domain/content/page.ts';
import type { JsonObject } from '../../../domain/content/objects/json.ts';
import { DEFAULT_LAYOUT } from '../../../domain/content/page-layout.ts';
import type { BlockDocument } from '../../../ports/content/block-documents.ts';
import { instant, uri } from '../kernel/fields.ts';
import { lazily } from '../kernel/lazy-list.ts';
import type { Links } from '../kernel/links.ts';
import { present, resource, type Resource } from '../kernel/reply.ts';

/** Schema of the file of a repository that a page or file was imported from. */
export const gitBlob = z.object({ oid: z.string(), path: z.string() }).meta({ id: 'GitBlob' });
/** Schema of variables by name. */
export const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const documentModel = z
  .looseObject({
    object: z.literal('document'),
    data: z.looseObject({ schemaVersion: z.number().int() }),
    nodes: z.array(z.looseObject({ object: z.literal('block'), type: z.string(), key: z.string() })),
  })
  .meta({
    description:
      'Text as a tree of blocks. Content without a block type is a paragraph of its Markdown, with `raw` in its `data`.',
  });

/** Parameter of operations that answer documents. */
export const schema = z
  .enum(['current', 'next'])
  .default('current')
  .meta({ description: 'Version of the block schema; both values are equivalent.' });

export const DocumentResource = resource(
  'DocumentModel',
  documentModel,
  (document: BlockDocument) => document as unknown as z.input<typeof documentModel>,
);

const coverRef = z.union([
  z.object({ kind: z.literal('file'), file: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);
/** Schema of the cover of a page. */
export const cover = z.object({ ref: coverRef.optional(), refDark: coverRef.optional(), yPos: z.number() });
/** Schema of the layout of a page. */
export const layout = z.object({
  width: z.enum(['default', 'wide']),
  cover: z.boolean(),
  coverSize: z.enum(['hero', 'full', 'background']),
  coverMask: z.literal('none'),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
  tags: z.literal(true),
  actions: z.literal(true),
  anchors: z.literal(true),
});
type Layout = z.infer<typeof layout>;
/** Layout options that newer clients require and pages cannot change. */
const FIXED_LAYOUT = { coverMask: 'none', tags: true, actions: true, anchors: true } as const;
const FULL_DEFAULT_LAYOUT: Layout = { ...DEFAULT_LAYOUT, ...FIXED_LAYOUT };
/** Returns the layout of a page with its defaults. */
export const presentLayout = (options: Page['layout']): Layout =>
  options === undefined ? FULL_DEFAULT_LAYOUT : { ...FULL_DEFAULT_LAYOUT, ...options };

/** Tags of a page or a revision. Newer clients require the list; tags of repositories stay in their files. */
export const tags = z.array(z.never()).meta({ description: 'Always empty: content has no tags of its own.' });

const common = {
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: instant.optional(),
  updatedAt: instant.optional(),
  git: gitBlob.optional(),
};
const indexing = { hidden: z.boolean(), noIndex: z.boolean(), noRobotsIndex: z.boolean() };

interface CommonFields {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly git?: GitBlob;
}
interface Indexing {
  readonly hidden: boolean;
  readonly noIndex: boolean;
  readonly noRobotsIndex: boolean;
}
interface DocumentBody extends CommonFields, Indexing {
  readonly kind: 'sheet';
  readonly type: 'document';
  readonly urls: { readonly app: string };
  readonly slug: string;
  readonly path: string;
  readonly description?: string;
  readonly condition?: string;
  readonly layout: Layout;
  readonly cover?: unknown;
  readonly variables?: unknown;
  readonly documentId?: string;
  readonly computed?: unknown;
  readonly computedSeed?: string;
  readonly markdown?: string;
  readonly document?: unknown;
  readonly tags: never[];
  readonly pages: readonly PageBody[];
}
interface GroupBody extends CommonFields, Indexing {
  readonly kind: 'group';
  readonly type: 'group';
  readonly slug: string;
  readonly path: string;
  readonly condition?: string;
  readonly pages: readonly PageBody[];
}
interface LinkBody extends CommonFields {
  readonly kind: 'link';
  readonly type: 'link';
  readonly target: unknown;
  readonly href?: string;
  readonly hidden: boolean;
}
interface ComputedBody extends CommonFields {
  readonly type: 'computed';
  readonly computed: unknown;
  readonly computedSeed?: string;
}
export type PageBody = DocumentBody | GroupBody | LinkBody | ComputedBody;

const below = z.lazy(() => z.array(PageSchema)).meta({ description: 'Subpages in order.' });

const computedModel = z.looseObject({
  type: z.string(),
  props: z.looseObject({}),
  dependencies: z.looseObject({}).optional(),
});

const documentPage = z.object({
  ...common,
  ...indexing,
  kind: z.literal('sheet').meta({ deprecated: true }),
  type: z.literal('document'),
  urls: z.object({ app: uri }),
  slug: z.string(),
  path: z.string(),
  description: z.string().optional(),
  condition: z.string().optional(),
  layout,
  cover: cover.optional(),
  variables: variables.optional(),
  documentId: z.string().optional().meta({ description: 'ID of this version of the document.' }),
  computed: computedModel
    .optional()
    .meta({ description: 'Source of the document; only on pages of a computed revision.' }),
  computedSeed: z.string().optional().meta({ description: 'Seed for computing the document.' }),
  markdown: z
    .string()
    .optional()
    .meta({ description: 'Markdown of a single page, byte for byte, unless another format is requested.' }),
  document: DocumentResource.schema
    .optional()
    .meta({ description: 'Tree of blocks of a single page with `format=document`.' }),
  tags,
  pages: below,
});
const groupPage = z.object({
  ...common,
  ...indexing,
  kind: z.literal('group').meta({ deprecated: true }),
  type: z.literal('group'),
  slug: z.string(),
  path: z.string(),
  condition: z.string().optional(),
  pages: below,
});
const linkPage = z.object({
  ...common,
  kind: z.literal('link').meta({ deprecated: true }),
  type: z.literal('link'),
  target: z.looseObject({ kind: z.string() }),
  href: z.string().optional(),
  hidden: z.boolean(),
});
const computedPage = z.object({
  ...common,
  type: z.literal('computed'),
  computed: z.looseObject({ type: z.string(), props: z.looseObject({}), dependencies: z.looseObject({}) }).meta({
    description: 'Source of the pages. With `computed=true`, a known source is replaced by a group of its pages.',
  }),
  computedSeed: z.string().optional().meta({ description: 'Seed of the IDs of the computed pages.' }),
});

export const PageSchema: z.ZodType<PageBody> = z
  .union([documentPage, groupPage, linkPage, computedPage])
  .meta({ id: 'Page' }) as unknown as z.ZodType<PageBody>;

/** Returns the app's URL of a page in a space or a change request. */
const appUrl = ({ spaceId, changeRequestId }: ContentLocation, id: string, links: Links): string =>
  changeRequestId === undefined
    ? links.app('spaces', spaceId, 'pages', id)
    : links.app('spaces', spaceId, 'change-requests', changeRequestId, 'pages', id);

/**
 * Presents a page of the tree without its document. Only pages of the root are presented as groups; a group below
 * another page is a document page without a document, as the types of official clients require.
 */
export function presentPage(
  { page, path, pages }: PageNode,
  options: ReadOptions & { readonly place: ContentLocation },
  links: Links,
): PageBody {
  const { id, title, emoji, icon, createdAt, updatedAt, git, slug = '' } = page;
  const { hidden = false, noIndex = false, noRobotsIndex = false, condition } = page;
  const shownGit = options.metadata ? git : undefined;
  const fields = { id, title, emoji, icon, createdAt, updatedAt, git: shownGit };
  const type = page.type === 'group' && page.parent !== null ? 'document' : page.type;
  switch (type) {
    case 'document':
      // One literal, with undefined members: trees have up to a hundred thousand pages, and spreading costs ten times
      // as much.
      return {
        id,
        title,
        emoji,
        icon,
        createdAt,
        updatedAt,
        git: shownGit,
        kind: 'sheet',
        type: 'document',
        urls: { app: appUrl(options.place, id, links) },
        slug,
        path: path ?? slug,
        description: page.description,
        condition,
        cover: page.cover,
        variables: page.variables,
        hidden,
        noIndex,
        noRobotsIndex,
        layout: presentLayout(page.layout),
        documentId: page.document === undefined ? undefined : documentIdOf(id, page.document),
        tags: [],
        pages: lazily(pages, (node) => presentPage(node, options, links)),
      };
    case 'group':
      return {
        ...fields,
        kind: 'group',
        type: 'group',
        slug,
        path: path ?? slug,
        condition,
        hidden,
        noIndex,
        noRobotsIndex,
        pages: lazily(pages, (node) => presentPage(node, options, links)),
      };
    case 'link':
      return { ...fields, kind: 'link', type: 'link', target: targetOf(page), href: page.href, hidden };
    case 'computed':
      return {
        ...fields,
        type: 'computed',
        computed: presentComputed(page.computed),
        computedSeed: page.computedSeed ?? id,
      };
  }
}

/** Completes the source of a computed page with the members that the contract requires. */
const presentComputed = ({ type = 'unknown', props, dependencies, ...rest }: JsonObject = {}): JsonObject => ({
  ...rest,
  type,
  props: type === OPENAPI_PAGES ? { models: false, ...(props as JsonObject | undefined) } : (props ?? {}),
  dependencies: dependencies ?? {},
});

/** Returns the target of a link. */
export const targetOf = ({ target, href }: Page): unknown => target ?? { kind: 'url', url: href ?? '' };

export const PageResource: Resource<PageView> = {
  schema: PageSchema,
  present({ node, body, ...options }, links): PageBody {
    const shown = presentPage(node, options, links);
    return shown.type === 'document' ? { ...shown, ...body } : shown;
  },
};

export const PagesResource = resource(
  'Pages',
  z.object({ pages: z.array(PageSchema) }),
  ({ pages, ...options }: PagesView, links) => ({
    pages: lazily(pages, (node) => presentPage(node, options, links)),
  }),
);

const metaLinkTarget = z.union([
  z.object({ kind: z.literal('page'), page: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);

export const PageMetaLinksResource = resource(
  'PageMetaLinks',
  z.object({
    canonical: metaLinkTarget
      .optional()
      .meta({ description: 'Address under which search engines should index the content instead.' }),
    alternates: z.array(metaLinkTarget).optional().meta({ description: 'Variants of the page, such as translations.' }),
  }),
  ({ canonical, alternates }: PageMetaLinks) => ({
    ...present({ canonical, alternates: alternates && [...alternates] }),
  }),
);

export const ReusableContentResource = resource(
  'ReusableContent',
  z.object({
    id: z.string(),
    title: z.string(),
    document: z.string().optional().meta({ description: 'ID of this version of the document.' }),
    markdown: z.string().optional().meta({ description: 'Text, with `format=markdown`.' }),
    git: gitBlob.optional(),
  }),
  ({ content: { id, title, document, git }, markdown, metadata }: ReusableContentView) => ({
    id,
    title,
    document: documentIdOf(id, document),
    ...present({ markdown, git: metadata ? git : undefined }),
  }),
);

export const FileResource = resource(
  'File',
  z.object({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    downloadURL: uri.meta({
      description: 'URL that works without a token for about an hour, while the user can see the space.',
    }),
    size: z.number().int().meta({ description: 'Size in bytes.' }),
    dimensions: z.object({ width: z.number().int(), height: z.number().int() }).optional(),
    git: gitBlob.optional(),
  }),
  ({ file: { id, name, contentType, size, dimensions, git }, download, metadata }: FileView, links) => ({
    ...present({ dimensions, git: metadata ? git : undefined }),
    id,
    name,
    contentType,
    downloadURL: links.at(download),
    size,
  }),
);
