import { parseDocument, Parser } from 'yaml';
import { storableText } from '../../domain/kernel/storable-text.ts';
import { isTooDeepYaml, MAX_YAML_DEPTH } from './yaml-depth.ts';

/** Parsed YAML: maps with string keys, arrays and scalars of the core schema only. */
export type YamlValue = string | number | boolean | null | YamlMap | readonly YamlValue[];
export type YamlMap = ReadonlyMap<string, YamlValue>;

export type YamlResult =
  /** `isCleaned` where texts held NUL characters or lone surrogates, which U+FFFD replaces. */
  | { readonly value: YamlValue; readonly isCleaned?: true }
  /** `line` counts from 1 within the text. */
  | { readonly problem: string; readonly line?: number };

const MAX_ALIASES = 100;
/** With what aliases stand for; one that stands for itself never ends. */
const MAX_LEVELS = 4 * MAX_YAML_DEPTH;
const TOO_DEEP = 'nested too deeply';

/**
 * Reads one YAML document of the core schema. Never throws: a text that is broken, too long (more than `maxLength`
 * characters), nested too deeply or full of aliases gives a problem. A key given twice keeps its last value.
 */
export function parseYaml(text: string, maxLength: number): YamlResult {
  if (text.length > maxLength) return { problem: `longer than ${maxLength} characters` };
  const plainMap = plainLines(text);
  if (plainMap !== undefined) return { value: plainMap };
  if (isTooDeepYaml(text)) return { problem: TOO_DEEP };
  const broken = firstSyntaxError(text);
  if (broken !== undefined) return broken;
  try {
    const document = parseDocument(text, {
      schema: 'core', version: '1.2', customTags: [], merge: false, uniqueKeys: false, prettyErrors: false, logLevel: 'silent',
    });
    const [error] = document.errors;
    if (error) return { problem: firstLine(error.message), line: text.slice(0, error.pos[0]).split('\n').length };
    const cleaning = { isCleaned: false };
    const value = plain(document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES }) as unknown, 0, cleaning);
    return { value, ...(cleaning.isCleaned && { isCleaned: true }) };
  } catch (error) {
    return { problem: firstLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** The first token that is no YAML; composing a text with thousands of them takes seconds. */
function firstSyntaxError(text: string): YamlResult | undefined {
  for (const token of new Parser().parse(text)) {
    if (token.type !== 'error') continue;
    const problem = token.source === '' ? token.message : `${token.message}: ${JSON.stringify(token.source)}`;
    return { problem: firstLine(problem), line: text.slice(0, token.offset).split('\n').length };
  }
  return undefined;
}

/** A key, and a plain scalar on the same line that begins with a letter: nothing in it but `: ` and ` #` means anything to YAML. */
const PLAIN_LINE = /^([A-Za-z][\w-]*): ((?:(?! #|: |:$)[^\p{C}\p{Zl}\p{Zp}\p{Zs}]|(?! #) (?! |$))+)$/u;
/** Words that are no strings, in any spelling. */
const WORD = /^(?:null|true|false)$/i;

/** Most front matter is nothing but plain lines, which need no parser: what one would make of them, or undefined. */
function plainLines(text: string): YamlMap | undefined {
  const map = new Map<string, YamlValue>();
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const [, key, value] = PLAIN_LINE.exec(line) ?? [];
    if (key === undefined || value === undefined || !/^[A-Za-z]/.test(value) || WORD.test(key) || WORD.test(value)) return undefined;
    map.set(key, value);
  }
  return map;
}

export const isMap = (value: unknown): value is YamlMap => value instanceof Map;

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? message;

/** Keys become strings, as YAML's keys may be anything. */
function plain(value: unknown, level: number, cleaning: { isCleaned: boolean }): YamlValue {
  const clean = (text: string): string => {
    const cleaned = storableText(text);
    if (cleaned !== text) cleaning.isCleaned = true;
    return cleaned;
  };
  if (level > MAX_LEVELS) throw new Error(TOO_DEEP);
  if (Array.isArray(value)) return value.map((member) => plain(member, level + 1, cleaning));
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [clean(keyText(key)), plain(member, level + 1, cleaning)]));
  if (typeof value === 'string') return clean(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined ? null : String(value);
}

const keyText = (key: unknown): string => (typeof key === 'string' ? key : key instanceof Map || Array.isArray(key) ? '' : String(key));
