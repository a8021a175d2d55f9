import { isDeepStrictEqual } from 'node:util';
import { parseDocument, Scalar, stringify, YAMLMap } from 'yaml';
import { isObject } from '../../../domain/kernel/is-object.ts';
import type { JsonValue } from '../../../ports/git/repository-format.ts';
import { isMap, parseYaml, type YamlMap, type YamlValue } from '../yaml.ts';
import { isTooDeepYaml } from '../yaml-depth.ts';

/** New values of top-level keys; undefined removes a key. */
export type YamlEdits = ReadonlyMap<string, JsonValue | undefined>;

interface YamlEntry {
  readonly key: string;
  readonly from: number;
  /** Offset after the value, before a comment on its line. */
  readonly to: number;
  readonly scalar: Scalar.Type | undefined;
  /** Entries of the value if it is a block mapping. */
  readonly members: YamlBlock | undefined;
}

/** Entries of a block mapping in order, which share one indentation. */
interface YamlBlock {
  readonly indent: string;
  readonly entries: readonly YamlEntry[];
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Updates values of a YAML mapping: a changed key is rewritten in place with its style of quotes, a new key is
 * appended, and every other byte is preserved, also within nested mappings. A text for which this is not possible, such
 * as a flow mapping or one whose aliases name a changed value, is rewritten completely; one that is nested too deeply
 * counts as empty.
 */
export function editYaml(text: string, edits: YamlEdits): string {
  if (edits.size === 0) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const values = parseMapping(text);
  const block = findBlock(text);
  const edited = block && new BlockEditor(text, eol).edit(block, values ?? new Map(), edits);
  const stated = values ?? new Map(block ? [] : readPlainEntries(text));
  const intended = applyEdits(stated, edits);
  if (edited !== undefined && (values === undefined || isDeepStrictEqual(parseMapping(edited), intended)))
    return edited;
  return withLineEndings(stringifyMap(intended), eol);
}

/** Parses a mapping as a reader does; undefined if it cannot be read. */
function parseMapping(text: string): YamlMap | undefined {
  const parsed = parseYaml(text, Infinity);
  if (!('value' in parsed)) return undefined;
  return parsed.value === null ? new Map() : isMap(parsed.value) ? parsed.value : undefined;
}

function applyEdits(values: YamlMap, edits: YamlEdits): YamlMap {
  const result = new Map(values);
  for (const [key, value] of edits) {
    if (value === undefined) result.delete(key);
    else result.set(key, fromJson(value));
  }
  return result;
}

function fromJson(value: JsonValue): YamlValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(fromJson);
  return isObject(value)
    ? new Map(Object.entries(value).map(([key, member]) => [key, fromJson(member)]))
    : (value as YamlValue);
}

/** Changes entries of one text in place. */
class BlockEditor {
  readonly #splices: Splice[] = [];

  constructor(
    private readonly text: string,
    private readonly eol: string,
  ) {}

  edit(block: YamlBlock, values: YamlMap, edits: YamlEdits): string {
    this.#editBlock(block, values, edits, endOfDocument(this.text));
    // Of additions at one offset, the inner one comes first, so it is inserted last.
    return this.#splices
      .reverse()
      .sort((a, b) => b.from - a.from || b.to - a.to)
      .reduce((result, { from, to, text: piece }) => result.slice(0, from) + piece + result.slice(to), this.text);
  }

  /** @param end offset at which new entries are added */
  #editBlock({ indent, entries }: YamlBlock, values: YamlMap, edits: YamlEdits, end: number): void {
    const known = new Set<string>();
    for (const entry of entries.toReversed()) {
      const { key } = entry;
      if (!edits.has(key)) continue;
      const value = edits.get(key);
      // The last of several equal keys counts.
      if (value === undefined || known.has(key))
        this.#splices.push(removeEntry(this.text, entry.from - indent.length, entry.to));
      else this.#editEntry(entry, indent, values.get(key), value);
      known.add(key);
    }
    const added = [...edits].filter(([key, value]) => value !== undefined && !known.has(key));
    if (added.length > 0) this.#add(end, indentLines(stringifyMap(new Map(added)), indent));
  }

  #editEntry(entry: YamlEntry, indent: string, before: YamlValue | undefined, value: JsonValue): void {
    const { key, from, to, scalar, members } = entry;
    const wasMap = isMap(before) ? before : undefined;
    if (members !== undefined && wasMap !== undefined && isObject(value) && Object.keys(value).length > 0) {
      const lineBreak = this.text.indexOf('\n', to);
      return this.#editBlock(
        members,
        wasMap,
        differences(wasMap, value),
        lineBreak < 0 ? this.text.length : lineBreak + 1,
      );
    }
    const text = replaceEntry(key, value, scalar, this.text.slice(from, to), this.eol);
    this.#splices.push({ from, to, text: indentLines(text, indent).slice(indent.length) });
  }

  #add(at: number, lines: string): void {
    const open = at > 0 && this.text[at - 1] !== '\n' ? this.eol : '';
    this.#splices.push({ from: at, to: at, text: open + withLineEndings(lines, this.eol) });
  }
}

