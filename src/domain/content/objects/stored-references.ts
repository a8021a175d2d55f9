import { CorruptContent, type Hash, type ObjectType } from './content-object.ts';
import { decodeUtf8 } from './json.ts';
import { decodeNode } from './map-node.ts';

const HASH = /^[0-9a-f]{64}$/;
const hashesOf = (values: readonly unknown[]): readonly Hash[] =>
  values.filter((value): value is Hash => typeof value === 'string' && HASH.test(value));

/** Members of an entry's value that name objects or stored files: of pages, reusable contents, files and conflicts. */
function referencesOfValue(value: unknown): readonly Hash[] {
  if (Array.isArray(value))
    return value.flatMap((conflict: { readonly refs?: readonly unknown[] } | null) => hashesOf(conflict?.refs ?? []));
  if (typeof value !== 'object' || value === null) return [];
  const { document, blob } = value as { readonly document?: unknown; readonly blob?: unknown };
  return hashesOf([document, blob]);
}

function referencesOfContent(bytes: Uint8Array): readonly Hash[] {
  const text = decodeUtf8(bytes);
  if (text === undefined || !text.startsWith('{')) throw new CorruptContent('an object is not a content');
  return hashesOf(Object.values(JSON.parse(text) as object));
}

/**
 * Reads the references of an object from its bytes, each once, for objects whose stored references cannot be trusted.
 * @throws CorruptContent for bytes that are no object of the type
 */
export function referencesOf(type: ObjectType, bytes: Uint8Array): ReadonlySet<Hash> {
  if (type === 'document') return new Set();
  try {
    if (type === 'content') return new Set(referencesOfContent(bytes));
    const node = decodeNode<unknown>(bytes);
    return new Set(
      node.entries === undefined
        ? node.children.flatMap((child) => (child === undefined ? [] : [child.hash]))
        : node.entries.flatMap(({ value }) => referencesOfValue(value)),
    );
  } catch (error) {
    throw error instanceof CorruptContent ? error : new CorruptContent('an object cannot be read', { cause: error });
  }
}
