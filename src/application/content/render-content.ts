import { readContent, type Content } from '../../domain/content/content.ts';
import { getReusableContent, readDocument, type PageNode } from '../../domain/content/content-reads.ts';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { ChangeRequestId, Id, PageId, ReusableContentId, RevisionId } from '../../domain/kernel/id.ts';
import { documentPath, resolveContentTarget } from '../../domain/sites/content/content-target.ts';
import type { FileIndex } from '../../domain/sites/content/file-index.ts';
import { SpaceOutline } from '../../domain/sites/content/space-outline.ts';
import type { File, Page } from '../../domain/content/page.ts';
import type { LinkResolver, RenderedFragment } from '../../ports/sites/site-renderer.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import { viewerOf, type InSpace } from '../kernel/scope.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { readPageIncludes } from '../sites/reader/page-includes.ts';
import { findNode } from '../pdf/space-book.ts';
import { expandComputedPages, type GeneratedNode } from './computed-content.ts';
import { decodeText } from './content-includes.ts';
import type { ContentLocation } from './content-location.ts';
import { createFileLink } from './file-links.ts';
import { expressionEvaluator } from './inline-expressions.ts';
import { locateChangeRequestContent, locatePrimaryContent, locateRevisionContent } from './locate-content.ts';
import { variablesOf } from './page-text.ts';
import { read } from './reading.ts';

export interface RenderInput extends InSpace {
  readonly body: {
    /** Change request whose content is rendered; the primary content when omitted. */
    readonly changeRequest?: ChangeRequestId | undefined;
    /** Revision whose content is rendered. */
    readonly revision?: RevisionId | undefined;
    /** Text that is rendered in place of the stored one. */
    readonly markdown?: string | undefined;
  };
}

const NEEDS = [
  'content',
  'pageTrees',
  'computedPages',
  'slugify',
  'sealer',
  'siteContent',
  'siteRenderer',
  'textOperations',
  'publicUrl',
] as const;
type Context = QueryContext<{ readonly space: Id }, (typeof NEEDS)[number]>;

/** Outlines by tree: trees are cached, so that a page of a large space does not cost a pass over all its pages. */
const outlines = new WeakMap<readonly PageNode[], SpaceOutline>();

/** Returns the outline of a tree with all pages: people who edit see conditional pages. */
function outlineOf(tree: readonly PageNode[]): SpaceOutline {
  const known = outlines.get(tree) ?? new SpaceOutline(tree, () => true);
  outlines.set(tree, known);
  return known;
}

interface LinkPlaces {
  readonly outline: SpaceOutline;
  readonly files: FileIndex;
  /** URL of the app's page for a page of the content. */
  readonly pageUrl: (id: Id) => string;
  readonly fileUrl: (file: File) => string;
  /** URL of the app. */
  readonly app: string;
}

/** Creates a function that resolves the links of a document to pages of the app and to files. */
const resolverFor =
  ({ outline, files, pageUrl, fileUrl, app }: LinkPlaces) =>
  (place: string): LinkResolver =>
  (target) => {
    const found = resolveContentTarget(target, place, { outline, files });
    const fragment =
      'anchor' in found && found.anchor !== undefined ? `#${encodeURI(found.anchor.toWellFormed())}` : '';
    switch (found.kind) {
      case 'page':
        return { href: pageUrl(found.entry.id) + fragment, title: found.entry.title };
      case 'file': {
        const { name, size, contentType, dimensions } = found.file;
        const src = fileUrl(found.file);
        return {
          href: src,
          title: name,
          file: { size, contentType, src, sizes: [], ...(dimensions && { dimensions }) },
        };
      }
      case 'url':
        return { href: found.url };
      case 'app':
        return { href: app + found.path + fragment };
      case 'broken':
        return { broken: true };
    }
  };

/** Authorizes reading the content that is rendered. */
const scopeOf = ({ spaceId, body: { changeRequest } }: RenderInput) =>
  inSpaceOrChangeRequest({ spaceId, ...(changeRequest !== undefined && { changeRequestId: changeRequest }) });

/** Content with its tree of pages. */
interface Source {
  readonly place: ContentLocation;
  readonly content: Content;
  readonly tree: readonly PageNode[];
}

