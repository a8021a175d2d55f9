import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, ChangeRequestId } from '../../domain/kernel/id.ts';
import { locateChangeRequestContent, locatePrimaryContent, type LocateContent } from '../content/locate-content.ts';

import { inSpaceOrChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import { query } from '../kernel/use-case.ts';
import { type InSpace } from '../kernel/scope.ts';
import { createPdfLink } from './pdf-links.ts';
import { loadBookTree, findNode, requirePrintableNodes } from './space-book.ts';

interface PdfOptions {
  /** Page to print with its subpages; all pages when omitted. */
  readonly page?: Id | undefined;
  /** True to print the page without its subpages. */
  readonly only: boolean;
}

/**
 * Creates the query that returns a link to a PDF file of a content. The file is rendered when the link is first opened.
 */
const pdfOf = <Where extends InSpace>(name: string, locate: LocateContent<Where>) =>
  query<Where & PdfOptions>()({
    name,
    requires: 'space:view',
    scope: inSpaceOrChangeRequest,
    needs: ['content', 'pageTrees', 'computedPages', 'slugify', 'sealer'],
    auditEvent: ({ spaceId, page, ...rest }) => {
      const { changeRequestId } = rest as { changeRequestId?: ChangeRequestId };
      return {
        type: 'space.pdf-exported',
        aggregateId: spaceId,
        data: {
          ...(changeRequestId !== undefined && { changeRequest: changeRequestId }),
          ...(page !== undefined && { page }),
        },
      };
    },
    async run(context, input) {
      const { page: pageId, only } = input;
      if (only && pageId === undefined) throw Invalid.field('page', 'is required when `only` is true');
      const place = await locate(context, input);
      const { organizationId } = context.scope;
      const { tree } = await loadBookTree(context, { organizationId, role: context.scope.access.role, ...place });
      const page = pageId === undefined ? undefined : { id: pageId, alone: only };
      if (pageId !== undefined) {
        const type = findNode(tree, pageId)?.page.type;
        if (type === undefined) throw new NotFound('page', pageId);
        if (type !== 'document' && (only || type !== 'group'))
          throw Invalid.field('page', `is a ${type}, which has no text to print`);
      }
      requirePrintableNodes(tree, page);
      const { spaceId, revisionId, changeRequestId } = place;
      const { userId, via } = context.scope.caller;
      return {
        path: createPdfLink(
          context.sealer,
          {
            organizationId,
            spaceId,
            userId,
            via,
            revisionId,
            ...(changeRequestId !== undefined && { changeRequestId }),
            ...(page && { page }),
          },
          context.now,
        ),
      };
    },
  });

/**
 * Gets a link to a PDF file of the primary content of a space, of a page with its subpages, or of one page. The file is
 * created when the link is first opened. The audit log records the request. Fails with `Invalid` for pages without
 * text.
 */
export const getSpacePDF = pdfOf<InSpace>('getSpacePDF', locatePrimaryContent);
/**
 * Gets a link to a PDF file of a change request, of a page with its subpages, or of one page. The file is created when
 * the link is first opened. The audit log records the request. Fails with `Invalid` for pages without text.
 */
export const getChangeRequestPDF = pdfOf<InChangeRequest>('getChangeRequestPDF', locateChangeRequestContent);