/** Returns the edits after which a mapping has these members. */
function differences(before: YamlMap, members: { readonly [key: string]: JsonValue }): YamlEdits {
  const removed = [...before.keys()].filter((key) => !Object.hasOwn(members, key));
  const changed = Object.entries(members).filter(
    ([key, value]) => !isDeepStrictEqual(before.get(key), fromJson(value)),
  );
  return new Map<string, JsonValue | undefined>([...removed.map((key) => [key, undefined] as const), ...changed]);
}

/** Returns the offset of the line `...`, which ends a document, else that of the end. */
function endOfDocument(text: string): number {
  const end = text.search(/^\.\.\.(?=\s|$)/m);
  return end < 0 ? text.length : end;
}

const indentLines = (text: string, indent: string): string => (indent === '' ? text : text.replace(/^(?=.)/gm, indent));

/** Locates the pairs of a block mapping; undefined for any other text. An empty text has none. */
function findBlock(text: string): YamlBlock | undefined {
  if (isTooDeepYaml(text)) return undefined;
  const { contents, errors } = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    customTags: [],
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (errors.length > 0) return undefined;
  return contents === null ? { indent: '', entries: [] } : blockOf(text, contents, '');
}

/** Returns the entries of a node; undefined if it is no block mapping or does not have the indentation. */
function blockOf(text: string, node: unknown, expectedIndent?: string): YamlBlock | undefined {
  if (!(node instanceof YAMLMap) || node.flow === true || node.items.length === 0) return undefined;
  const first = node.items[0]!.key;
  const start = first instanceof Scalar ? (first.range?.[0] ?? 0) : 0;
  const indent = expectedIndent ?? text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/[^ ]/.test(indent)) return undefined;
  const entries: YamlEntry[] = [];
  for (const { key, value } of node.items) {
    if (!(key instanceof Scalar) || !key.range) return undefined;
    const from = key.range[0];
    const lineStart = from - indent.length;
    // The key has a prefix such as `?` or an anchor.
    if (lineStart < 0 || text.slice(lineStart, from) !== indent || (lineStart > 0 && text[lineStart - 1] !== '\n'))
      return undefined;
    const range = hasRange(value) ? value.range : undefined;
    const end = range?.[1] ?? key.range[1] + 1;
    const to = text.slice(from, end).trimEnd().length + from;
    entries.push({
      key: String(key.value),
      from,
      to,
      scalar: value instanceof Scalar ? (value.type as Scalar.Type | undefined) : undefined,
      members: blockOf(text, value),
    });
  }
  return { indent, entries };
}

const hasRange = (node: unknown): node is { readonly range?: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node;

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
  return withLineEndings(
    stringify(new Map([[key, styled]]), { lineWidth, version: '1.2' }).replace(/(?<!\n)\n+$/, ''),
    eol,
  );
}

const stringifyMap = (map: ReadonlyMap<string, JsonValue | YamlValue | undefined>): string => {
  const stated = [...map].filter(([, value]) => value !== undefined);
  return stated.length === 0 ? '' : stringify(new Map(stated), { lineWidth: 0, version: '1.2' });
};

/** Reads the values of a text that is not a block mapping. */
function readPlainEntries(text: string): readonly (readonly [string, YamlValue])[] {
  if (isTooDeepYaml(text)) return [];
  const value: unknown = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    logLevel: 'silent',
    uniqueKeys: false,
  }).toJS();
  return isObject(value)
    ? Object.entries(value as Record<string, JsonValue>).map(([key, member]) => [key, fromJson(member)])
    : [];
}

const withLineEndings = (text: string, eol: string): string => (eol === '\n' ? text : text.replaceAll('\n', eol));
