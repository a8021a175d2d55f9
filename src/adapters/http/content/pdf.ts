import { z } from 'zod';
import { getChangeRequestPDF, getSpacePDF } from '../../../application/pdf/get-pdf.ts';
import { idParam } from '../fields.ts';
import { flag } from '../kernel/input.ts';
import { ok, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

const PdfLinkResource = resource(
  'PdfLink',
  z.object({ url: z.url().max(2048).meta({ description: 'Opens the file without a token, for at least an hour.' }) }),
  ({ path }: { readonly path: string }, links) => ({ url: links.at(path) }),
);

const options = {
  only: flag().default(false).meta({ description: 'Whether the page alone is printed, without those below it.' }),
  page: idParam
    .optional()
    .meta({ description: 'The page that is printed, with all below it; everything when it is left out.' }),
};
const inSpace = { spaceId: idParam };

export const pdfRoutes = [
  route('GET /v1/spaces/:spaceId/pdf', getSpacePDF, {
    summary: 'Get a link to the content of a space as PDF',
    tag: 'Content',
    path: inSpace,
    query: options,
    cost: 'heavy',
    returns: ok(PdfLinkResource),
  }),
  route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/pdf', getChangeRequestPDF, {
    summary: 'Get a link to the content of a change request as PDF',
    tag: 'Change requests',
    path: { ...inSpace, changeRequestId: idParam.meta({ description: 'Its id, or its number within the space.' }) },
    query: options,
    cost: 'heavy',
    returns: ok(PdfLinkResource),
  }),
];
