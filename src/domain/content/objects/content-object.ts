/** Lower-case hex SHA-256 that names a content object; made by `hashOf` only. */
export type Hash = string & { readonly hash: unique symbol };

/** What an object is: a revision's content, a node of a map, or a document. */
export type ObjectType = 'content' | 'map' | 'document';

/** An immutable object: the same type and bytes always have the same hash. */
export interface ContentObject {
  readonly hash: Hash;
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
  /** Every object (or stored file) that this one needs, each once: what the collector of unreachable objects follows. */
  readonly refs: readonly Hash[];
}

/** The store lacks an object that another one names, or holds bytes that no version of this code wrote. */
export class CorruptContent extends Error {
  override get name(): string {
    return 'CorruptContent';
  }
}
