import { isJsonMap } from '../../domain/openapi-specs/document.ts';
import { LIMITS } from './limits.ts';
import { NoDocument, parseSource } from './parse-source.ts';
import { addressOf, referencesIn, refuseCircles, splitReference, tooManyDocuments } from './references.ts';

/**
 * Looks a text over that was given, without asking for anything.
 * @returns the addresses of other documents that it refers to itself; none for what is no document
 * @throws Unreadable for what can never be read, whatever there is at those addresses
 */
export function checkText(text: Uint8Array): readonly string[] {
  const value = parsed(text);
  if (!isJsonMap(value)) return [];
  const addresses = new Set<string>();
  for (const { $ref } of referencesIn(value)) {
    const [target] = splitReference($ref);
    if (target !== '') addresses.add(addressOf(target, undefined));
    if (addresses.size > LIMITS.externals) throw tooManyDocuments();
  }
  refuseCircles(value);
  return [...addresses];
}

function parsed(text: Uint8Array): unknown {
  try {
    return parseSource(text).value;
  } catch (error) {
    if (error instanceof NoDocument) return undefined;
    throw error;
  }
}
