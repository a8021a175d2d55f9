import { readContent, type Content } from '../../domain/content/content.ts';
import {
  getPage,
  getReusableContent,
  listFiles,
  listReusableContents,
  readDocument,
  type PageNode,
} from '../../domain/content/content-reads.ts';
import { openTag } from '../../domain/content/documents/tag-markup.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import { both } from '../../domain/content/objects/object-query.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { SpaceId, TranslationId } from '../../domain/kernel/id.ts';
import { isJsonMap } from '../../domain/openapi-specs/document.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import { query } from '../kernel/use-case.ts';
import { inSpace, viewerOf } from '../kernel/scope.ts';
import { OPENAPI_PAGES } from '../openapi-specs/openapi-pages.ts';
import { getVisibleTranslation } from '../translations/visible-translations.ts';
import { expandComputedPages, generatedNodes, type GeneratedNode } from './computed-content.ts';
import { decodeText } from './content-includes.ts';
import type { ComputedPageInput } from './content-inputs.ts';
import { documentIdOf, holderOf, type ContentLocation } from './content-location.ts';
import type { FileView, PagesView } from './content-views.ts';
import { fileViews } from './file-links.ts';
import { CONTENT_NEEDS, type ContentContext } from './content-context.ts';
import { blocksOfText } from './page-body.ts';
import { read } from './reading.ts';

/** Type of computed content that a translation made. */
const TRANSLATION = 'builtin:translation';

/** Request for computed content. */
interface ComputedContentInput {
  readonly source: ComputedPageInput;
  /** Seed of the ids of computed pages: equal sources and seeds give equal ids. */
  readonly seed: string;
}

/** Source from which a client computes the document of one page. */
export interface DocumentSource {
  readonly computed: JsonObject;
  readonly computedSeed: string;
}

/** Pages, files and reusable contents of a computed source. */
export interface ComputedRevisionView extends PagesView {
  readonly files: readonly FileView[];
  readonly reusableContents: readonly ReusableContent[];
  /** Returns the source of a page's document; undefined for pages without one. */
  readonly sourceOf: (node: PageNode) => DocumentSource | undefined;
}

type Input = { readonly spaceId: SpaceId; readonly body: ComputedContentInput };

/** Ways in which the pages of a specification are arranged. */
const GROUPINGS = ['by-tag', 'by-operation'] as const;
type Grouping = (typeof GROUPINGS)[number];

/** Page that stands for a source while its pages are computed. */
const ROOT_TIME = '1970-01-01T00:00:00.000Z';

/**
 * Computes a document from a source: an operation, a tag, the introduction or the schemas of an OpenAPI specification,
 * or the translation of a document. Fails with `Invalid` for sources that the caller cannot see and for those that have
 * no result yet, naming the member of `source`. Integrations compute nothing.
 */
export const getComputedDocument = query<Input>()({
  name: 'getComputedDocument',
  requires: 'space:view',
  scope: inSpace,
  needs: CONTENT_NEEDS,
  async run(context, { spaceId, body: { source, seed } }): Promise<BlockDocument> {
    const { type } = source;
    if (type === OPENAPI_PAGES) return specDocument(context, spaceId, source, seed);
    if (type === TRANSLATION) return translatedDocument(context, source);
    return refuse('type', `must be ${OPENAPI_PAGES} or ${TRANSLATION}`);
  },
});

/**
 * Computes the pages of a source, with the files and reusable contents that they use: an OpenAPI specification or the
 * result of a translation. Each page with a document has the source of that document, for `getComputedDocument`. Fails
 * with `Invalid` for sources that the caller cannot see and for those that have no result yet, naming the member of
 * `source`. Integrations compute nothing.
 */
export const getComputedRevision = query<Input>()({
  name: 'getComputedRevision',
  requires: 'space:view',
  scope: inSpace,
  needs: CONTENT_NEEDS,
  async run(context, { spaceId, body: { source, seed } }): Promise<ComputedRevisionView> {
    const { type } = source;
    if (type === OPENAPI_PAGES) return specRevision(context, spaceId, source, seed);
    if (type === TRANSLATION) return translatedRevision(context, source, seed);
    return refuse('type', `must be ${OPENAPI_PAGES} or ${TRANSLATION}`);
  },
});

function refuse(field: string, message: string): never {
  throw Invalid.field(`source.${field}`, message);
}

