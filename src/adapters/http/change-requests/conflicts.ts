import { z } from 'zod';
import type { ConflictView } from '../../../application/change-requests/conflict-views.ts';
import { listConflicts } from '../../../application/change-requests/list-conflicts.ts';
import { resolveConflict, type ConflictsLeft } from '../../../application/change-requests/resolve-conflict.ts';
import { CONFLICT_KINDS, CONFLICT_SUBJECT_KINDS } from '../../../domain/content/conflicts/conflict.ts';
import { RESOLUTION_SCOPES, RESOLUTION_SIDES } from '../../../domain/content/conflicts/decision.ts';
import { idParam } from '../fields.ts';
import { list, ok, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

const kind = z.enum(CONFLICT_KINDS);
const subject = z.enum(CONFLICT_SUBJECT_KINDS);

export const conflict = z
  .object({
    kind,
    subject: z.object({ kind: subject, id: z.string().meta({ description: 'Of a variable, its name.' }) }),
    page: z.string().optional(),
    path: z.string(),
    field: z.string().optional(),
    base: z.unknown().meta({ description: 'As both found it; null where it did not exist.' }),
    ours: z.unknown().meta({ description: 'The side of the space.' }),
    theirs: z.unknown().meta({ description: 'The side of the change request.' }),
  })
  .meta({ id: 'Conflict' });

const ConflictResource = resource('OpenConflict', conflict, (view: ConflictView) => view);
const LeftResource = resource(
  'ConflictsLeft',
  z.object({ revision: z.string(), conflicts: z.array(conflict).meta({ description: 'Those that are still open.' }) }),
  ({ revision, conflicts }: ConflictsLeft) => ({ revision, conflicts: [...conflicts] }),
);

const decision = z.object({
  take: z.enum(RESOLUTION_SIDES).meta({
    description:
      '`ours` is what the space has, `theirs` what the change request has, `base` what both found, `both` one after the other.',
  }),
  kind: kind.optional().meta({ description: 'Only the conflict of this kind; all of the thing unless told.' }),
  field: z.string().min(1).max(300).optional().meta({ description: 'Only the conflict about this field.' }),
  scope: z.enum(RESOLUTION_SCOPES).optional().meta({
    description:
      'Of a document: all of it (unless told), or the lines in conflict, so that what else was merged into it stays.',
  }),
  subject: subject
    .optional()
    .meta({ description: 'What the id or name is of, should several kinds of things have it.' }),
});

const tag = 'Change requests';
const path = {
  spaceId: idParam,
  changeRequestId: idParam.meta({ description: 'Its id, or its number within the space.' }),
};

export const conflictRoutes = [
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts', listConflicts, {
    summary: 'List the conflicts that are open in a change request since its updates',
    tag,
    path,
    paged: true,
    returns: list(ConflictResource),
  }),
  route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId/resolve', resolveConflict, {
    summary: 'Resolve the conflicts of a page, file, reusable content or variable by taking a side',
    tag,
    path: {
      ...path,
      conflictId: z
        .string()
        .min(1)
        .max(256)
        .meta({ description: 'The id of the page, file or reusable content, or the name of the variable.' }),
    },
    body: decision,
    conditional: true,
    returns: ok(LeftResource),
  }),
];
