import { updateSpaceContent } from '../../../application/content/edit-space.ts';
import { contentChanges } from './content-changes.ts';
import { SpaceEditResource } from './edited-content.ts';
import { ok } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

export const contentEditRoutes = tagged('Content', [
  route('POST /v1/spaces/:spaceId/content', updateSpaceContent, {
    summary: 'Update the content of a space',
    body: contentChanges,
    large: true,
    conditional: true,
    returns: ok(SpaceEditResource),
  }),
]);
