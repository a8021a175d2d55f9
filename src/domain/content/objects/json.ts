/** JSON value. A member that is `undefined` is absent. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json | undefined };

/**
 * Encodes a value canonically: members sorted by UTF-16 code units, absent ones omitted, no white space.
 * @throws TypeError for a value without a JSON form (a function, a bigint, NaN, an infinity)
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
      return JSON.stringify(value);
    case 'object': {
      if (value === null) return 'null';
      let text = '';
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++)
          text += i === 0 ? canonicalJson(value[i]) : `,${canonicalJson(value[i])}`;
        return `[${text}]`;
      }
      const members = value as Record<string, unknown>;
      for (const key of sortedKeys(members)) {
        if (members[key] === undefined) continue;
        text += (text === '' ? '' : ',') + quoteKey(key) + canonicalJson(members[key]);
      }
      return `{${text}}`;
    }
    default:
      throw new TypeError(`a ${typeof value} has no JSON form`);
  }
}

function sortedKeys(members: object): string[] {
  const keys = Object.keys(members);
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return keys.sort();
  return keys;
}

/** Names of members in quotation marks, cached because nearly all belong to a few record types. */
const QUOTED_KEYS = new Map<string, string>();
const MAX_QUOTED_KEYS = 500;
function quoteKey(key: string): string {
  const known = QUOTED_KEYS.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  if (QUOTED_KEYS.size < MAX_QUOTED_KEYS) QUOTED_KEYS.set(key, text);
  return text;
}

/** Tells whether two values have equal JSON; `undefined` equals only itself. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a text as UTF-8; lone surrogates become replacement characters. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);
/** Decodes well-formed UTF-8, keeping a byte order mark; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
