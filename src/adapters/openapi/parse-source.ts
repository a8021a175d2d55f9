import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { findTextProblem } from '../../domain/kernel/storable-text.ts';
import { UnreadableDocument } from '../workers/terminable-worker.ts';
import type { SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { LIMITS } from './limits.ts';

/** A text as what it says: nothing but JSON, each part of it once. */
export interface ParsedSource {
  readonly format: SourceFormat;
  readonly value: unknown;
}

/** It is no document at all; what is one and asks too much is Unreadable, but not this. */
export class NotADocument extends UnreadableDocument {}

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** @throws NoDocument for what is neither JSON nor YAML, Unreadable for what is more than it looks like */
export function parseSource(bytes: Uint8Array): ParsedSource {
  const text = decodeUtf8(bytes);
  const format = /^[\s]*[{[]/.test(text) ? 'json' : 'yaml';
  if (format === 'json') {
    const value = parseJson(text);
    if (value !== undefined) return { format, value: requireWithinLimits(value) };
  }
  // YAML may begin like JSON, too.
  return { format: 'yaml', value: JSON.parse(JSON.stringify(requireWithinLimits(parseYaml(text))) ?? 'null') };
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
    return JSON.parse(text);
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
    // A limit of the parser (https://github.com/nodeca/js-yaml): nesting, merged keys.
    if (/\bexceeded\b/.test(reason)) throw new UnreadableDocument(`the document expands beyond the limits: ${reason}`);
    throw new NotADocument(
      `the document is neither JSON nor YAML: ${reason}${mark === undefined ? '' : ` (line ${mark.line + 1}, column ${mark.column + 1})`}`,
    );
  }
}

/** What a value comes to written out: how many values, how many characters, how many levels. */
interface ExpandedSize {
  readonly values: number;
  readonly characters: number;
  readonly levels: number;
}

/** The value, if what it comes to written out is within the limits. Costs as much as it has parts, however often each stands for something. */
function requireWithinLimits(value: unknown): unknown {
  measureExpandedSize(value, 1, new Map());
  return value;
}

/** @param measured of parts that were measured: aliases are the same part. What refers to itself ends at the deepest level. */
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

/** @throws Unreadable */
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
