import type { Id } from '../../domain/kernel/id.ts';
import { inParallel, type Downloads } from './downloads.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';

const IMAGES = 'image/*';
const DATA = /^data:(image\/[\w.+-]{1,40})((?:;[\w=-]{1,40}){0,3}),/i;
const MAX_NAME = 100;

export interface StoredImages {
  /** Id of each stored file by URL. */
  readonly ids: ReadonlyMap<string, Id>;
  readonly found: number;
  /** URLs of images that were not stored. */
  readonly lost: readonly string[];
}

/** Downloads and stores images, each URL once, while the size limit allows. Images that fail keep their URL. */
export async function storeImages(
  downloads: Downloads,
  addresses: ReadonlySet<string>,
  store: (name: string, bytes: Uint8Array) => Promise<Id | undefined>,
): Promise<StoredImages> {
  const ids = new Map<string, Id>();
  const { limits } = downloads;
  let remainingBytes = limits.allImageBytes;
  await inParallel([...addresses].slice(0, limits.images), limits.concurrency, async (address) => {
    const maxBytes = (): number => Math.min(limits.imageBytes, remainingBytes);
    if (remainingBytes <= 0 || downloads.isTimeUp) return;
    const bytes = address.startsWith('data:')
      ? decodeDataUrl(address)
      : (await downloads.tryGet(address, maxBytes(), IMAGES))?.body;
    // Other images may have been stored since the request.
    if (bytes === undefined || bytes.byteLength === 0 || bytes.byteLength > maxBytes()) return;
    remainingBytes -= bytes.byteLength;
    const id = await store(imageName(address), bytes);
    if (id !== undefined) ids.set(address, id);
  });
  return { ids, found: addresses.size, lost: [...addresses].filter((address) => !ids.has(address)) };
}

/** Derives a file name from an image URL. */
export function imageName(address: string): string {
  const type = DATA.exec(address.slice(0, 200))?.[1];
  if (type !== undefined) return `image.${type.slice('image/'.length).replace(/\+.*$/, '').toLowerCase()}`;
  return (
    percentDecoded(new URL(address).pathname.split('/').at(-1)!)
      .replace(/[/\\\p{Cc}\p{Cs}]/gu, '')
      .slice(-MAX_NAME)
      .replace(/^[\udc00-\udfff]/, '') || 'image'
  );
}

/** Decodes the URL of an embedded image; undefined if it is malformed. */
export function decodeDataUrl(address: string): Uint8Array | undefined {
  const head = DATA.exec(address.slice(0, 200));
  if (head === null) return undefined;
  const body = address.slice(head[0].length);
  if (/;base64$/i.test(head[2]!)) return Buffer.from(body, 'base64');
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return undefined;
  }
}
