import { Unreadable } from '../workers/terminable-worker.ts';
import type { JsonMap } from '../../domain/openapi-specs/document.ts';
import { LIMITS } from './limits.ts';
import { addressOf, referencesIn, refuseCircles, splitReference, tooManyDocuments } from './references.ts';

/** Where a bundled document keeps the others. */
export const EXTERNALS = 'x-documents';

/** Another document, parsed, and where it came from in the end. */
export interface LoadedDocument {
  readonly url: string;
  readonly value: unknown;
}

interface Held {
  /** What references into it begin with; empty for the document itself. */
  readonly prefix: string;
  readonly base: string | undefined;
  readonly value: unknown;
  readonly hops: number;
}

/**
 * Puts everything that a document refers to elsewhere into it, under `x-documents`, and makes every reference one within it.
 * Only what http and https addresses name is asked for, each once. Changes the document.
 * @param base where the document came from, if from an address
 * @returns how many other documents there are
 * @throws Unreadable for references to anything else, to too much, or to nothing but themselves
 */
export async function bundle(
  document: JsonMap,
  base: string | undefined,
  load: (url: string) => Promise<LoadedDocument>,
): Promise<number> {
  const held = new Map<string, Held>();
  const root: Held = { prefix: '', base, value: document, hops: 0 };
  if (base !== undefined) held.set(withoutFragment(base), root);
  const others: Record<string, unknown> = {};
  const open = [root];
  let count = 0;
  for (let one = open.shift(); one; one = open.shift()) {
    for (const place of referencesIn(one.value)) {
      const [target, fragment] = splitReference(place.$ref);
      let to: Held | undefined = target === '' ? one : undefined;
      if (to === undefined) {
        const url = addressOf(target, one.base);
        to = held.get(url);
        if (to === undefined) {
          if (count === LIMITS.externals) throw tooManyDocuments();
          if (one.hops === LIMITS.hops)
            throw new Unreadable(`the document has references nested more than ${LIMITS.hops} documents deep`);
          const name = String(++count);
          const loaded = await load(url);
          to = { prefix: `/${EXTERNALS}/${name}`, base: loaded.url, value: loaded.value, hops: one.hops + 1 };
          held.set(url, to);
          others[name] = loaded.value;
          open.push(to);
        }
      }
      place.$ref = `#${to.prefix}${fragment}`;
    }
  }
  if (count > 0) document[EXTERNALS] = others;
  refuseCircles(document);
  return count;
}

const withoutFragment = (url: string): string => splitReference(url)[0];
