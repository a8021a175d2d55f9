import { percentDecoded } from '../kernel/percent-decoded.ts';

/** Object of a parsed document. */
export type JsonMap = { [key: string]: unknown };

/** Tells whether a value of a document is an object. */
export const isJsonMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns a list as it is; empty for any other value. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Returns a text that is not empty; undefined for any other value. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** Returns the members of an object; empty for any other value. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJsonMap(value) ? Object.entries(value) : [];

/** Removes control characters except line breaks and tabs, and lone surrogates. */
export const toPrintableText = (text: string): string => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, ' ');
/** Converts a text to one line of at most `maxLength` UTF-16 code units; no character is cut in two. */
export const toSingleLine = (text: string, maxLength: number): string =>
  toPrintableText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');

/** Methods that have a member of their own in a path, in the order in which they are displayed. */
const METHODS: readonly string[] = ['get', 'query', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'];
/** Further methods, as far as the samples of all languages can contain them. */
const FURTHER_METHOD = /^[a-z][a-z\d-]{0,29}$/i;

/**
 * Lists the operations of a path with their methods in lower case: those with a member of their own, then the additional
 * ones of OpenAPI 3.2.
 */
export const operationsOfPath = (path: JsonMap): readonly (readonly [method: string, operation: unknown])[] => [
  ...METHODS.map((method) => [method, path[method]] as const),
  ...entriesOf(path['additionalOperations'])
    .filter(([method]) => FURTHER_METHOD.test(method) && !METHODS.includes(method.toLowerCase()))
    .map(([method, operation]) => [method.toLowerCase(), operation] as const),
];

/** Returns the schema of a media type; a list where OpenAPI 3.2 describes each item of a stream. */
export const schemaOfMedia = ({ schema, itemSchema }: JsonMap): unknown =>
  schema ?? (itemSchema === undefined ? undefined : { type: 'array', items: itemSchema });

/** Member of a document with the names of the other documents that it contains, by their keys under `x-documents`. */
export const DOCUMENT_NAMES = 'x-document-names';

/** Maximum length of a chain of references. */
const MAX_REFERENCE_STEPS = 20;
const SCHEMA_PREFIX = '#/components/schemas/';

/** Operation of a document, merged with the definitions of its path. */
export interface SpecOperation {
  readonly method: string;
  /** Path, or the name of a webhook. */
  readonly path: string;
  readonly webhook: boolean;
  readonly operation: JsonMap;
  /** Parameters of the operation and those of its path that it does not override; resolved. */
  readonly parameters: readonly JsonMap[];
  /** Servers of the operation, or else of its path, or else of the document. */
  readonly servers: readonly JsonMap[];
}

/** Single document of OpenAPI 3.1 or 3.2; members of a wrong type are treated as absent. */
export class SpecDocument {
  /** @param url URL of the document, if it has one; base of relative servers */
  constructor(
    readonly root: JsonMap,
    readonly url?: string,
  ) {}

  /**
   * Resolves a reference within the document, or returns the object itself; undefined for a broken or circular
   * reference.
   */
  resolve(value: unknown): JsonMap | undefined {
    let at = value;
    for (let step = 0; step < MAX_REFERENCE_STEPS; step++) {
      if (!isJsonMap(at)) return undefined;
      const reference = at['$ref'];
      if (typeof reference !== 'string') return at;
      at = this.resolvePointer(reference);
    }
    return undefined;
  }

  /** Resolves an object or a reference to it, whose own summary and description replace those of the object. */
  resolveDescribed(value: unknown): JsonMap | undefined {
    const found = this.resolve(value);
    if (found === undefined || found === value) return found;
    const [summary, description] = ['summary', 'description'].map((name) => asText((value as JsonMap)[name]));
    return { ...found, ...(summary !== undefined && { summary }), ...(description !== undefined && { description }) };
  }

  /** Resolves a JSON pointer; undefined for a reference outside the document or a missing value. */
  resolvePointer(reference: string): unknown {
    if (!/^#(?:\/|$)/.test(reference)) return undefined;
    let at: unknown = this.root;
    for (const part of pointerParts(reference.slice(1))) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
      at = (at as JsonMap)[part];
    }
    return at;
  }

  /** Named schemas, in document order. */
  get schemas(): readonly (readonly [string, unknown])[] {
    return entriesOf(this.resolve(this.root['components'])?.['schemas']);
  }

  /** Lists all operations in document order, then the webhooks. */
  *operations(): Generator<SpecOperation> {
    for (const [paths, webhook] of [
      [this.root['paths'], false],
      [this.root['webhooks'], true],
    ] as const) {
      for (const [path, item] of entriesOf(paths)) {
        const shared = this.resolve(item);
        if (shared === undefined) continue;
        for (const [method, stated] of operationsOfPath(shared)) {
          const operation = this.resolve(stated);
          if (operation !== undefined)
            yield {
              method,
              path,
              webhook,
              operation,
              parameters: this.#parameters(shared['parameters'], operation['parameters']),
              servers: this.#servers(operation, shared),
            };
        }
      }
    }
  }

  #servers(...said: readonly JsonMap[]): readonly JsonMap[] {
    return asList(
      [...said, this.root].map(({ servers }) => servers).find((servers) => asList(servers).length > 0),
    ).filter(isJsonMap);
  }

  #parameters(ofPath: unknown, own: unknown): readonly JsonMap[] {
    const found = new Map<string, JsonMap>();
    for (const each of [...asList(ofPath), ...asList(own)]) {
      const parameter = this.resolveDescribed(each);
      if (typeof parameter?.['name'] === 'string') found.set(parameterKey(parameter), parameter);
    }
    return [...found.values()];
  }
}

/** Returns the key of a parameter within its operation. Header names are case-insensitive. */
export function parameterKey({ in: place, name }: JsonMap): string {
  const text = String(name);
  return `${String(place)} ${place === 'header' ? text.toLowerCase() : text}`;
}

/** Returns the name of a referenced schema; undefined for anything else. */
export function schemaName(value: unknown): string | undefined {
  const reference = isJsonMap(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(SCHEMA_PREFIX)) return undefined;
  const [name = '', ...rest] = pointerParts(reference.slice(SCHEMA_PREFIX.length - 1));
  return rest.length === 0 ? name : undefined;
}

/** Returns the last part of a JSON pointer, such as the name of a schema. */
export const pointerName = (reference: string): string => pointerParts(reference).at(-1) ?? reference;

/** Splits a JSON pointer (RFC 6901) from a URL fragment. */
function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}
