import { Conflict, Invalid } from '../../domain/kernel/errors.ts';
import type { OrganizationId, OrganizationImageId, UploadId } from '../../domain/kernel/id.ts';
import {
  IMAGE_EXTENSIONS,
  imagePath,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  OrganizationImage,
  type OrganizationImageState,
} from '../../domain/organizations/organization-image.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { inOrganization, type InOrganization } from '../kernel/scope.ts';
import { command, query } from '../kernel/use-case.ts';
import { customizationsWhere } from '../sites/customizations-where.ts';
import { findUploadedFile, useUploads } from '../uploads/uploaded-file.ts';

const FIELD = 'storageKey';

/** Lists the images of an organization. */
export const listOrganizationImages = query<InOrganization & { page: PageRequest }>()({
  name: 'listOrganizationImages',
  requires: 'images:view',
  scope: inOrganization,
  async run({ read }, { organizationId, page }): Promise<Page<OrganizationImageState>> {
    const { items, ...rest } = await read.organizationImages.list({ organizationId }, page);
    return { items: items.map((image) => image.snapshot()), ...rest };
  },
});

/**
 * Creates an image from an upload of the kind `organization_file`. Anyone who knows its URL can see it. Fails with
 * `Invalid` unless the file is an image of at most 5 MiB, and with `Conflict` when the organization has 1,000 images.
 */
export const createOrganizationImage = command<InOrganization & { body: { name: string; storageKey: UploadId } }>()({
  name: 'createOrganizationImage',
  requires: 'images:manage',
  scope: inOrganization,
  needs: ['ids', 'blobs', 'files'],
  async prepare(context, { body: { name, storageKey } }) {
    const { blob, contentType, size } = await findUploadedFile(context, storageKey, name, FIELD);
    if (IMAGE_EXTENSIONS[contentType] === undefined)
      throw Invalid.field(FIELD, 'names a file that is not a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO image');
    if (size > MAX_IMAGE_BYTES) throw Invalid.field(FIELD, `names an image of more than ${MAX_IMAGE_BYTES} bytes`);
    return { blob, contentType, size };
  },
  async run(context, { organizationId, body: { name, storageKey } }, file): Promise<OrganizationImageState> {
    const { work, ids, now } = context;
    await work.lock('organizations', organizationId);
    if ((await work.organizationImages.count({ organizationId })) >= MAX_IMAGES)
      throw new Conflict(`an organization can have at most ${MAX_IMAGES} images`);
    await useUploads(context, [{ key: storageKey, field: FIELD }]);
    const image = OrganizationImage.create({ id: ids.next(), organizationId, name, ...file, createdAt: now });
    await work.organizationImages.save(image);
    return image.snapshot();
  },
});

/** Deletes an image. Fails with `Conflict` while the organization or the customization of a site shows it. */
export const deleteOrganizationImage = command<InOrganization & { imageId: OrganizationImageId }>()({
  name: 'deleteOrganizationImage',
  requires: 'images:manage',
  scope: inOrganization,
  async run({ work }, { organizationId, imageId }): Promise<boolean> {
    await work.lock('organizations', organizationId);
    const image = await work.organizationImages.find({ id: imageId, organizationId });
    if (image === undefined) return false;
    await requireUnused(work, organizationId, imagePath(image.snapshot()));
    image.delete();
    await work.organizationImages.delete(image);
    return true;
  },
});

/** Requires that no setting names the path of an image. @throws Conflict */
async function requireUnused(work: Work, organizationId: OrganizationId, path: string): Promise<void> {
  const { logo } = (await work.organizations.get({ id: organizationId })).snapshot();
  if (logo?.endsWith(path) === true)
    throw new Conflict('the image is the logo of the organization; choose another one first');
  const shown = customizationsWhere(work, organizationId, (settings) => JSON.stringify(settings).includes(`${path}"`));
  for await (const customization of shown)
    throw new Conflict(`the image is used by the site ${customization.snapshot().siteId}; choose another one first`);
}
