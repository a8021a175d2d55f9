import * as z from 'zod';
import {
  createCustomFont,
  deleteCustomFont,
  getCustomFont,
  listCustomFonts,
  updateCustomFont,
  type CustomFontView,
} from '../../../application/sites/custom-fonts.ts';
import { MAX_FONT_FACES } from '../../../domain/sites/custom-font.ts';
import { fontReference } from '../../../domain/sites/customization-fonts.ts';
import { idField } from '../kernel/fields.ts';
import { list, ok, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { fontDefinition, presentFont } from './site-fonts.ts';

const CustomFontResource = resource(
  'CustomFont',
  fontDefinition.extend({ permissions: z.object({ edit: z.boolean() }) }),
  ({ font, editable }: CustomFontView, links) => ({
    ...presentFont(fontReference(font), links),
    permissions: { edit: editable },
  }),
);

/** Not in the document: validators read patterns without the Unicode flag. */
const FONT_FAMILY = /^[\p{L}\p{N} _-]+$/u;
const fontFamily = z
  .string()
  .min(1)
  .max(50)
  .refine((name) => FONT_FAMILY.test(name), 'may contain only letters, digits, spaces, _ and -')
  .meta({ description: 'Name of the font family in stylesheets: letters, digits, spaces, `_` and `-`.' });
const weight = z.number().int().min(1).max(1000).meta({ description: 'Weight, such as 400 (regular) or 700 (bold).' });
const storageKey = idField.meta({ description: 'Key of an upload of the kind `customization_font`.' });

const FONTS = '/v1/orgs/:organizationId/fonts';

export const customFontRoutes = tagged('Sites', [
  route(`GET ${FONTS}`, listCustomFonts, {
    summary: 'List the custom fonts of an organization',
    returns: list(CustomFontResource),
  }),
  route(`PUT ${FONTS}`, createCustomFont, {
    summary: 'Create a custom font',
    body: z.object({
      fontFamily,
      fontFaces: z.array(z.object({ weight, storageKey })).min(1).max(MAX_FONT_FACES),
    }),
    returns: ok(CustomFontResource),
  }),
  route(`GET ${FONTS}/:fontId`, getCustomFont, {
    summary: 'Get a custom font',
    returns: ok(CustomFontResource),
  }),
  route(`POST ${FONTS}/:fontId`, updateCustomFont, {
    summary: 'Update a custom font',
    body: z.object({
      fontFamily: fontFamily.optional(),
      fontFaces: z
        .array(
          z.object({
            weight,
            storageKey: storageKey.nullable().meta({ description: 'Key of an upload; null removes the weight.' }),
          }),
        )
        .max(MAX_FONT_FACES)
        .optional(),
    }),
    returns: ok(CustomFontResource),
  }),
  route(`DELETE ${FONTS}/:fontId`, deleteCustomFont, {
    summary: 'Delete a custom font',
    returns: removed,
  }),
]);
