import * as z from 'zod';
import { renderPage, renderReusableContent } from '../../../application/content/render-content.ts';
import type { RenderedFragment } from '../../../ports/sites/site-renderer.ts';
import { idParam } from '../kernel/fields.ts';
import { ok, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const RenderedContentResource = resource(
  'RenderedContent',
  z.object({
    html: z.string().meta({
      description:
        'Content as HTML without scripts, handlers, frames and forms, for an element with the class `s-content` under the style sheet of sites.',
    }),
    outline: z
      .array(z.object({ id: z.string(), title: z.string(), level: z.number().int() }))
      .meta({ description: 'Headings with their levels from 2 to 6.' }),
    plain: z.boolean().meta({ description: 'Whether the content is too complex and shown as plain text.' }),
  }),
  ({ html, outline, plain }: RenderedFragment) => ({ html, outline: [...outline], plain }),
);

const details = {
  body: z.object({
    changeRequest: z.string().min(1).max(100).optional().meta({
      description: 'ID or number of the change request to read; the primary content by default.',
    }),
    revision: idParam
      .optional()
      .meta({ description: 'ID of the revision to read, which cannot be combined with `changeRequest`.' }),
    markdown: z
      .string()
      .optional()
      .meta({ description: 'Text to render in place of the stored one; nothing is stored.' }),
  }),
  large: true,
  cost: 'read' as const,
  returns: ok(RenderedContentResource),
};

export const renderContentRoutes = tagged('Content', [
  route('POST /v1/spaces/:spaceId/content/page/:pageId/render', renderPage, {
    ...details,
    summary: 'Render a page as HTML',
  }),
  route('POST /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId/render', renderReusableContent, {
    ...details,
    summary: 'Render a reusable content as HTML',
  }),
]);
