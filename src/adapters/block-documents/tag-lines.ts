const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const NAME = /^@?[\w-]+(?:\/[\w-]+)?(?=\s|$)/;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')|"([^"]*)"/g;

const MIN_LENGTH = '{%a%}'.length;
/** Attributes are looked for in more than linear time. */
const MAX_LENGTH = 4_096;

/** A block tag on a line of its own. */
export interface TagLine {
  readonly name: string;
  /** What follows the name, as written. */
  readonly rest: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reads `{% name key="value" %}`; undefined when the text is something else. */
export function readTag(text: string): TagLine | undefined {
  const tag = text.trim();
  if (!tag.startsWith('{%') || !tag.endsWith('%}') || tag.length < MIN_LENGTH || tag.length > MAX_LENGTH) return undefined;
  const inside = tag.slice(2, -2).trim();
  const name = NAME.exec(inside)?.[0];
  if (name === undefined) return undefined;
  const rest = inside.slice(name.length).trim();
  const attributes: Record<string, string> = {};
  for (const [, key = '', double, single, bare] of rest.matchAll(ATTRIBUTE)) attributes[key] = double ?? single ?? bare ?? '';
  return { name, rest, attributes };
}

/** Markdown cut at its block tags: pieces of text, and tags. Tags in fenced code are text. */
export function splitAtTags(markdown: string): readonly (string | TagLine)[] {
  const parts: (string | TagLine)[] = [];
  let text = '';
  let fence = '';
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark !== '') fence = mark;
    const tag = fence === '' && mark === '' && line.includes('{%') ? readTag(line) : undefined;
    if (tag === undefined) text += line;
    else {
      if (text.trim() !== '') parts.push(text);
      text = '';
      parts.push(tag);
    }
  }
  if (text.trim() !== '') parts.push(text);
  return parts;
}
