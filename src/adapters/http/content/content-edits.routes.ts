import { updateSpaceContent } from '../../../application/content/edit-space.ts';
import { contentChanges } from './content-changes.ts';
import { SpaceEditResource } from './edited-content.ts';
import { idParam } from '../kernel/fields.ts';
import { ok } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

export const contentEditRoutes = [
  route('POST /v1/spaces/:spaceId/content', updateSpaceContent, {
    summary: 'Update the content of a space',
    tag: 'Content',
    path: { spaceId: idParam },
    body: contentChanges,
    large: true,
    conditional: true,
    returns: ok(SpaceEditResource),
  }),
];
