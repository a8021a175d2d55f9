import { isJsonMap } from '../../domain/openapi-specs/document.ts';
import { LIMITS } from './limits.ts';
import { NotADocument, parseSource } from './parse-source.ts';
import {
  EmbeddedSchemas,
  resolveReferenceUrl,
  findReferences,
  rejectReferenceCycles,
  splitReference,
  tooManyDocuments,
} from './references.ts';

/**
 * Checks a text without loading any other document.
 *
 * @returns URLs of the documents that the text references directly; empty if the text is not a document
 * @throws UnreadableDocument for a document that exceeds the limits whatever the referenced documents contain
 */
export function checkText(text: Uint8Array): readonly string[] {
  const value = parseOrUndefined(text);
  if (!isJsonMap(value)) return [];
  const addresses = new Set<string>();
  const embedded = new EmbeddedSchemas(value);
  for (const reference of findReferences(value)) {
    const [target] = splitReference(reference.$ref);
    if (target !== '' && embedded.resolve(reference) === undefined)
      addresses.add(resolveReferenceUrl(target, undefined));
    if (addresses.size > LIMITS.externalDocuments) throw tooManyDocuments();
  }
  rejectReferenceCycles(value);
  return [...addresses];
}

function parseOrUndefined(text: Uint8Array): unknown {
  try {
    return parseSource(text).value;
  } catch (error) {
    if (error instanceof NotADocument) return undefined;
    throw error;
  }
}
