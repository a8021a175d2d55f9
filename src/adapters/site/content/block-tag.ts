/** Block tag of the content format: `{% name key="value" %}`, or `{% endname %}` (with `closes` set to the name). */
export interface BlockTag {
  readonly name: string;
  readonly closes?: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Text between the name and the end, used by `if`. */
  readonly expression: string;
  readonly raw: string;
}

const NAME = /^\{%-?[ \t]*([@A-Za-z][\w@./:-]*)/;
const ATTRIBUTE = /([A-Za-z_][\w-]*)[ \t\r\n]*=[ \t\r\n]*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"'%]+))/gs;
const ESCAPE = /\\([\\"'_*~[\]()])/g;

/** Parses a text that consists of one tag; undefined for any other text. */
export function parseTag(text: string): BlockTag | undefined {
  const raw = text.trim();
  if (!raw.startsWith('{%') || !raw.endsWith('%}') || raw.length < 5 || raw.indexOf('%}') !== raw.length - 2)
    return undefined;
  const name = NAME.exec(raw);
  if (!name) return undefined;
  const expression = raw.slice(name[0].length, raw.endsWith('-%}') ? -3 : -2).trim();
  const attributes = new Map<string, string>();
  for (const [, key, double, single, bare] of expression.matchAll(ATTRIBUTE)) {
    attributes.set((key as string).toLowerCase(), (double ?? single ?? bare ?? '').replace(ESCAPE, '$1'));
  }
  const word = name[1] as string;
  return { name: word, ...(/^end./.test(word) ? { closes: word.slice(3) } : {}), attributes, expression, raw };
}
