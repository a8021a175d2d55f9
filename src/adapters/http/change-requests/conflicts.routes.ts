import * as z from 'zod';
import type { ConflictView } from '../../../application/change-requests/conflict-views.ts';
import { listChangeRequestConflicts } from '../../../application/change-requests/list-conflicts.ts';
import {
  resolveChangeRequestConflict,
  type RemainingConflicts,
} from '../../../application/change-requests/resolve-conflict.ts';
import { CONFLICT_KINDS, CONFLICT_SUBJECT_KINDS } from '../../../domain/content/conflicts/conflict.ts';
import { RESOLUTION_SCOPES, RESOLUTION_SIDES } from '../../../domain/content/conflicts/conflict-resolution.ts';
import { list, ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const kind = z.enum(CONFLICT_KINDS);
const subject = z.enum(CONFLICT_SUBJECT_KINDS);

export const conflict = z
  .object({
    kind,
    subject: z.object({ kind: subject, id: z.string().meta({ description: 'Name of the variable.' }) }),
    page: z.string().optional(),
    path: z.string(),
    field: z.string().optional(),
    base: z.unknown().meta({ description: 'Common base version; null if absent.' }),
    ours: z.unknown().meta({ description: 'Version of the space.' }),
    theirs: z.unknown().meta({ description: 'Version of the change request.' }),
  })
  .meta({ id: 'Conflict' });

const ConflictResource = resource('OpenConflict', conflict, (view: ConflictView) => view);
const RemainingConflictsResource = resource(
  'ConflictsLeft',
  z.object({
    revision: z.string(),
    conflicts: z.array(conflict).meta({ description: 'Conflicts that are still open.' }),
  }),
  ({ revision, conflicts }: RemainingConflicts) => ({ revision, conflicts: [...conflicts] }),
);

const decision = z.object({
  take: z.enum(RESOLUTION_SIDES).meta({
    description:
      'Version to keep: `ours` (space), `theirs` (change request), `base` (common base), or `both` (one after the other).',
  }),
  kind: kind.optional().meta({ description: 'Kind of the conflict; all conflicts of the resource by default.' }),
  field: z.string().min(1).max(300).optional().meta({ description: 'Field of the conflict.' }),
  scope: z.enum(RESOLUTION_SCOPES).optional().meta({
    description:
      'Extent of a document: the whole document (default), or only the conflicting lines, which keeps the other merged changes.',
  }),
  subject: subject.optional().meta({ description: 'Type of the resource, if several types share the ID or name.' }),
});

export const conflictRoutes = tagged('Change requests', [
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts', listChangeRequestConflicts, {
    summary: 'List the open conflicts of a change request',
    paged: true,
    compares: true,
    returns: list(ConflictResource),
  }),
  route(
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId/resolve',
    resolveChangeRequestConflict,
    {
      summary: 'Resolve conflicts in a change request',
      path: {
        conflictId: z
          .string()
          .min(1)
          .max(256)
          .meta({ description: 'ID of the page, file or reusable content, or name of the variable.' }),
      },
      body: decision,
      conditional: true,
      returns: ok(RemainingConflictsResource),
    },
  ),
]);
