import { Unreadable } from '../endable-thread.ts';
import { isMap, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { LIMITS } from './limits.ts';

/** Where a bundled document keeps the others. */
export const EXTERNALS = 'x-documents';
/** What is below these is data that the document speaks of, not the document itself. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** The members of these have names of their own, which say nothing of what they are. */
const NAMED: ReadonlySet<string> = new Set([
  'properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'paths', 'webhooks', 'schemas', 'responses', 'parameters', 'examples', 'requestBodies',
  'headers', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'content',
]);

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
 * @throws Unreadable for references to anything else, or to too much
 */
export async function bundle(document: JsonMap, base: string | undefined, load: (url: string) => Promise<LoadedDocument>): Promise<number> {
  const held = new Map<string, Held>();
  const root: Held = { prefix: '', base, value: document, hops: 0 };
  if (base !== undefined) held.set(withoutFragment(base), root);
  const others: Record<string, unknown> = {};
  const open = [root];
  let count = 0;
  for (let one = open.shift(); one; one = open.shift()) {
    for (const place of referencesIn(one.value)) {
      const [target, fragment] = split(place.$ref);
      let to: Held | undefined = target === '' ? one : undefined;
      if (to === undefined) {
        const url = addressOf(target, one.base);
        to = held.get(url);
        if (to === undefined) {
          if (count === LIMITS.externals) throw new Unreadable(`it refers to more than ${LIMITS.externals} other documents`);
          if (one.hops === LIMITS.hops) throw new Unreadable(`it refers to documents that refer to others more than ${LIMITS.hops} times`);
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
  return count;
}

/** Every object that is a reference. */
function* referencesIn(value: unknown): Generator<{ $ref: string }> {
  const open = [{ value, named: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: at, named } = next;
    if (typeof at !== 'object' || at === null) continue;
    if (!named && isMap(at) && typeof at['$ref'] === 'string') yield at as { $ref: string };
    for (const [key, member] of Object.entries(at)) {
      const isNamed = !named && NAMED.has(key) && isMap(member);
      if (named || isNamed || !DATA.has(key)) open.push({ value: member, named: isNamed });
    }
  }
}

function split(reference: string): readonly [string, string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

const withoutFragment = (url: string): string => split(url)[0];

function addressOf(target: string, base: string | undefined): string {
  const shown = target.slice(0, 200);
  if (!URL.canParse(target, base)) throw new Unreadable(`it refers to ${shown}, and there is no telling where that is`);
  const url = new URL(target, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unreadable(`it refers to ${shown}, which is not fetched: only http and https are`);
  return url.href;
}
