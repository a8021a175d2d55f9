import { isJsonMap, SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { UnreadableDocument } from '../workers/terminable-worker.ts';
import { LIMITS } from './limits.ts';

/** What is below these is data that the document speaks of, not the document itself. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** The members of these have names of their own, which say nothing of what they are. */
const MAP_KEYS: ReadonlySet<string> = new Set([
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
const MAX_QUOTED = 200;

/** An object that stands for what it refers to. */
export interface Reference {
  $ref: string;
}

/** Every object that is a reference. */
export function* findReferences(value: unknown): Generator<Reference> {
  const stack = [{ value, isMap: false }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value: current, isMap } = next;
    if (typeof current !== 'object' || current === null) continue;
    if (!isMap && isReference(current)) yield current;
    for (const [key, member] of Object.entries(current)) {
      const isMemberMap = !isMap && MAP_KEYS.has(key) && isJsonMap(member);
      if (isMap || isMemberMap || !DATA_KEYS.has(key)) stack.push({ value: member, isMap: isMemberMap });
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
export function resolveReferenceUrl(target: string, base: string | undefined): string {
  const quoted = target.slice(0, MAX_QUOTED);
  if (!URL.canParse(target, base)) throw new UnreadableDocument(`the reference ${quoted} cannot be resolved to a URL`);
  const url = new URL(target, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnreadableDocument(`the reference ${quoted} must use http or https`);
  return url.href;
}

export const tooManyDocuments = (): UnreadableDocument =>
  new UnreadableDocument(`the document references more than ${LIMITS.externalDocuments} other documents`);

/**
 * Refuses references that lead to nothing but references, round in a circle. A schema with itself among its properties is none
 * of those. Linear: what was followed once is not followed again.
 * @throws Unreadable
 */
export function rejectReferenceCycles(root: JsonMap): void {
  const document = new SpecDocument(root);
  const checked = new Set<unknown>();
  for (const from of findReferences(root)) {
    const visited = new Set<unknown>();
    for (let at: unknown = from; isReference(at) && !checked.has(at); at = document.resolvePointer(at.$ref)) {
      if (visited.has(at))
        throw new UnreadableDocument(`the reference ${at.$ref.slice(0, MAX_QUOTED)} leads only to itself`);
      visited.add(at);
    }
    for (const each of visited) checked.add(each);
  }
}
