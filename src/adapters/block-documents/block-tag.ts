const NAME = /^@?[\w-]+(?:\/[\w-]+)?(?=\s|$)/;
const PART =
  /\s+|([A-Za-z_][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)')|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const MIN_LENGTH = '{%a%}'.length;
const MAX_LENGTH = 16_384;

/** Block tag on a line of its own. */
export interface BlockTag {
  readonly name: string;
  /** Source after the name. */
  readonly rest: string;
  /** Attributes by name; a value without a name has the empty name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** `rest` consists of unique attributes only. */
  readonly hasOnlyAttributes: boolean;
}

/** Parses `{% name key="value" %}`; undefined for any other text. */
export function readTag(source: string): BlockTag | undefined {
  const tag = source.trim();
  if (
    !tag.startsWith('{%') ||
    !tag.endsWith('%}') ||
    tag.length < MIN_LENGTH ||
    tag.length > MAX_LENGTH ||
    tag.indexOf('%}') !== tag.length - 2
  )
    return undefined;
  const inside = tag.slice(2, -2).trim();
  const name = NAME.exec(inside)?.[0];
  if (name === undefined) return undefined;
  const rest = inside.slice(name.length).trim();
  return { name, rest, ...readAttributes(rest) };
}

function readAttributes(rest: string): Pick<BlockTag, 'attributes' | 'hasOnlyAttributes'> {
  const attributes: Record<string, string> = {};
  PART.lastIndex = 0;
  while (PART.lastIndex < rest.length) {
    const part = PART.exec(rest);
    if (part === null) return { attributes, hasOnlyAttributes: false };
    const [written, key = '', double, single, bare, bareSingle] = part;
    if (written.trim() === '') continue;
    if (Object.hasOwn(attributes, key)) return { attributes, hasOnlyAttributes: false };
    attributes[key] = (double ?? single ?? bare ?? bareSingle ?? '').replace(ESCAPE, '$1');
  }
  return { attributes, hasOnlyAttributes: true };
}
