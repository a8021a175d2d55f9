import * as z from 'zod';
import type { ChangeRequestView } from '../../../application/change-requests/change-request-view.ts';
import { CHANGE_REQUEST_STATUSES, MAX_LINKS } from '../../../domain/change-requests/change-request.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../application/change-requests/description.ts';
import { blockDocument } from '../kernel/block-document.ts';
import { idField, instant, uri, webUrl } from '../kernel/fields.ts';
import { present, resource } from '../kernel/reply.ts';
import { UserResource } from '../users.routes.ts';

/** Schema of the description that a change request is given. */
export const descriptionInput = z
  .union([
    blockDocument.transform((document) => ({ document })),
    z.object({ markdown: z.string().max(MAX_DESCRIPTION_LENGTH) }),
  ])
  .meta({
    description: `Document of blocks, or Markdown; must have at most ${MAX_DESCRIPTION_LENGTH} characters as Markdown. Removed if empty.`,
  });

const linkTitle = z.string().max(128);
const newLink = z.object({
  ref: z.object({ kind: z.literal('url'), url: webUrl }),
  title: linkTitle.optional(),
});
/** Schema of the links that a new change request is given. */
export const newLinksInput = z
  .array(newLink)
  .max(MAX_LINKS)
  .meta({ description: 'Links to pages elsewhere, such as tickets, in their order.' });
/** Schema of the links that a change request is given. */
export const linksInput = z
  .array(
    newLink.extend({
      id: idField
        .optional()
        .meta({ description: 'ID of a link that the change request has, at most once; none for a new link.' }),
    }),
  )
  .max(MAX_LINKS)
  .meta({ description: 'All links to pages elsewhere, such as tickets, in their order; those left out are removed.' });

export const ChangeRequestResource = resource(
  'ChangeRequest',
  z.object({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.number().int().meta({ description: 'Number within the space, counted from 1 without gaps.' }),
    status: z.enum(CHANGE_REQUEST_STATUSES),
    subject: z.string(),
    description: z
      .looseObject({ object: z.literal('document') })
      .optional()
      .meta({ description: 'Description, as a document of blocks.' }),
    links: z
      .array(
        z.object({
          id: z.string(),
          ref: z.object({ kind: z.literal('url'), url: uri }),
          title: linkTitle.optional(),
        }),
      )
      .meta({ description: 'Links to pages elsewhere, such as tickets.' }),
    space: z.string(),
    createdBy: UserResource.schema,
    createdAt: instant,
    updatedAt: instant,
    mergedBy: UserResource.schema.optional().meta({ description: 'User who merged the change request.' }),
    mergedAt: instant.optional().meta({ description: 'Time of the merge.' }),
    revision: z.string().meta({ description: 'Revision of the current content; can be used in `If-Match`.' }),
    revisionInitial: z
      .string()
      .meta({ description: 'Revision of the space from which the change request was created.' }),
    revisionMergedAncestor: z
      .string()
      .optional()
      .meta({ description: 'Revision of the space at the last update of the change request.' }),
    revisionMerged: z.string().optional().meta({ description: 'Revision created by the merge.' }),
    comments: z.number().int().meta({ description: 'Number of open comments.' }),
    outdated: z.boolean().meta({ description: 'Whether the content of the space has changed since.' }),
    agentTaskId: z.string().optional().meta({ description: 'Agent task for which the change request was opened.' }),
    urls: z.object({ app: uri, location: uri }),
  }),
  ({ state, author, merger, head, outdated, comments }: ChangeRequestView, links) => {
    const {
      id,
      spaceId,
      number,
      status,
      subject,
      description,
      links: stored,
      createdAt,
      updatedAt,
      revisionInitial,
      revisionMergedAncestor,
      revisionMerged,
      agentTaskId,
    } = state;
    return {
      ...present({
        description: description === null ? null : { ...description, object: 'document' as const },
        revisionMergedAncestor,
        revisionMerged,
        agentTaskId,
      }),
      ...(merger && { mergedBy: UserResource.present(merger, links) }),
      // Nothing changes a change request after its merge.
      ...(status === 'merged' && { mergedAt: updatedAt }),
      object: 'change-request' as const,
      id,
      number,
      status,
      subject,
      links: stored.map(({ id, url, title }) => ({
        id,
        ref: { kind: 'url' as const, url },
        ...(title !== undefined && { title }),
      })),
      space: spaceId,
      createdBy: UserResource.present(author, links),
      createdAt,
      updatedAt,
      revision: head.revisionId,
      revisionInitial,
      comments,
      outdated,
      urls: {
        app: links.app('spaces', spaceId, 'change-requests', id),
        location: links.api('spaces', spaceId, 'change-requests', id),
      },
    };
  },
);
