import { signal } from '@preact/signals';
import {
  getPageById,
  getPageInChangeRequestById,
  getReusableContentById,
  getReusableContentInChangeRequestById,
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
  listReusableContents,
  listReusableContentsInChangeRequest,
  updateChangeRequestContent,
  updateSpaceContent,
  type Page,
  type ReusableContent,
} from '../api/operations.ts';
import { pathTo, type Parameters as ScreenParameters } from '../navigation/paths.ts';
import { flatten } from './tree.ts';

/** Content that a screen shows: that of a space, of a change request, or of a revision. */
export interface ContentPlace {
  readonly spaceId: string;
  readonly changeRequest?: string | undefined;
  readonly revision?: string | undefined;
}

export type DocumentPage = Extract<Page, { readonly type: 'document' }>;
/** Entry of the tree without a text of its own, such as a group or a link. */
export type Entry = Exclude<Page, DocumentPage>;
type EditInput = Parameters<typeof updateSpaceContent>[0]['body'];
type ReusableContents = Awaited<ReturnType<typeof listReusableContents>>;
export type ContentChange = EditInput['changes'][number];

/** Number of saves that ended after their editor was left: a screen opened meanwhile may show the content before them. */
export const lateSaves = signal(0);

/** Returns the content that the parameters of an address name. */
export const placeOf = ({ spaceId, changeRequestId }: ScreenParameters): ContentPlace => ({
  spaceId: spaceId!,
  ...(changeRequestId !== undefined && { changeRequest: changeRequestId }),
});

/** Text that names a place, as a key of queries. */
export const placeKey = ({ spaceId, changeRequest, revision }: ContentPlace): string =>
  `${spaceId} ${changeRequest ?? ''} ${revision ?? ''}`;

/** Name of a page or a reusable content, as a key of drafts and queries. */
export const documentKey = (place: ContentPlace, id: string): string => `${placeKey(place)} ${id}`;

/** Loads the tree of pages. */
export async function loadPages({ spaceId, changeRequest, revision }: ContentPlace): Promise<readonly Page[]> {
  const answer =
    revision !== undefined
      ? await listPagesInRevisionById({ path: { spaceId, revisionId: revision } })
      : changeRequest !== undefined
        ? await listPagesInChangeRequest({ path: { spaceId, changeRequestId: changeRequest } })
        : await listPages({ path: { spaceId } });
  return answer.pages;
}

/** Loads a page with its Markdown, or with its document. */
export function loadPage(
  { spaceId, changeRequest }: ContentPlace,
  pageId: string,
  format: 'markdown' | 'document' = 'markdown',
): Promise<Page> {
  const query = { format };
  return changeRequest === undefined
    ? getPageById({ path: { spaceId, pageId }, query })
    : getPageInChangeRequestById({ path: { spaceId, changeRequestId: changeRequest, pageId }, query });
}

/** Loads a page of the list of reusable contents. */
export function loadReusableContents(
  { spaceId, changeRequest }: ContentPlace,
  page: string | undefined,
): Promise<ReusableContents> {
  const query = { limit: 50, ...(page !== undefined && { page }) };
  return changeRequest === undefined
    ? listReusableContents({ path: { spaceId }, query })
    : listReusableContentsInChangeRequest({ path: { spaceId, changeRequestId: changeRequest }, query });
}

/** Loads a reusable content with its Markdown. */
export function loadReusableContent(
  { spaceId, changeRequest }: ContentPlace,
  reusableContentId: string,
): Promise<ReusableContent> {
  const query = { format: 'markdown' } as const;
  return changeRequest === undefined
    ? getReusableContentById({ path: { spaceId, reusableContentId }, query })
    : getReusableContentInChangeRequestById({
        path: { spaceId, changeRequestId: changeRequest, reusableContentId },
        query,
      });
}

export interface EditResult {
  /** Revision that the edit made. */
  readonly revision: string;
  /** IDs of the pages, files and reusable contents that were created, by their `ref`. */
  readonly created: ReadonlyMap<string, string>;
}

/** Writes changes; with `ifMatch`, only on top of that revision. @throws ApiError with the status 412 if it is not the last one */
export async function writeContent(
  { spaceId, changeRequest }: ContentPlace,
  changes: readonly ContentChange[],
  ifMatch?: string,
): Promise<EditResult> {
  const options = ifMatch === undefined ? {} : { ifMatch };
  const body = { changes } as EditInput;
  const created = new Map<string, string>();
  const note = (answer: {
    readonly changes: readonly { readonly object: string; readonly page?: unknown; readonly ref?: string }[];
    readonly insertedFiles?: readonly { readonly id: string; readonly ref?: string }[];
    readonly touchedReusableContents?: readonly {
      readonly object: string;
      readonly reusableContent: unknown;
      readonly ref?: string;
    }[];
  }): void => {
    for (const { object, page, ref } of answer.changes)
      if (object === 'created_page' && ref !== undefined) created.set(ref, (page as { id: string }).id);
    for (const { id, ref } of answer.insertedFiles ?? []) if (ref !== undefined) created.set(ref, id);
    for (const { object, reusableContent, ref } of answer.touchedReusableContents ?? [])
      if (object === 'created_reusable_content' && ref !== undefined)
        created.set(ref, (reusableContent as { id: string }).id);
  };
  if (changeRequest === undefined) {
    const answer = await updateSpaceContent({ path: { spaceId }, body }, options);
    note(answer);
    return { revision: answer.revision, created };
  }
  const answer = await updateChangeRequestContent(
    { path: { spaceId, changeRequestId: changeRequest }, query: { compat: 'false' }, body },
    options,
  );
  if ('changes' in answer) {
    note(answer);
    return { revision: answer.changeRequest.revision, created };
  }
  return { revision: answer.revision, created };
}

/** Address of a page. */
export const pageHref = ({ spaceId, changeRequest }: ContentPlace, pageId: string): string =>
  changeRequest === undefined
    ? pathTo('page', { spaceId, pageId })
    : pathTo('changeRequestPage', { spaceId, changeRequestId: changeRequest, pageId });

/** Address at which a page is edited. */
export const editHref = ({ spaceId, changeRequest }: ContentPlace, pageId: string): string =>
  changeRequest === undefined
    ? pathTo('editPage', { spaceId, pageId })
    : pathTo('editChangeRequestPage', { spaceId, changeRequestId: changeRequest, pageId });

/** Address of the reusable contents. */
export const reusableContentsHref = ({ spaceId, changeRequest }: ContentPlace): string =>
  changeRequest === undefined
    ? pathTo('reusableContents', { spaceId })
    : pathTo('changeRequestReusableContents', { spaceId, changeRequestId: changeRequest });

/** Address of a reusable content. */
export const reusableContentHref = ({ spaceId, changeRequest }: ContentPlace, reusableContentId: string): string =>
  changeRequest === undefined
    ? pathTo('reusableContent', { spaceId, reusableContentId })
    : pathTo('changeRequestReusableContent', { spaceId, changeRequestId: changeRequest, reusableContentId });

/** Address at which a reusable content is edited. */
export const editReusableContentHref = ({ spaceId, changeRequest }: ContentPlace, reusableContentId: string): string =>
  changeRequest === undefined
    ? pathTo('editReusableContent', { spaceId, reusableContentId })
    : pathTo('editChangeRequestReusableContent', { spaceId, changeRequestId: changeRequest, reusableContentId });

/** Returns the home page: the first document in order. */
export const homePage = (pages: readonly Page[]): DocumentPage | undefined =>
  flatten(pages).find((page): page is DocumentPage => page.type === 'document');
