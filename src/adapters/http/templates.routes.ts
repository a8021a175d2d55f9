import * as z from 'zod';
import { applyTemplateToSpace, listTemplates, type TemplateView } from '../../application/templates.ts';
import { idField } from './kernel/fields.ts';
import { list, resource, type Reply } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const MAX_ID_LENGTH = 100;
/** Reference to a template. */
export const templateInput = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH).meta({ description: 'ID of a template from the list of templates.' }),
});

const TemplateResource = resource(
  'Template',
  z.object({
    object: z.literal('template'),
    id: z.string(),
    title: z.string(),
    description: z.string(),
    pages: z.array(
      z.object({ title: z.string(), level: z.number().int().meta({ description: 'Depth, counted from 0.' }) }),
    ),
  }),
  ({ id, title, description, pages }: TemplateView) => ({
    object: 'template' as const,
    id,
    title,
    description,
    pages: [...pages],
  }),
);

/** Reply 201 without a body. */
const applied: Reply<unknown> = { statuses: { 201: { description: 'Applied' } }, answer: () => ({ status: 201 }) };

export const templateRoutes = tagged('Templates', [
  route('GET /v1/templates', listTemplates, {
    summary: 'List the templates for spaces',
    paged: true,
    returns: list(TemplateResource),
  }),
  route('POST /v1/spaces/:spaceId/content/template', applyTemplateToSpace, {
    summary: 'Add the pages of a template to a space',
    body: templateInput.extend({
      changeRequestId: idField.optional().meta({
        description: 'Change request to add the pages to, by its ID or number; without one, the primary content.',
      }),
    }),
    conditional: true,
    returns: applied,
  }),
]);
