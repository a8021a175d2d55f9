import { CORE_SCHEMA, intCoreTag, load, mergeTag } from 'js-yaml';
import { findTextProblem } from '../../domain/kernel/storable-text.ts';
import { exactInteger, parseExactJson, stringifyExactJson } from '../../domain/openapi-specs/exact-json.ts';
import { UnreadableDocument } from '../workers/worker-errors.ts';
import type { SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { LIMITS } from './limits.ts';

/** Parsed text that contains only JSON values, with aliases expanded and bigints for integers that a number would round. */
export interface ParsedSource {
  readonly format: SourceFormat;
  readonly value: unknown;
}

/** The text is not a document; a document that exceeds a limit raises UnreadableDocument instead. */
export class NotADocument extends UnreadableDocument {}

/** Length of decimal integers that are read exactly. */
const DECIMAL = /^[-+]?\d{1,40}$/;
const exactIntTag = {
  ...intCoreTag,
  resolve: (source: string, isExplicit: boolean, tagName: string): unknown =>
    DECIMAL.test(source) ? exactInteger(source.replace('+', '')) : intCoreTag.resolve(source, isExplicit, tagName),
};
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, exactIntTag);

/**
 * Parses JSON or YAML.
 *
 * @throws NotADocument for a text that is neither; UnreadableDocument for a document that exceeds the limits
 */
export function parseSource(bytes: Uint8Array): ParsedSource {
  const text = decodeUtf8(bytes);
  const format = /^[\s]*[{[]/.test(text) ? 'json' : 'yaml';
  if (format === 'json') {
    const value = parseJson(text);
    if (value !== undefined) return { format, value: requireWithinLimits(value) };
  }
  // A YAML document may also begin with a bracket.
  return { format: 'yaml', value: parseExactJson(stringifyExactJson(requireWithinLimits(parseYaml(text))) ?? 'null') };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotADocument('the document is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function parseYaml(text: string): unknown {
  try {
    return load(text, { schema: SCHEMA, maxDepth: LIMITS.depth });
  } catch (error) {
    const { reason, mark } = error as {
      readonly reason?: string;
      readonly mark?: { readonly line: number; readonly column: number };
    };
    if (reason === undefined) throw error;
    // Limit of the parser on nesting or merged keys.
    if (/\bexceeded\b/.test(reason)) throw new UnreadableDocument(`the document expands beyond the limits: ${reason}`);
    throw new NotADocument(
      `the document is neither JSON nor YAML: ${reason}${mark === undefined ? '' : ` (line ${mark.line + 1}, column ${mark.column + 1})`}`,
    );
  }
}

/** Size of a value with all aliases expanded: values, characters and levels. */
interface ExpandedSize {
  readonly values: number;
  readonly characters: number;
  readonly levels: number;
}

/**
 * Returns the value if its expanded size is within the limits. Takes time in proportion to the number of distinct
 * parts, however often each is used.
 */
function requireWithinLimits(value: unknown): unknown {
  measureExpandedSize(value, 1, new Map());
  return value;
}

/**
 * @param measured sizes of parts seen before: an alias is the same object. A value that contains itself ends at the
 *   depth limit.
 */
function measureExpandedSize(value: unknown, level: number, measured: Map<object, ExpandedSize>): ExpandedSize {
  if (typeof value === 'string') requireStorable(value);
  if (typeof value !== 'object' || value === null)
    return checkSize({ values: 1, characters: typeof value === 'string' ? value.length : 0, levels: 0 }, level);
  const seen = measured.get(value);
  if (seen !== undefined) return checkSize(seen, level);
  if (level > LIMITS.depth) throw tooDeep();
  let [values, characters, levels] = [1, 0, 0];
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new UnreadableDocument('the document has a member __proto__');
    requireStorable(key);
    const of = measureExpandedSize(member, level + 1, measured);
    values += of.values;
    characters += of.characters + (Array.isArray(value) ? 0 : key.length);
    levels = Math.max(levels, of.levels);
    checkSize({ values, characters, levels }, level);
  }
  const extent = { values, characters, levels: levels + 1 };
  measured.set(value, extent);
  return extent;
}

/** @throws UnreadableDocument */
function requireStorable(text: string): void {
  const problem = findTextProblem(text);
  if (problem !== undefined) throw new UnreadableDocument(`a text of the document ${problem}`);
}

function checkSize(extent: ExpandedSize, level: number): ExpandedSize {
  if (extent.values > LIMITS.values) throw new UnreadableDocument(`the document has more than ${LIMITS.values} values`);
  if (extent.characters > LIMITS.characters)
    throw new UnreadableDocument(`the document has more than ${LIMITS.characters} characters`);
  if (level + extent.levels - 1 > LIMITS.depth) throw tooDeep();
  return extent;
}

const tooDeep = (): UnreadableDocument =>
  new UnreadableDocument(`the document is nested deeper than ${LIMITS.depth} levels`);
