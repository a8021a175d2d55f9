import type { FileId, Id, PageId, ReusableContentId } from '../../domain/kernel/id.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { inSpaceOrChangeRequest } from '../change-requests/find-change-request.ts';
import type { InSpace } from '../kernel/scope.ts';
import { query, type Query } from '../kernel/use-case.ts';
import { CONTENT_NEEDS, type ContentContext, type ContentNeeds } from './content-context.ts';
import type { ContentLocation } from './content-location.ts';
import type { ReadOptions } from './content-views.ts';
import type { LocateContent } from './locate-content.ts';
import type { TextOptions } from './page-text.ts';
import {
  documentAt,
  fileAt,
  filesAt,
  reusableContentAt,
  reusableContentDocumentAt,
  reusableContentsAt,
  type ReusableContentOptions,
} from './read-content-items.ts';
import { byId, byPath, pageAt, pageDocumentAt, pageMetaLinksAt, type PageOptions } from './read-page.ts';
import { pagesAt, revisionAt, type TreeOptions } from './read-page-tree.ts';

interface OfReusableContent {
  readonly reusableContentId: ReusableContentId;
}

/**
 * Creates the queries that read the content which `locate` finds; each takes the name of its operation.
 * @param openToVisitors lets visitors of sites call the queries, who read what the site shows them
 * @param withAuthor includes the author of a revision
 */
export function contentQueries<Where extends InSpace>(
  locate: LocateContent<Where>,
  { openToVisitors, withAuthor = false }: { readonly openToVisitors?: true; readonly withAuthor?: boolean } = {},
) {
  const of = <Input extends Where, Output>(
    name: string,
    run: (context: ContentContext, place: ContentLocation, input: Input) => Promise<Output>,
  ): Query<Input, Output, { readonly space: Id }, ContentNeeds> =>
    query<Input>()({
      name,
      requires: 'space:view',
      scope: inSpaceOrChangeRequest,
      needs: CONTENT_NEEDS,
      ...(openToVisitors && { openToVisitors }),
      run: async (context, input) => run(context, await locate(context, input), input),
    });

  return {
    revision: (name: string) =>
      of(name, (context, place, options: Where & TreeOptions) =>
        revisionAt(context, place, { ...options, withAuthor }),
      ),
    pages: (name: string) =>
      of(name, (context, place, options: Where & TreeOptions) => pagesAt(context, place, options)),
    page: (name: string) =>
      of(name, (context, place, { pageId, ...options }: Where & PageOptions & { readonly pageId: PageId }) =>
        pageAt(context, place, byId(pageId), options),
      ),
    pageByPath: (name: string) =>
      of(name, (context, place, { pagePath, ...options }: Where & PageOptions & { readonly pagePath: string }) =>
        pageAt(context, place, byPath(trimSlashes(pagePath)), options),
      ),
    pageDocument: (name: string) =>
      of(name, (context, place, { pageId, ...options }: Where & TextOptions & { readonly pageId: PageId }) =>
        pageDocumentAt(context, place, pageId, options),
      ),
    pageMetaLinks: (name: string) =>
      of(name, (context, place, { pageId }: Where & { readonly pageId: PageId }) =>
        pageMetaLinksAt(context, place, pageId),
      ),
    document: (name: string) =>
      of(name, (context, place, { documentId }: Where & { readonly documentId: string }) =>
        documentAt(context, place, documentId),
      ),
    reusableContents: (name: string) =>
      of(name, (context, place, { page, ...options }: Where & ReadOptions & { readonly page: PageRequest }) =>
        reusableContentsAt(context, place, page, options),
      ),
    reusableContent: (name: string) =>
      of(
        name,
        (context, place, { reusableContentId, ...options }: Where & ReusableContentOptions & OfReusableContent) =>
          reusableContentAt(context, place, reusableContentId, options),
      ),
    reusableContentDocument: (name: string) =>
      of(name, (context, place, { reusableContentId, ...options }: Where & TextOptions & OfReusableContent) =>
        reusableContentDocumentAt(context, place, reusableContentId, options),
      ),
    files: (name: string) =>
      of(name, (context, place, { page, ...options }: Where & ReadOptions & { readonly page: PageRequest }) =>
        filesAt(context, place, page, options),
      ),
    file: (name: string) =>
      of(name, (context, place, { fileId, ...options }: Where & ReadOptions & { readonly fileId: FileId }) =>
        fileAt(context, place, fileId, options),
      ),
  };
}

/** Removes the slashes at both ends of a path, as paths are stored. */
const trimSlashes = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');