/** Returns the id that `dependencies.<name>.ref` names under the key of its kind. */
function referenceOf({ dependencies }: ComputedPageInput, name: string, kind: string, key: string): string {
  const dependency = dependencies?.[name];
  const ref = isJsonMap(dependency) ? dependency['ref'] : undefined;
  const field = `dependencies.${name}.ref`;
  if (!isJsonMap(ref)) return refuse(field, 'is required');
  if (ref['kind'] !== kind) return refuse(`${field}.kind`, `must be ${kind}`);
  const id = ref[key];
  return typeof id === 'string' && id !== '' ? id : refuse(`${field}.${key}`, 'is required');
}

/** Returns a member of `props` that must be a text. */
function textProp({ props }: ComputedPageInput, name: string): string {
  const value = props?.[name];
  return typeof value === 'string' && value !== '' ? value : refuse(`props.${name}`, 'is required');
}

/** Computes the pages of a specification at the root of a tree. */
async function specPages(
  { computedPages, scope }: ContentContext,
  spaceId: SpaceId,
  { props, ...source }: ComputedPageInput,
  seed: string,
): Promise<readonly GeneratedNode[]> {
  const spec = referenceOf(source, 'spec', 'openapi', 'spec');
  const computed = {
    type: OPENAPI_PAGES,
    props: { ...props },
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  } as JsonObject;
  const pages = await computedPages.pagesOf({
    organizationId: scope.organizationId,
    spaceId,
    readerLevel: scope.access.role ?? undefined,
    computed,
    seed,
  });
  if (pages === undefined) return refuse('dependencies.spec.ref.spec', 'does not name a processed specification');
  const root = { id: seed, rank: '', createdAt: ROOT_TIME, updatedAt: ROOT_TIME } as unknown as Page;
  return atRoot(generatedNodes(root, pages, ''), null);
}

/** Removes the slash in front of the paths, which `generatedNodes` writes below a root, and the parent of the roots. */
const atRoot = (nodes: readonly GeneratedNode[], parent: null | undefined): readonly GeneratedNode[] =>
  nodes.map((node) => ({
    ...node,
    page: parent === null ? { ...node.page, parent } : node.page,
    path: node.path!.slice(1),
    pages: atRoot(node.pages, undefined),
  }));

function* allNodes(nodes: readonly GeneratedNode[]): Generator<GeneratedNode> {
  for (const node of nodes) {
    yield node;
    yield* allNodes(node.pages);
  }
}

async function specDocument(
  context: ContentContext,
  spaceId: SpaceId,
  source: ComputedPageInput,
  seed: string,
): Promise<BlockDocument> {
  const arranged = (grouping: Grouping): Promise<readonly GeneratedNode[]> =>
    specPages(context, spaceId, { ...source, props: { models: true, grouping } }, seed);
  const node = await specNode(source, arranged);
  const { head } = context.scope.space;
  const content = await read(context.content, readContent(head.content));
  const markdown = node.blockMarkdown ?? node.markdown ?? '';
  return blocksOfText(context, { spaceId, ...head }, { content, page: node.page, markdown, isGenerated: true });
}

/** Finds the page of a specification that the `props` of a document name. */
async function specNode(
  source: ComputedPageInput,
  arranged: (grouping: Grouping) => Promise<readonly GeneratedNode[]>,
): Promise<GeneratedNode> {
  const doc = source.props?.['doc'];
  if (doc === 'models') {
    const models = (await arranged('by-tag')).findLast(isModels);
    return models ?? refuse('props.doc', 'names schemas, and the specification has none');
  }
  if (doc !== 'operations' && doc !== 'info' && doc !== 'tag' && doc !== 'operation')
    return refuse('props.doc', 'must be operations, operation, tag, info or models');
  const page = textProp(source, 'page');
  const fits = ({ path, page: { title } }: GeneratedNode): boolean => path === page || title === page;
  const missing = (): never => refuse('props.page', 'does not name a page of the specification');
  if (doc === 'operation') {
    const method = textProp(source, 'method').toLowerCase();
    const slug = referenceOf(source, 'spec', 'openapi', 'spec');
    const tag =
      method === 'hook'
        ? undefined
        : openTag('openapi-operation', [
            ['spec', slug],
            ['path', page],
            ['method', method],
          ]);
    const operations = (await arranged('by-operation')).flatMap(({ pages }) => pages);
    return operations.find((node) => fits(node) || (tag !== undefined && node.blockMarkdown === tag)) ?? missing();
  }
  for (const grouping of doc === 'operations' ? GROUPINGS : GROUPINGS.toReversed()) {
    for (const node of allNodes(await arranged(grouping))) if (fits(node)) return node;
  }
  return missing();
}

