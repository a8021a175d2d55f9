import { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import { Conflict } from '../../domain/kernel/errors.ts';
import type { Id, PageId, SpaceId } from '../../domain/kernel/id.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import { addPagesToChangeRequest, addPagesToSpace } from '../content/add-pages.ts';
import { command } from '../kernel/use-case.ts';
import { inSpace, type InSpace } from '../kernel/scope.ts';
import { prepareImport, type WebsiteImportInput, type PreparedImport } from './prepare-import.ts';

type ImportContentInput = { readonly body: WebsiteImportInput; readonly ifMatch?: Id };
type Below = { readonly pageId: PageId };
/**
 * Result of an import. Resources are pages and images; the difference of the two counts is resources that exceeded a
 * limit or could not be fetched.
 */
export interface ContentImportView extends Pick<PreparedImport, 'importedResources' | 'totalResources'> {
  readonly spaceId: SpaceId;
  /** Revision that the import created. */
  readonly revision: Id;
}

/**
 * Imports pages from a website into the primary content of a space, after the existing pages, as one revision or not at
 * all. Fails with `Invalid` when the URL cannot be read, and with `Conflict` when the space accepts change requests
 * only.
 */
export const importContent = intoSpace<{}>('importContent');
/**
 * Imports pages from a website below a page of the primary content of a space, as one revision or not at all. Fails
 * with `Invalid` when the URL cannot be read, and with `Conflict` when the space accepts change requests only.
 */
export const importContentInPageById = intoSpace<Below>('importContentInPageById');
/**
 * Imports pages from a website into a change request, after the existing pages, as one revision or not at all. Fails
 * with `Invalid` when the URL cannot be read, and with `Conflict` unless the change request is a draft or open.
 */
export const importContentInChangeRequest = intoChangeRequest<{}>('importContentInChangeRequest');
/**
 * Imports pages from a website below a page of a change request, as one revision or not at all. Fails with `Invalid`
 * when the URL cannot be read, and with `Conflict` unless the change request is a draft or open.
 */
export const importContentInChangeRequestPageById = intoChangeRequest<Below>('importContentInChangeRequestPageById');

function intoSpace<More extends Partial<Below>>(name: string) {
  return command<InSpace & ImportContentInput & More>()({
    name,
    requires: 'space:edit',
    scope: inSpace,
    needs: ['ids', 'content', 'pageSources', 'blobs', 'organizationStorage', 'files', 'webImport', 'blocks', 'slugify'],

    async prepare(context, { body, ifMatch, pageId }): Promise<PreparedImport> {
      const { state, head } = context.scope.space;
      if (state.editMode === 'locked')
        throw new Conflict('the content of this space is locked; import into a change request');
      requireMatch(ifMatch, head, 'space');
      return prepareImport(context, body, head, pageId);
    },

    async run(context, input, { changes, site: _, ...counts }): Promise<ContentImportView> {
      return { spaceId: input.spaceId, revision: await addPagesToSpace(context, input, changes), ...counts };
    },
  });
}

function intoChangeRequest<More extends Partial<Below>>(name: string) {
  return command<InChangeRequest & ImportContentInput & More>()({
    name,
    requires: 'space:edit',
    scope: inChangeRequest,
    needs: ['ids', 'content', 'pageSources', 'blobs', 'organizationStorage', 'files', 'webImport', 'blocks', 'slugify'],

    async prepare(context, input): Promise<PreparedImport> {
      const { state, head } = await findChangeRequest(context, input);
      requireMatch(input.ifMatch, head);
      ChangeRequest.restore(state).requireEditable();
      return prepareImport(context, input.body, head, input.pageId);
    },

    async run(context, input, { changes, site: _, ...counts }): Promise<ContentImportView> {
      return { spaceId: input.spaceId, revision: await addPagesToChangeRequest(context, input, changes), ...counts };
    },
  });
}
