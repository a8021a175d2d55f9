import { isJsonMap, SpecDocument, type JsonMap } from '../../domain/openapi-specs/document.ts';
import { UnreadableDocument } from '../workers/worker-errors.ts';
import { LIMITS } from './limits.ts';

/** Keys whose values are example data rather than parts of the document. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** Keys whose members have arbitrary names. */
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

/** Yields every object in a value that refers to a schema with the keyword. */
export function* findReferences<Keyword extends string = '$ref'>(
  value: unknown,
  keyword = '$ref' as Keyword,
): Generator<Record<Keyword, string>> {
  const stack = [{ value, isMap: false }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value: current, isMap } = next;
    if (typeof current !== 'object' || current === null) continue;
    if (!isMap && isReference(current, keyword)) yield current;
    for (const [key, member] of Object.entries(current)) {
      const isMemberMap = !isMap && MAP_KEYS.has(key) && isJsonMap(member);
      if (isMap || isMemberMap || !DATA_KEYS.has(key)) stack.push({ value: member, isMap: isMemberMap });
    }
  }
}

/**
 * Yields every object of a document, except those that hold members of arbitrary names, with its JSON pointer and the
 * next object around it, which comes before it.
 */
export function* objectsOf(
  document: unknown,
): Generator<readonly [object: JsonMap, pointer: string, parent: JsonMap | undefined]> {
  interface Step {
    readonly value: unknown;
    readonly pointer: string;
    readonly isMap: boolean;
    readonly parent: JsonMap | undefined;
  }
  const stack: Step[] = [{ value: document, pointer: '', isMap: false, parent: undefined }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, pointer, isMap, parent } = next;
    if (typeof value !== 'object' || value === null) continue;
    const object = !isMap && isJsonMap(value) ? value : undefined;
    if (object !== undefined) yield [object, pointer, parent];
    const members = Object.entries(value).filter(([key]) => isMap || !DATA_KEYS.has(key));
    for (const [key, member] of members.reverse())
      stack.push({
        value: member,
        pointer: pointerOf(pointer, key),
        isMap: !isMap && MAP_KEYS.has(key) && isJsonMap(member),
        parent: object ?? parent,
      });
  }
}

/** Schema with a URL of its own, which references name and to which those within it are relative. */
interface EmbeddedSchema {
  readonly url: string;
  readonly pointer: string;
  readonly schema: JsonMap;
}

/** Base of relative URLs in a document without a URL. */
const UNKNOWN_BASE = 'https://unknown.invalid/';

/** Schemas of a document that have a URL of their own (`$id`). */
export class EmbeddedSchemas {
  readonly #byUrl = new Map<string, EmbeddedSchema>();
  /** Innermost schema around each object. */
  readonly #around = new Map<JsonMap, EmbeddedSchema>();
  readonly #anchors = new Map<EmbeddedSchema, ReadonlyMap<string, string>>();

  /** @param base URL of the document, if it has one */
  constructor(
    document: unknown,
    private readonly base: string = UNKNOWN_BASE,
  ) {
    if (findReferences(document, '$id').next().done === true) return;
    for (const [schema, pointer, parent] of objectsOf(document)) {
      const outer = parent && this.#around.get(parent);
      const own = this.#read(schema, pointer, outer);
      if (own !== undefined && !this.#byUrl.has(own.url)) this.#byUrl.set(own.url, own);
      const around = own ?? outer;
      if (around !== undefined) this.#around.set(schema, around);
    }
  }

  /**
   * Returns the JSON pointer of a schema that a reference names: within the schema with its URL, or without a URL within
   * the schema around it. Undefined for anything else.
   */
  resolve(reference: Record<'$ref', string>): string | undefined {
    const [url, fragment] = splitReference(reference.$ref);
    const schema = url === '' ? this.#around.get(reference) : this.#find(reference, url);
    if (schema === undefined) return undefined;
    const within = this.#pointerWithin(schema, fragment);
    // Documents before OpenAPI 3.1 have references to their own parts in schemas with an `$id`.
    return within === undefined && url === '' ? undefined : schema.pointer + (within ?? fragment);
  }

  #pointerWithin(schema: EmbeddedSchema, fragment: string): string | undefined {
    if (fragment === '') return '';
    if (fragment.startsWith('/'))
      return new SpecDocument(schema.schema).resolvePointer(`#${fragment}`) === undefined ? undefined : fragment;
    const anchors = this.#anchors.get(schema) ?? findAnchors(schema.schema);
    this.#anchors.set(schema, anchors);
    return anchors.get(fragment);
  }

  #find(reference: JsonMap, url: string): EmbeddedSchema | undefined {
    if (this.#byUrl.size === 0) return undefined;
    const bases = [this.#around.get(reference)?.url, this.base].filter((base) => base !== undefined);
    const base = bases.find((each) => URL.canParse(url, each) && this.#byUrl.has(new URL(url, each).href));
    return base === undefined ? undefined : this.#byUrl.get(new URL(url, base).href);
  }

  #read(schema: JsonMap, pointer: string, outer: EmbeddedSchema | undefined): EmbeddedSchema | undefined {
    const { $id } = schema;
    const base = outer?.url ?? this.base;
    if (typeof $id !== 'string' || !URL.canParse($id, base)) return undefined;
    const [url] = splitReference(new URL($id, base).href);
    return { url, pointer, schema };
  }
}

/** Returns the JSON pointer of a member, for use in a URL. */
export const pointerOf = (parent: string, key: string): string =>
  `${parent}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;

/** Returns the JSON pointers of the schemas of a document that have an anchor, by anchor; the first one wins. */
export function findAnchors(document: unknown): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  for (const [object, pointer] of objectsOf(document))
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = object[keyword];
      if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, pointer);
    }
  return anchors;
}

/** Reports whether a value is a schema that refers to another one with the keyword. */
export const isReference = <Keyword extends string = '$ref'>(
  value: unknown,
  keyword = '$ref' as Keyword,
): value is Record<Keyword, string> => isJsonMap(value) && typeof value[keyword] === 'string';

/** Splits a reference into the URL of a document, empty for the same document, and the fragment. */
export function splitReference(reference: string): readonly [document: string, fragment: string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

/**
 * Resolves the URL of a referenced document.
 *
 * @param base URL of the referring document, if it has one
 * @throws UnreadableDocument for relative URLs without a base, and for schemes other than http and https
 */
export function resolveReferenceUrl(target: string, base: string | undefined): string {
  const quoted = target.slice(0, MAX_QUOTED);
  if (!URL.canParse(target, base)) throw new UnreadableDocument(`the reference ${quoted} cannot be resolved to a URL`);
  const url = new URL(target, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnreadableDocument(`the reference ${quoted} must use http or https`);
  return url.href;
}

/** Error of a document that references more others than the limit. */
export const tooManyDocuments = (): UnreadableDocument =>
  new UnreadableDocument(`the document references more than ${LIMITS.externalDocuments} other documents`);

/**
 * Rejects cycles that consist of references only. A schema that contains itself in a property is allowed. Runs in
 * linear time: no reference is followed twice.
 *
 * @throws UnreadableDocument
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
