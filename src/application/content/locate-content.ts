import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { findChangeRequest, type InChangeRequest } from '../change-requests/find-change-request.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { InSpace } from '../kernel/scope.ts';
import type { ContentLocation, InRevision } from './content-location.ts';
import { requireShownRevision } from './visitor-content.ts';

type Context = QueryContext<{ readonly space: Id }>;
/**
 * Finds the content that the parameters of an operation refer to.
 * @throws NotFound
 */
export type LocateContent<Where extends InSpace> = (context: Context, where: Where) => Promise<ContentLocation>;

/** Locates the primary content of a space. */
export const locatePrimaryContent: LocateContent<InSpace> = async ({ scope }, { spaceId }) => ({
  spaceId,
  ...scope.space.head,
});

/** Locates the content of a change request. @throws NotFound */
export const locateChangeRequestContent: LocateContent<InChangeRequest> = async (context, where) => {
  const { state, head } = await findChangeRequest(context, where);
  return { spaceId: where.spaceId, ...head, changeRequestId: state.id };
};

/** Locates a revision of the primary content or of a change request of a space. */
export const locateRevisionContent: LocateContent<InRevision> = async ({ read, scope }, { spaceId, revisionId }) => {
  const { visitor, space } = scope;
  if (visitor !== undefined) await requireShownRevision(read, spaceId, revisionId, space.head.revisionId, visitor);
  const revision = await read.revisions.find(spaceId, revisionId);
  if (revision === undefined) throw new NotFound('revision', revisionId);
  return { spaceId, revisionId, content: revision.content };
};
