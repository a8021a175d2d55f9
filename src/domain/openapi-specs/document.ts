/** An object of a parsed document. */
export type JsonMap = { [key: string]: unknown };

export const isJsonMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
/** The members of an object, of anything else none. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isJsonMap(value) ? Object.entries(value) : [];

/** A text as far as it can be shown: no control characters but those of lines, no halves of characters. */
export const toPrintableText = (text: string): string => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, ' ');
/** A text in one line, and of it so many UTF-16 code units at most; none of its characters is cut in two. */
export const toSingleLine = (text: string, maxLength: number): string =>
  toPrintableText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');

/** The methods of a path, in the order in which people read them. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'] as const;

/** References that lead to references. */
const MAX_REFERENCE_STEPS = 20;
const SCHEMA_PREFIX = '#/components/schemas/';

/** One operation of a document, with what its path says of all of them. */
export interface SpecOperation {
  readonly method: string;
  /** Of a webhook its name. */
  readonly path: string;
  readonly webhook: boolean;
  readonly operation: JsonMap;
  /** Its own parameters and those of its path that it does not replace; resolved. */
  readonly parameters: readonly JsonMap[];
  /** Where it is called: what it says itself, else its path, else the document. */
  readonly servers: readonly JsonMap[];
}

/** A document as OpenAPI 3.1 has it, in one piece; anything in it may be of the wrong kind, and then is not there. */
export class SpecDocument {
  constructor(readonly root: JsonMap) {}

  /** What a reference within the document leads to, or the object itself; undefined for what leads nowhere or in a circle. */
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

  /** What stands at the place that a reference names; undefined for a place outside of the document, or that is not there. */
  resolvePointer(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined;
    let at: unknown = this.root;
    for (const part of pointerParts(reference.slice(1))) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
      at = (at as JsonMap)[part];
    }
    return at;
  }

  /** The named schemas, in the order of the document. */
  get schemas(): readonly (readonly [string, unknown])[] {
    return entriesOf(this.resolve(this.root['components'])?.['schemas']);
  }

  /** All operations, in the order of the document; then its webhooks. */
  *operations(): Generator<SpecOperation> {
    for (const [paths, webhook] of [
      [this.root['paths'], false],
      [this.root['webhooks'], true],
    ] as const) {
      for (const [path, item] of entriesOf(paths)) {
        const shared = this.resolve(item);
        if (shared === undefined) continue;
        for (const method of HTTP_METHODS) {
          const operation = this.resolve(shared[method]);
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
      const parameter = this.resolve(each);
      if (typeof parameter?.['name'] === 'string') found.set(parameterKey(parameter), parameter);
    }
    return [...found.values()];
  }
}

/** What a parameter is known by within its operation. Headers have no case. */
export function parameterKey({ in: place, name }: JsonMap): string {
  const text = String(name);
  return `${String(place)} ${place === 'header' ? text.toLowerCase() : text}`;
}

/** The name of the schema that is referred to; undefined for anything else. */
export function schemaName(value: unknown): string | undefined {
  const reference = isJsonMap(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(SCHEMA_PREFIX)) return undefined;
  const [name = '', ...rest] = pointerParts(reference.slice(SCHEMA_PREFIX.length - 1));
  return rest.length === 0 ? name : undefined;
}

/** The parts of a JSON pointer (RFC 6901), as they stand in the fragment of an address. */
function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
