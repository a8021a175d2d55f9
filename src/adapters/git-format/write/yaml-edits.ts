import { parseDocument, Scalar, stringify, type Pair, type ParsedNode } from 'yaml';
import type { JsonValue } from '../../../ports/git/repository-format.ts';
import { isTooDeepYaml } from '../yaml-depth.ts';

/** New values of top-level keys; undefined removes a key. */
export type YamlEdits = ReadonlyMap<string, JsonValue | undefined>;

interface YamlEntry {
  readonly key: string;
  readonly from: number;
  /** Offset after the value, before a comment on its line. */
  readonly to: number;
  readonly scalar: Scalar.Type | undefined;
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Updates values of a YAML mapping: a changed key is rewritten in place with its style of quotes, a new key is
 * appended, and every other byte is preserved. A text that is not a block mapping is rewritten completely; one that is
 * nested too deeply counts as empty.
 */
export function editYaml(text: string, edits: YamlEdits): string {
  if (edits.size === 0) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const entries = findEntries(text);
  if (entries === undefined) return withLineEndings(stringifyMap(new Map([...readPlainEntries(text), ...edits])), eol);
  const splices: Splice[] = [];
  const known = new Set<string>();
  for (const { key, from, to, scalar } of entries.toReversed()) {
    if (!edits.has(key)) continue;
    const value = edits.get(key);
    // The last of several equal keys counts.
    if (value === undefined || known.has(key)) splices.push(removeEntry(text, from, to));
    else splices.push({ from, to, text: replaceEntry(key, value, scalar, text.slice(from, to), eol) });
    known.add(key);
  }
  let result = text;
  for (const { from, to, text: piece } of splices) result = result.slice(0, from) + piece + result.slice(to);
  const added = [...edits].filter(([key, value]) => value !== undefined && !known.has(key));
  if (added.length === 0) return result;
  const open = result !== '' && !result.endsWith('\n') ? eol : '';
  return result + open + withLineEndings(stringifyMap(new Map(added)), eol);
}

/** Locates the pairs of a block mapping; undefined for any other text. An empty text has none. */
function findEntries(text: string): readonly YamlEntry[] | undefined {
  if (isTooDeepYaml(text)) return undefined;
  const document = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    customTags: [],
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const { contents } = document;
  if (contents === null) return document.errors.length > 0 ? undefined : [];
  if (document.errors.length > 0 || !('items' in contents) || !isPairs(contents.items) || contents.flow === true)
    return undefined;
  const entries: YamlEntry[] = [];
  for (const { key, value } of contents.items) {
    if (!(key instanceof Scalar) || !key.range) return undefined;
    const from = key.range[0];
    if (from > 0 && text[from - 1] !== '\n') return undefined; // The key has a prefix such as `?` or an anchor.
    const end = value?.range?.[1] ?? key.range[1] + 1;
    const to = text.slice(from, end).trimEnd().length + from;
    entries.push({
      key: String(key.value),
      from,
      to,
      scalar: value instanceof Scalar ? (value.type as Scalar.Type | undefined) : undefined,
    });
  }
  return entries;
}

const isPairs = (items: readonly unknown[]): items is readonly Pair<ParsedNode, ParsedNode | null>[] =>
  items.every((item) => typeof item === 'object' && item !== null && 'key' in item);

/** Removes the whole lines of an entry. */
function removeEntry(text: string, from: number, to: number): Splice {
  const lineBreak = text.indexOf('\n', to);
  return { from, to: lineBreak < 0 ? text.length : lineBreak + 1, text: '' };
}

function replaceEntry(
  key: string,
  value: JsonValue,
  scalar: Scalar.Type | undefined,
  before: string,
  eol: string,
): string {
  const styled =
    typeof value === 'string' && scalar !== undefined && !(scalar.startsWith('BLOCK') && value.includes('\r'))
      ? new Scalar(value)
      : value;
  if (styled instanceof Scalar && scalar !== undefined) styled.type = scalar;
  const lineWidth = scalar === 'BLOCK_FOLDED' ? Math.max(...before.split('\n').map(({ length }) => length), 40) : 0;
  return withLineEndings(stringify(new Map([[key, styled]]), { lineWidth, version: '1.2' }).replace(/\n+$/, ''), eol);
}

const stringifyMap = (map: ReadonlyMap<string, JsonValue | undefined>): string => {
  const stated = [...map].filter(([, value]) => value !== undefined);
  return stated.length === 0 ? '' : stringify(new Map(stated), { lineWidth: 0, version: '1.2' });
};

/** Reads the values of a text that is not a block mapping. */
function readPlainEntries(text: string): readonly (readonly [string, JsonValue])[] {
  if (isTooDeepYaml(text)) return [];
  const value: unknown = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    logLevel: 'silent',
    uniqueKeys: false,
  }).toJS();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value as Record<string, JsonValue>)
    : [];
}

const withLineEndings = (text: string, eol: string): string => (eol === '\n' ? text : text.replaceAll('\n', eol));
