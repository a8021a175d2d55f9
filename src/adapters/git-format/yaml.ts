import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  FAILSAFE_SCHEMA,
  load,
  realMapTag,
  YAMLException,
} from 'js-yaml';
import { sanitizeText } from '../../domain/kernel/storable-text.ts';

/** Parsed YAML: maps with string keys, arrays and scalars of the core schema. */
export type YamlValue = string | number | boolean | null | YamlMap | readonly YamlValue[];
export type YamlMap = ReadonlyMap<string, YamlValue>;

export type YamlResult =
  /** `isCleaned` is set if NUL characters or lone surrogates were replaced by U+FFFD. */
  | { readonly value: YamlValue; readonly isCleaned?: true }
  /** `line` counts from 1 within the text. */
  | { readonly problem: string; readonly line?: number };

/** Maximum nesting of collections: more than people write, and few enough for recursive readers. */
export const MAX_YAML_DEPTH = 64;
const MAX_ALIASES = 100;
/** Maximum nesting including aliases. */
const MAX_LEVELS = 4 * MAX_YAML_DEPTH;
const TOO_DEEP = 'nested too deeply';
const TOO_MANY_ALIASES = 'too many aliases';

/** Tags outside of the core schema, whose values are read as if untagged. */
const FOREIGN_TAGS = ['!', 'tag:'].flatMap((prefix) => [
  defineScalarTag(prefix, { matchByTagPrefix: true, resolve: (source) => source, identify: () => false }),
  defineSequenceTag<unknown[]>(prefix, {
    matchByTagPrefix: true,
    create: () => [],
    addItem: (items, item) => void items.push(item),
    identify: () => false,
  }),
  defineMappingTag<Map<unknown, unknown>>(prefix, { ...realMapTag, matchByTagPrefix: true, identify: () => false }),
]);
const SCHEMA = CORE_SCHEMA.withTags(realMapTag, ...FOREIGN_TAGS);
/** Schema in which every scalar is a text. */
const TEXT_SCHEMA = FAILSAFE_SCHEMA.withTags(realMapTag, ...FOREIGN_TAGS);

/**
 * Parses one YAML document of the core schema. Never throws: a text that is malformed, longer than `maxLength`
 * characters, nested too deeply or full of aliases returns a problem. The last of several equal keys counts.
 */
export function parseYaml(text: string, maxLength: number, schema = SCHEMA): YamlResult {
  if (text.length > maxLength) return { problem: `longer than ${maxLength} characters` };
  try {
    const loaded = load(text, { schema, json: true, maxDepth: MAX_YAML_DEPTH, maxAliases: MAX_ALIASES });
    const converter = new ValueConverter(text);
    const value = converter.convert(loaded, 0);
    return { value, ...(converter.isCleaned && { isCleaned: true }) };
  } catch (error) {
    return describeProblem(error);
  }
}

/**
 * Parses YAML like `parseYaml`; in a mapping, numbers and booleans of `textKeys` are texts as they are written, such as
 * `1.10`.
 */
export function parseYamlWithTexts(text: string, maxLength: number, textKeys: readonly string[]): YamlResult {
  const parsed = parseYaml(text, maxLength);
  if (!('value' in parsed) || !isMap(parsed.value)) return parsed;
  const map = parsed.value;
  const keys = textKeys.filter((key) => ['number', 'boolean'].includes(typeof map.get(key)));
  if (keys.length === 0) return parsed;
  const written = parseYaml(text, maxLength, TEXT_SCHEMA);
  if (!('value' in written) || !isMap(written.value)) return parsed;
  const texts = written.value;
  return { ...parsed, value: new Map([...map, ...keys.map((key) => [key, texts.get(key) ?? map.get(key)!] as const)]) };
}

function describeProblem(error: unknown): YamlResult {
  if (!(error instanceof YAMLException))
    return { problem: firstLine(error instanceof Error ? error.message : String(error)) };
  const { reason, mark } = error;
  if (reason.includes('the input is empty')) return { value: null };
  if (reason.includes('maxDepth')) return { problem: TOO_DEEP };
  if (reason.includes('maxAliases')) return { problem: TOO_MANY_ALIASES };
  return { problem: firstLine(reason), ...(mark !== undefined && { line: mark.line + 1 }) };
}

/** Tells whether a YAML value is a mapping. */
export const isMap = (value: unknown): value is YamlMap => value instanceof Map;

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? message;

/** Copies loaded values: converts keys to strings and cleans texts. */
class ValueConverter {
  isCleaned = false;
  /** Number of values that a text of this length can state without multiplying aliases. */
  #remaining: number;
  readonly #mayNeedCleaning: boolean;

  constructor(source: string) {
    this.#remaining = 2 * source.length + 1;
    // Only escapes can state characters that the source does not contain.
    this.#mayNeedCleaning = source.includes('\\') || sanitizeText(source) !== source;
  }

  convert(value: unknown, level: number): YamlValue {
    if (level > MAX_LEVELS) throw new Error(TOO_DEEP);
    if (--this.#remaining < 0) throw new Error(TOO_MANY_ALIASES);
    if (Array.isArray(value)) return value.map((member) => this.convert(member, level + 1));
    if (value instanceof Map) {
      return new Map([...value].map(([key, member]) => [this.#clean(keyText(key)), this.convert(member, level + 1)]));
    }
    if (typeof value === 'string') return this.#clean(value);
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    return value === undefined ? null : String(value);
  }

  #clean(text: string): string {
    if (!this.#mayNeedCleaning) return text;
    const cleaned = sanitizeText(text);
    if (cleaned !== text) this.isCleaned = true;
    return cleaned;
  }
}

const keyText = (key: unknown): string =>
  typeof key === 'string' ? key : key instanceof Map || Array.isArray(key) ? '' : String(key);
