import * as z from 'zod';
import {
  createOrganizationImage,
  deleteOrganizationImage,
  listOrganizationImages,
} from '../../application/organizations/images.ts';
import { imagePath, type OrganizationImageState } from '../../domain/organizations/organization-image.ts';
import { idField, instant, uri, visibleTitle } from './kernel/fields.ts';
import { created, list, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const OrganizationImageResource = resource(
  'OrganizationImage',
  z.object({
    object: z.literal('image'),
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    size: z.number().int().meta({ description: 'Size in bytes.' }),
    createdAt: instant,
    urls: z.object({
      image: uri.meta({
        description: 'URL of the image itself, for logos, icons and profile pictures. It needs no token.',
      }),
    }),
  }),
  (image: OrganizationImageState, links) => {
    const { id, name, contentType, size, createdAt } = image;
    const urls = { image: links.at(imagePath(image)) };
    return { object: 'image' as const, id, name, contentType, size, createdAt, urls };
  },
);

const IMAGES = '/v1/orgs/:organizationId/images';

export const imageRoutes = tagged('Organizations', [
  route(`GET ${IMAGES}`, listOrganizationImages, {
    summary: 'List the images of an organization',
    paged: true,
    returns: list(OrganizationImageResource),
  }),
  route(`POST ${IMAGES}`, createOrganizationImage, {
    summary: 'Create an image from an uploaded file',
    body: z.object({
      name: visibleTitle(1, 256),
      storageKey: idField.meta({ description: 'Key of an upload of the kind `organization_file`.' }),
    }),
    returns: created(OrganizationImageResource),
  }),
  route(`DELETE ${IMAGES}/:imageId`, deleteOrganizationImage, {
    summary: 'Delete an image of an organization',
    returns: removed,
  }),
]);
