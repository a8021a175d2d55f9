const NAME = /^@?[A-Za-z][\w@./:-]*(?=\s|$)/;
/** Attribute with a quoted or unquoted value, value without a name, or anything else up to where one may start. */
const PART =
  /\s+|([A-Za-z_][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s"'%]+))|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|[\w-]+|[^]/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const MIN_LENGTH = '{%a%}'.length;
const MAX_LENGTH = 16_384;

/** Block tag of the content format: `{% name key="value" %}`, or `{% endname %}`. */
export interface BlockTag {
  readonly name: string;
  /** Name of the block that the tag closes. */
  readonly closes?: string;
  /** Source after the name. */
  readonly rest: string;
  /** Attributes by name as written; a value without a name has the empty name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes by name in lower case, for readers to whom case does not matter. */
  readonly values: ReadonlyMap<string, string>;
  /** `rest` consists of unique attributes with quoted values only, so that the tag can be written again without loss. */
  readonly hasOnlyAttributes: boolean;
}

/** Parses a text that consists of one block tag; undefined for any other text, and for more than 16,384 characters. */
export function parseBlockTag(source: string): BlockTag | undefined {
  const tag = source.trim();
  if (
    !tag.startsWith('{%') ||
    !tag.endsWith('%}') ||
    tag.length < MIN_LENGTH ||
    tag.length > MAX_LENGTH ||
    tag.indexOf('%}') !== tag.length - 2
  )
    return undefined;
  const inside = tag.slice(tag.startsWith('{%-') ? 3 : 2, tag.endsWith('-%}') ? -3 : -2).trim();
  const name = NAME.exec(inside)?.[0];
  if (name === undefined) return undefined;
  const rest = inside.slice(name.length).trim();
  return {
    name,
    ...(name.length > 'end'.length && name.startsWith('end') && { closes: name.slice('end'.length) }),
    rest,
    ...parseAttributes(rest),
  };
}

function parseAttributes(rest: string): Pick<BlockTag, 'attributes' | 'values' | 'hasOnlyAttributes'> {
  const attributes: Record<string, string> = {};
  const values = new Map<string, string>();
  let hasOnlyAttributes = true;
  PART.lastIndex = 0;
  while (PART.lastIndex < rest.length) {
    const [written, key = '', double, single, unquoted, bare, bareSingle] = PART.exec(rest)!;
    if (written.trim() === '') continue;
    const value = double ?? single ?? bare ?? bareSingle;
    if (value === undefined || Object.hasOwn(attributes, key)) hasOnlyAttributes = false;
    const escaped = value ?? unquoted;
    if (escaped === undefined) continue;
    attributes[key] = escaped.replace(ESCAPE, '$1');
    values.set(key.toLowerCase(), attributes[key]);
  }
  return { attributes, values, hasOnlyAttributes };
}
