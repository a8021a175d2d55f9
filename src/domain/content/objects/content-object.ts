/** SHA-256 in lower-case hex that names a content object; created by `hashOf` only. */
export type Hash = string & { readonly hash: unique symbol };

/** Type of an object: a revision's content, a node of a map, or a document. */
export type ObjectType = 'content' | 'map' | 'document';

/** Immutable object: equal types and bytes have equal hashes. */
export interface ContentObject {
  readonly hash: Hash;
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
  /** Objects (or stored files) that this one needs, each once; followed by garbage collection. */
  readonly refs: readonly Hash[];
}

/** The store lacks a referenced object, or contains bytes that no version of this code wrote. */
export class CorruptContent extends Error {
  override get name(): string {
    return 'CorruptContent';
  }
}
