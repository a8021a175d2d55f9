import { isAllowed } from '../../domain/permissions/policy.ts';
import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import type { CustomFontId, Id, OrganizationId, UploadId } from '../../domain/kernel/id.ts';
import {
  CustomFont,
  FONT_FORMATS,
  type CustomFontState,
  type FontFaceChange,
  type FontFormat,
} from '../../domain/sites/custom-font.ts';
import {
  listCustomFontIds,
  replaceCustomFonts,
  type CustomizationFonts,
} from '../../domain/sites/customization-fonts.ts';
import type { Page } from '../../ports/kernel/repository.ts';
import type { Finders, Work } from '../../ports/kernel/unit-of-work.ts';
import { inOrganization, type InOrganization, type OrganizationFacts } from '../kernel/scope.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import { customizationsWhere } from './customizations-where.ts';
import { findUploadedFile, useUploads, type UploadReference } from '../uploads/uploaded-file.ts';

/** Maximum number of custom fonts of an organization. */
const MAX_CUSTOM_FONTS = 100;

type OfFont = InOrganization & { readonly fontId: CustomFontId };

/** Weight of a font with the key of its uploaded file; null removes the weight. */
interface FontFaceInput {
  readonly weight: number;
  readonly storageKey: UploadId | null;
}

/** Custom font, with whether the caller may change it. */
export interface CustomFontView {
  readonly font: CustomFontState;
  readonly editable: boolean;
}

const viewOf = (font: CustomFontState, { level, caller }: OrganizationFacts): CustomFontView => ({
  font,
  editable: isAllowed('fonts:manage', { level, member: true, operator: caller.operator }),
});

interface PreparedFaces {
  readonly faces: readonly FontFaceChange[];
  readonly uploads: readonly UploadReference[];
}

/** Finds the uploaded files of font faces. @throws Invalid naming the field of an upload that is no font */
async function prepareFaces(
  context: QueryContext<{ readonly organization: Id }, 'blobs' | 'files'>,
  inputs: readonly FontFaceInput[],
): Promise<PreparedFaces> {
  const faces: FontFaceChange[] = [];
  const uploads: UploadReference[] = [];
  for (const [i, { weight, storageKey }] of inputs.entries()) {
    if (inputs.findIndex((one) => one.weight === weight) !== i)
      throw Invalid.field(`fontFaces.${i}.weight`, 'is given twice');
    if (storageKey === null) {
      faces.push({ weight, face: null });
      continue;
    }
    const field = `fontFaces.${i}.storageKey`;
    const file = await findUploadedFile(context, storageKey, 'font', field, ['customization_font']);
    const format = formatOf(file.contentType);
    if (format === undefined)
      throw Invalid.field(field, 'names a file that is not a WOFF2, WOFF, TrueType or OpenType font');
    faces.push({ weight, face: { blob: file.blob, format } });
    uploads.push({ key: storageKey, field });
  }
  return { faces, uploads };
}

/** Returns the format of a font by its detected media type. */
const formatOf = (contentType: string): FontFormat | undefined =>
  FONT_FORMATS.find((format) => contentType === `font/${format}`);

/** Lists the custom fonts of an organization. */
export const listCustomFonts = query<InOrganization>()({
  name: 'listCustomFonts',
  requires: 'fonts:view',
  scope: inOrganization,
  async run({ read, scope }, { organizationId }): Promise<Page<CustomFontView>> {
    const { items, count } = await read.customFonts.list({ organizationId }, { limit: MAX_CUSTOM_FONTS });
    return { items: items.map((font) => viewOf(font.snapshot(), scope)), count };
  },
});

/** Gets a custom font. */
export const getCustomFont = query<OfFont>()({
  name: 'getCustomFont',
  requires: 'fonts:view',
  scope: inOrganization,
  run: async ({ read, scope }, { organizationId, fontId }): Promise<CustomFontView> =>
    viewOf((await read.customFonts.get({ id: fontId, organizationId })).snapshot(), scope),
});

/**
 * Creates a custom font from uploaded files of the kind `customization_font`, one for each weight; the weight 400 is
 * required. Sites use the font through their customization. Fails with `Conflict` when the organization has 100 fonts.
 */
