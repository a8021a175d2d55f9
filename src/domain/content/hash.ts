import { createHash, hash } from 'node:crypto';
import type { ContentObject, Hash, ObjectType } from './objects.ts';

/** SHA-256 of `type ‖ 0 ‖ bytes`, so that objects of two types never share a hash. */
export const hashOf = (type: ObjectType, bytes: Uint8Array): Hash =>
  createHash('sha256').update(`${type}\0`, 'latin1').update(bytes).digest('hex') as Hash;

/** An object ready to be stored; `refs` may repeat, the object's do not. */
export const contentObject = (type: ObjectType, bytes: Uint8Array, refs: readonly Hash[] = []): ContentObject => ({
  hash: hashOf(type, bytes),
  type,
  bytes,
  refs: [...new Set(refs)],
});

/** Lower-case hex SHA-256 of the text in UTF-8. */
export const digestOf = (text: string): string => hash('sha256', text, 'hex');