/** @throws Invalid when both a change request and a revision are given */
async function sourceOf(context: Context, { spaceId, body }: RenderInput): Promise<Source> {
  const { changeRequest, revision } = body;
  if (changeRequest !== undefined && revision !== undefined)
    throw Invalid.field('revision', 'cannot be combined with `changeRequest`');
  const place =
    changeRequest !== undefined
      ? await locateChangeRequestContent(context, { spaceId, changeRequestId: changeRequest })
      : revision !== undefined
        ? await locateRevisionContent(context, { spaceId, revisionId: revision })
        : await locatePrimaryContent(context, { spaceId });
  const content: Content = await read(context.content, readContent(place.content));
  return {
    place,
    content,
    tree: await expandComputedPages(context, spaceId, await context.pageTrees.get(content)),
  };
}

/** Text of a page or of a reusable content, which has no variables. */
interface RenderedText {
  readonly title: string;
  readonly markdown: string;
  /** Path that relative links start from. */
  readonly documentPath: string;
  readonly page?: Page;
}

async function render(
  context: Context,
  { place, content, tree }: Source,
  { title, markdown, documentPath: path, page }: RenderedText,
): Promise<RenderedFragment> {
  const { content: store, scope, siteContent, publicUrl } = context;
  const { spaceId, changeRequestId } = place;
  const operations = await context.textOperations.ofText(scope.organizationId, content, markdown);
  const root = `${publicUrl}/app`;
  const base =
    changeRequestId === undefined
      ? `${root}/spaces/${spaceId}/pages`
      : `${root}/spaces/${spaceId}/change-requests/${changeRequestId}/pages`;
  const of = { ...viewerOf(scope.caller, scope.organizationId), spaceId };
  const resolver = resolverFor({
    outline: outlineOf(tree),
    files: await siteContent.loadFiles(content),
    pageUrl: (id) => `${base}/${id}`,
    fileUrl: (file) => publicUrl + createFileLink(context.sealer, { ...of, file }, context.now),
    app: root,
  });
  const shown = operations.empty(markdown);
  const resolveInclude = await readPageIncludes(store, content, shown, {
    resolverAt: resolver,
    fill: operations.empty,
  });
  const apiReferences = operations.references();
  return context.siteRenderer.renderFragment(
    {
      page: { title, markdown: shown },
      resolveLink: resolver(path),
      ...(resolveInclude && { resolveInclude }),
      ...(apiReferences.size > 0 && { apiReferences }),
      evaluateCondition: () => true,
      evaluateExpression: expressionEvaluator(page ?? {}, await variablesOf(store, content)),
    },
    scope.organizationId,
  );
}

/**
 * Renders a page as its site shows it, as inert HTML without the surrounding site. Links lead to the app, and files to
 * links that work for about an hour, while the user can see the space. Content under conditions is shown. Renders the
 * primary content, a change request or a revision, and another text than the stored one if `markdown` is given, as a
 * preview before saving; nothing is stored. Fails with `Invalid` for pages without text.
 */
export const renderPage = query<RenderInput & { readonly pageId: PageId }>()({
  name: 'renderPage',
  requires: 'space:view',
  scope: scopeOf,
  needs: NEEDS,
  async run(context, { pageId, ...input }): Promise<RenderedFragment> {
    const source = await sourceOf(context, input);
    const node: GeneratedNode | undefined = findNode(source.tree, pageId);
    if (node === undefined) throw new NotFound('page');
    const { page } = node;
    if (page.type !== 'document') throw Invalid.field('pageId', `is a ${page.type}, which has no text to render`);
    const entry = outlineOf(source.tree).byId(page.id);
    return render(context, source, {
      title: page.title,
      markdown:
        input.body.markdown ??
        node.referenceMarkdown ??
        node.markdown ??
        decodeText(await read(context.content, readDocument(page))),
      documentPath: entry === undefined ? `${node.path ?? ''}.md` : documentPath(entry),
      page,
    });
  },
});

/** Renders a reusable content as the pages that include it show it, with the options of `renderPage`. */
export const renderReusableContent = query<RenderInput & { readonly reusableContentId: ReusableContentId }>()({
  name: 'renderReusableContent',
  requires: 'space:view',
  scope: scopeOf,
  needs: NEEDS,
  async run(context, { reusableContentId, ...input }): Promise<RenderedFragment> {
    const source = await sourceOf(context, input);
    const reusable = await read(context.content, getReusableContent(source.content, reusableContentId));
    if (reusable === undefined) throw new NotFound('reusable content');
    return render(context, source, {
      title: reusable.title,
      markdown: input.body.markdown ?? decodeText(await read(context.content, readDocument(reusable))),
      documentPath: reusable.git?.path ?? '',
    });
  },
});
