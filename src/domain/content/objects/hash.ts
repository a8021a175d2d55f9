import { createHash, hash } from 'node:crypto';
import type { ContentObject, Hash, ObjectType } from './content-object.ts';

const encoder = new TextEncoder();
const PREFIX: Readonly<Record<ObjectType, Uint8Array>> = {
  content: encoder.encode('content\0'),
  map: encoder.encode('map\0'),
  document: encoder.encode('document\0'),
};
/** Up to this size, copying and hashing in one call is cheaper than a streaming hash. */
const SMALL_OBJECT_BYTES = 16 * 1024;
/** Buffer in which the prefix and the bytes of a small object are joined. */
const hashBuffer = new Uint8Array(SMALL_OBJECT_BYTES + Math.max(...Object.values(PREFIX).map(({ length }) => length)));

/** Computes the SHA-256 of `type ‖ 0 ‖ bytes`, so that objects of two types never share a hash. */
export function hashOf(type: ObjectType, bytes: Uint8Array): Hash {
  const prefix = PREFIX[type];
  if (bytes.length > SMALL_OBJECT_BYTES) return createHash('sha256').update(prefix).update(bytes).digest('hex') as Hash;
  hashBuffer.set(prefix);
  hashBuffer.set(bytes, prefix.length);
  return hash('sha256', hashBuffer.subarray(0, prefix.length + bytes.length), 'hex') as Hash;
}

/** Builds an object for storage; duplicate `refs` are removed. */
export const contentObject = (type: ObjectType, bytes: Uint8Array, refs: readonly Hash[] = []): ContentObject => ({
  hash: hashOf(type, bytes),
  type,
  bytes,
  refs: [...new Set(refs)],
});

/** Computes the SHA-256 of a UTF-8 text in lower-case hex. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex');