/** Tells whether a page shows the schemas of a specification. */
const isModels = (node: GeneratedNode): boolean =>
  [node, ...node.pages].some(({ blockMarkdown }) => blockMarkdown?.includes('{% openapi-schemas ') === true);

async function specRevision(
  context: ContentContext,
  spaceId: SpaceId,
  source: ComputedPageInput,
  seed: string,
): Promise<ComputedRevisionView> {
  const pages = await specPages(context, spaceId, source, seed);
  const { type, dependencies } = source;
  const sourceOf = ({ path, pages: below }: PageNode): DocumentSource => ({
    computed: {
      type,
      props: { doc: below.length > 0 ? 'info' : 'operations', page: path! },
      dependencies: dependencies as JsonObject,
    },
    computedSeed: seed,
  });
  const place = { spaceId, ...context.scope.space.head };
  return { place, pages, files: [], reusableContents: [], metadata: true, sourceOf };
}

/** Content that a translation made, which the caller can see. */
interface TranslatedContent {
  readonly place: ContentLocation;
  readonly content: Content;
  readonly sourceSpace: SpaceId;
}

async function translatedContent(context: ContentContext, source: ComputedPageInput): Promise<TranslatedContent> {
  const { read: reads, scope } = context;
  const { organizationId, caller, access } = scope;
  const translationId = referenceOf(source, 'translation', 'translation', 'translation') as TranslationId;
  const field = 'dependencies.translation.ref.translation';
  const visible = { read: reads, scope: { caller, organizationId, level: access.role ?? undefined } };
  const translation = await getVisibleTranslation(visible, { organizationId, translationId }).catch(
    (error: unknown) => {
      if (error instanceof NotFound) return refuse(field, 'does not name a translation');
      throw error;
    },
  );
  const { resultSpaceId, spaceId: sourceSpace } = translation.snapshot();
  const [result] =
    resultSpaceId === null
      ? []
      : (await reads.spacesOf.listSpaces(viewerOf(caller, organizationId), { ids: [resultSpaceId] }, { limit: 1 }))
          .items;
  if (result === undefined) return refuse(field, 'names a translation without a result that you can see');
  const place = { spaceId: resultSpaceId!, ...result.space.head };
  return { place, content: await read(context.content, readContent(place.content)), sourceSpace };
}

async function translatedDocument(context: ContentContext, source: ComputedPageInput): Promise<BlockDocument> {
  const space = textProp(source, 'space');
  const document = textProp(source, 'document');
  const { place, content, sourceSpace } = await translatedContent(context, source);
  if (space !== sourceSpace && space !== place.spaceId) refuse('props.space', 'is not the space of the translation');
  const holder = holderOf(document);
  const [page, reusable] = await read(
    context.content,
    both(getPage(content, holder), getReusableContent(content, holder)),
  );
  const found = page ?? reusable;
  if (found?.document === undefined) return refuse('props.document', 'does not name a translated document');
  const markdown = decodeText(await read(context.content, readDocument(found)));
  return blocksOfText(context, place, { content, page: found, markdown });
}

async function translatedRevision(
  context: ContentContext,
  source: ComputedPageInput,
  seed: string,
): Promise<ComputedRevisionView> {
  const { place, content, sourceSpace } = await translatedContent(context, source);
  const [tree, [files, reusableContents]] = await Promise.all([
    context.pageTrees.get(content),
    read(
      context.content,
      both(listFiles(content, undefined, Infinity), listReusableContents(content, undefined, Infinity)),
    ),
  ]);
  const sourceOf = ({ page: { id, document } }: PageNode): DocumentSource | undefined =>
    document && {
      computed: {
        type: TRANSLATION,
        props: { space: sourceSpace, document: documentIdOf(id, document) },
        dependencies: source.dependencies as JsonObject,
      },
      computedSeed: seed,
    };
  return {
    place,
    pages: await expandComputedPages(context, place.spaceId, tree),
    files: fileViews(context, place, files.items, { metadata: true }),
    reusableContents: reusableContents.items,
    metadata: true,
    sourceOf,
  };
}
