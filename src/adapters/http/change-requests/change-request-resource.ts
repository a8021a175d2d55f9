import { z } from 'zod';
import type { ChangeRequestView } from '../../../application/change-requests/change-request-view.ts';
import { CHANGE_REQUEST_STATUSES } from '../../../domain/change-requests/change-request.ts';
import { instant, uri } from '../fields.ts';
import { present, resource } from '../kernel/reply.ts';
import { UserResource } from '../people/users.ts';

export const ChangeRequestResource = resource(
  'ChangeRequest',
  z.object({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.number().int().meta({ description: 'Counts up from 1 within the space, without gaps.' }),
    status: z.enum(CHANGE_REQUEST_STATUSES),
    subject: z.string(),
    space: z.string(),
    createdBy: UserResource.schema,
    createdAt: instant,
    updatedAt: instant,
    revision: z.string().meta({ description: 'Where its content stands; `If-Match` may name it.' }),
    revisionInitial: z.string().meta({ description: 'The revision of the space that it was created from.' }),
    revisionMergedAncestor: z
      .string()
      .optional()
      .meta({ description: 'The revision of the space that it last took in by an update.' }),
    revisionMerged: z.string().optional().meta({ description: 'The revision that its merge made.' }),
    comments: z.number().int().meta({ description: 'How many of its comments are open.' }),
    outdated: z.boolean().meta({ description: 'Whether the content of the space has moved on since.' }),
    agentTaskId: z.string().optional().meta({ description: 'The task of an agent that it was opened for.' }),
    urls: z.object({ app: uri, location: uri }),
  }),
  ({ state, author, head, outdated, comments }: ChangeRequestView, links) => {
    const {
      id,
      spaceId,
      number,
      status,
      subject,
      createdAt,
      updatedAt,
      revisionInitial,
      revisionMergedAncestor,
      revisionMerged,
      agentTaskId,
    } = state;
    return {
      ...present({ revisionMergedAncestor, revisionMerged, agentTaskId }),
      object: 'change-request' as const,
      id,
      number,
      status,
      subject,
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
