const NAME = /^@?[\w-]+(?:\/[\w-]+)?(?=\s|$)/;
const PART =
  /\s+|([A-Za-z_][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)')|"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const MIN_LENGTH = '{%a%}'.length;
const MAX_LENGTH = 16_384;

/** A block tag on a line of its own. */
export interface BlockTag {
  readonly name: string;
  /** What follows the name, as written. */
  readonly rest: string;
  /** By name; a value without a name has the empty one. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether `rest` is nothing but attributes, each once. */
  readonly hasOnlyAttributes: boolean;
}

/** Reads `{% name key="value" %}`; undefined when the text is something else. */
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
