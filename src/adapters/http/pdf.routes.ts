import * as z from 'zod';
import { getChangeRequestPDF, getSpacePDF } from '../../application/pdf/get-pdf.ts';
import { idParam } from './kernel/fields.ts';
import { flag } from './kernel/input.ts';
import { ok, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const PdfLinkResource = resource(
  'PdfLink',
  z.object({
    url: z.url().max(2048).meta({ description: 'URL of the file, which needs no token for at least an hour.' }),
  }),
  ({ path }: { readonly path: string }, links) => ({ url: links.at(path) }),
);

const options = {
  only: flag().default(false).meta({ description: 'Whether the page is printed without its subpages.' }),
  page: idParam.optional().meta({
    description: 'Page to print with its subpages; the whole space by default. It is required when `only` is true.',
  }),
};

export const pdfRoutes = [
  ...tagged('Content', [
    route('GET /v1/spaces/:spaceId/pdf', getSpacePDF, {
      summary: 'Get a PDF link for a space',
      query: options,
      cost: 'heavy',
      returns: ok(PdfLinkResource),
    }),
  ]),
  ...tagged('Change requests', [
    route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/pdf', getChangeRequestPDF, {
      summary: 'Get a PDF link for a change request',
      query: options,
      cost: 'heavy',
      returns: ok(PdfLinkResource),
    }),
  ]),
];
