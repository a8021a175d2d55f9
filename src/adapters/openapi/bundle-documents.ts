import { UnreadableDocument } from '../workers/worker-errors.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import type { JsonMap } from '../../domain/openapi-specs/document.ts';
import { LIMITS } from './limits.ts';
import {
  EmbeddedSchemas,
  resolveReferenceUrl,
  findAnchors,
  findReferences,
  rejectReferenceCycles,
  splitReference,
  tooManyDocuments,
} from './references.ts';

/** Key under which a bundled document contains the external documents. */
const EXTERNALS = 'x-documents';

/** External document, parsed, with its URL after redirects. */
export interface LoadedDocument {
  readonly url: string;
  readonly value: unknown;
}

interface BundledDocument {
  /** Prefix of references into this document; empty for the main document. */
  readonly prefix: string;
  readonly base: string | undefined;
  readonly value: unknown;
  readonly hops: number;
  anchors?: ReadonlyMap<string, string>;
}

/**
 * Copies all documents that are referenced, directly or indirectly, into `document` under `x-documents` and rewrites
 * every reference to point into it. Loads only http and https URLs that no schema of the referring document has as its
 * `$id`, each once. Modifies `document`.
 *
 * @param base URL of the document, if it has one
 * @returns the names of the files of the external documents, by their keys under `x-documents`
 * @throws UnreadableDocument for other URLs, exceeded limits, or references that only lead to references
 */
export async function bundleDocuments(
  document: JsonMap,
  base: string | undefined,
  load: (url: string) => Promise<LoadedDocument>,
): Promise<Readonly<Record<string, string>>> {
  const documents = new Map<string, BundledDocument>();
  const root: BundledDocument = { prefix: '', base, value: document, hops: 0 };
  if (base !== undefined) documents.set(withoutFragment(base), root);
  const externals: Record<string, unknown> = {};
  const names: Record<string, string> = {};
  const queue = [root];
  let count = 0;
  for (let current = queue.shift(); current; current = queue.shift()) {
    const embedded = new EmbeddedSchemas(current.value, current.base);
    for (const reference of findReferences(current.value)) {
      const [url, fragment] = splitReference(reference.$ref);
      const within = embedded.resolve(reference);
      if (within !== undefined) {
        reference.$ref = `#${current.prefix}${within}`;
        continue;
      }
      let target: BundledDocument | undefined = url === '' ? current : undefined;
      if (target === undefined) {
        const address = resolveReferenceUrl(url, current.base);
        target = documents.get(address);
        if (target === undefined) {
          if (count === LIMITS.externalDocuments) throw tooManyDocuments();
          if (current.hops === LIMITS.referenceDepth)
            throw new UnreadableDocument(
              `the document has references nested more than ${LIMITS.referenceDepth} documents deep`,
            );
          const name = String(++count);
          const loaded = await load(address);
          target = { prefix: `/${EXTERNALS}/${name}`, base: loaded.url, value: loaded.value, hops: current.hops + 1 };
          documents.set(address, target);
          externals[name] = loaded.value;
          names[name] = fileNameOf(address);
          queue.push(target);
        }
      }
      reference.$ref = `#${target.prefix}${pointerOf(fragment, target)}`;
    }
  }
  if (count > 0) document[EXTERNALS] = externals;
  rejectReferenceCycles(document);
  return names;
}

/** Returns the name of the file at a URL without its extension. */
function fileNameOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1)!;
  return percentDecoded(name).replace(/\.(?:json|ya?ml)$/i, '');
}

/** Returns the JSON pointer that a fragment states directly or by an anchor. */
function pointerOf(fragment: string, target: BundledDocument): string {
  if (fragment === '' || fragment.startsWith('/')) return fragment;
  target.anchors ??= findAnchors(target.value);
  return target.anchors.get(fragment) ?? fragment;
}

const withoutFragment = (url: string): string => splitReference(url)[0];