export const createCustomFont = command<
  InOrganization & { body: { fontFamily: string; fontFaces: readonly FontFaceInput[] } }
>()({
  name: 'createCustomFont',
  requires: 'fonts:manage',
  scope: inOrganization,
  needs: ['ids', 'blobs', 'files'],
  prepare: (context, { body }) => prepareFaces(context, body.fontFaces),
  async run(context, { organizationId, body: { fontFamily } }, { faces, uploads }): Promise<CustomFontView> {
    const { work, ids, now, scope } = context;
    await work.lock('organizations', organizationId);
    if ((await work.customFonts.count({ organizationId })) >= MAX_CUSTOM_FONTS)
      throw new Conflict(`an organization can have at most ${MAX_CUSTOM_FONTS} custom fonts`);
    await useUploads(context, uploads);
    const font = CustomFont.create({ id: ids.next(), organizationId, fontFamily, faces, at: now });
    await work.customFonts.save(font);
    return viewOf(font.snapshot(), scope);
  },
});

/**
 * Updates the family name and the weights of a custom font; weights that are omitted stay, and a `storageKey` of null
 * removes a weight. Sites that use the font show the change at once.
 */
export const updateCustomFont = command<
  OfFont & { body: { fontFamily?: string; fontFaces?: readonly FontFaceInput[] } }
>()({
  name: 'updateCustomFont',
  requires: 'fonts:manage',
  scope: inOrganization,
  needs: ['blobs', 'files'],
  async prepare(context, { organizationId, fontId, body }): Promise<PreparedFaces> {
    await context.read.customFonts.get({ id: fontId, organizationId });
    return prepareFaces(context, body.fontFaces ?? []);
  },
  async run(context, { organizationId, fontId, body: { fontFamily } }, { faces, uploads }): Promise<CustomFontView> {
    const { work, now, scope } = context;
    await work.lock('organizations', organizationId);
    const font = await work.customFonts.get({ id: fontId, organizationId });
    await useUploads(context, uploads);
    font.change({ fontFamily, faces }, now);
    await work.customFonts.save(font);
    for await (const customization of customizationsWith(work, organizationId, fontId)) {
      customization.change(replaceCustomFonts(customization.snapshot().settings, [font.snapshot()]));
      await work.siteCustomizations.save(customization);
    }
    return viewOf(font.snapshot(), scope);
  },
});

/** Deletes a custom font. Fails with `Conflict` while the customization of a site uses it. */
export const deleteCustomFont = command<OfFont>()({
  name: 'deleteCustomFont',
  requires: 'fonts:manage',
  scope: inOrganization,
  async run({ work }, { organizationId, fontId }): Promise<boolean> {
    await work.lock('organizations', organizationId);
    const font = await work.customFonts.find({ id: fontId, organizationId });
    if (font === undefined) return false;
    for await (const customization of customizationsWith(work, organizationId, fontId))
      throw new Conflict(
        `the font is used by the site ${customization.snapshot().siteId}; choose another font there first`,
      );
    font.delete();
    await work.customFonts.delete(font);
    return true;
  },
});

/** Finds the customizations that use a font. The caller holds the lock of the organization. */
const customizationsWith = (work: Work, organizationId: OrganizationId, fontId: CustomFontId) =>
  customizationsWhere(work, organizationId, (settings) => listCustomFontIds(settings).includes(fontId));

/**
 * Replaces the custom fonts of a customization by their stored definitions.
 * @throws Invalid naming the field of a font that the organization does not have
 */
export async function resolveCustomFonts<C extends CustomizationFonts>(
  from: Pick<Finders, 'customFonts'>,
  organizationId: OrganizationId,
  customization: C,
): Promise<C> {
  const ids = listCustomFontIds(customization);
  if (ids.length === 0) return customization;
  const { items } = await from.customFonts.list({ organizationId, id: ids }, { limit: ids.length });
  return replaceCustomFonts(
    customization,
    items.map((font) => font.snapshot()),
    (field) => {
      throw Invalid.field(`styling.${field}.id`, 'names no custom font of the organization');
    },
  );
}
