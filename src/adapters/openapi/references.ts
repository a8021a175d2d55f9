import { isJsonMap, SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { Unreadable } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';

/** What is below these is data that the document speaks of, not the document itself. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** The members of these have names of their own, which say nothing of what they are. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'paths',
  'webhooks',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'content',
]);
const MAX_SHOWN = 200;

/** An object that stands for what it refers to. */
export interface Reference {
  $ref: string;
}

/** Every object that is a reference. */
export function* referencesIn(value: unknown): Generator<Reference> {
  const open = [{ value, named: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: at, named } = next;
    if (typeof at !== 'object' || at === null) continue;
    if (!named && isReference(at)) yield at;
    for (const [key, member] of Object.entries(at)) {
      const isNamed = !named && NAMED.has(key) && isJsonMap(member);
      if (named || isNamed || !DATA.has(key)) open.push({ value: member, named: isNamed });
    }
  }
}

const isReference = (value: unknown): value is Reference => isJsonMap(value) && typeof value['$ref'] === 'string';

/** The document that is referred to, empty for the one that refers, and the place in it. */
export function splitReference(reference: string): readonly [document: string, fragment: string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

/**
 * Where another document is that is referred to.
 * @param base where the one is that refers, if from an address
 * @throws Unreadable for what is nowhere, and for anything but http and https
 */
export function addressOf(target: string, base: string | undefined): string {
  const shown = target.slice(0, MAX_SHOWN);
  if (!URL.canParse(target, base)) throw new Unreadable(`the reference ${shown} cannot be resolved to a URL`);
  const url = new URL(target, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Unreadable(`the reference ${shown} must use http or https`);
  return url.href;
}

export const tooManyDocuments = (): Unreadable =>
  new Unreadable(`the document references more than ${LIMITS.externals} other documents`);

/**
 * Refuses references that lead to nothing but references, round in a circle. A schema with itself among its properties is none
 * of those. Linear: what was followed once is not followed again.
 * @throws Unreadable
 */
export function refuseCircles(root: JsonMap): void {
  const document = new SpecDocument(root);
  const ending = new Set<unknown>();
  for (const from of referencesIn(root)) {
    const passed = new Set<unknown>();
    for (let at: unknown = from; isReference(at) && !ending.has(at); at = document.resolvePointer(at.$ref)) {
      if (passed.has(at)) throw new Unreadable(`the reference ${at.$ref.slice(0, MAX_SHOWN)} leads only to itself`);
      passed.add(at);
    }
    for (const each of passed) ending.add(each);
  }
}
