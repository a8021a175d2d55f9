import type { Hash } from '../content/objects/content-object.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OrganizationId, OrganizationImageId } from '../kernel/id.ts';

/** File name extension of each media type that an image may have. */
export const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
};
/** Maximum size of an image in bytes: every reader of a site loads its logo. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Maximum number of images of an organization. */
export const MAX_IMAGES = 1000;
/** Path below the public URL at which images are served. */
export const IMAGES_PATH = '/images/';

export interface OrganizationImageState extends State {
  readonly id: OrganizationImageId;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly blob: Hash;
  /** Media type, a key of `IMAGE_EXTENSIONS`. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly createdAt: string;
}

/** Image of an organization for logos, icons and other pictures that settings name by their URL. It never changes. */
export class OrganizationImage extends Aggregate<OrganizationImageState> {
  static readonly kind = 'image';
  static restore = (state: OrganizationImageState) => new OrganizationImage(state);

  static create(state: OrganizationImageState): OrganizationImage {
    const image = new OrganizationImage(state);
    image.record('organization-image.created', { name: state.name });
    return image;
  }

  delete(): void {
    this.record('organization-image.deleted', { name: this.state.name });
  }
}

/** Path of an image below the public URL. */
export const imagePath = ({ id, contentType }: Pick<OrganizationImageState, 'id' | 'contentType'>): string =>
  `${IMAGES_PATH}${id}.${IMAGE_EXTENSIONS[contentType]}`;

const FILE_NAME = /^([0-9A-Za-z]{20})\.[a-z]{3,4}$/;

/** Returns the id in the path of an image; undefined for other paths. */
export const imageIdOfPath = (path: string): OrganizationImageId | undefined =>
  path.startsWith(IMAGES_PATH) ? FILE_NAME.exec(path.slice(IMAGES_PATH.length))?.[1] : undefined;
