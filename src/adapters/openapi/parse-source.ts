import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { findTextProblem } from '../../domain/kernel/storable-text.ts';
import { Unreadable } from '../workers/terminable-worker.ts';
import type { SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { LIMITS } from './limits.ts';

/** A text as what it says: nothing but JSON, each part of it once. */
export interface ParsedSource {
  readonly format: SourceFormat;
  readonly value: unknown;
}

/** It is no document at all; what is one and asks too much is Unreadable, but not this. */
export class NoDocument extends Unreadable {}

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** @throws NoDocument for what is neither JSON nor YAML, Unreadable for what is more than it looks like */
export function parseSource(bytes: Uint8Array): ParsedSource {
  const text = decoded(bytes);
  const format = /^[\s]*[{[]/.test(text) ? 'json' : 'yaml';
  if (format === 'json') {
    const value = tryJson(text);
    if (value !== undefined) return { format, value: guarded(value) };
  }
  // YAML may begin like JSON, too.
  return { format: 'yaml', value: JSON.parse(JSON.stringify(guarded(readYaml(text))) ?? 'null') };
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NoDocument('the document is not valid UTF-8');
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readYaml(text: string): unknown {
  try {
    return load(text, { schema: SCHEMA, maxDepth: LIMITS.depth });
  } catch (error) {
    const { reason, mark } = error as {
      readonly reason?: string;
      readonly mark?: { readonly line: number; readonly column: number };
    };
    if (reason === undefined) throw error;
    // A limit of the parser (https://github.com/nodeca/js-yaml): nesting, merged keys.
    if (/\bexceeded\b/.test(reason)) throw new Unreadable(`the document expands beyond the limits: ${reason}`);
    throw new NoDocument(
      `the document is neither JSON nor YAML: ${reason}${mark === undefined ? '' : ` (line ${mark.line + 1}, column ${mark.column + 1})`}`,
    );
  }
}

/** What a value comes to written out: how many values, how many characters, how many levels. */
interface Extent {
  readonly values: number;
  readonly characters: number;
  readonly levels: number;
}

/** The value, if what it comes to written out is within the limits. Costs as much as it has parts, however often each stands for something. */
function guarded(value: unknown): unknown {
  extentOf(value, 1, new Map());
  return value;
}

/** @param known of parts that were measured: aliases are the same part. What refers to itself ends at the deepest level. */
function extentOf(value: unknown, level: number, known: Map<object, Extent>): Extent {
  if (typeof value === 'string') requireStorable(value);
  if (typeof value !== 'object' || value === null)
    return within({ values: 1, characters: typeof value === 'string' ? value.length : 0, levels: 0 }, level);
  const seen = known.get(value);
  if (seen !== undefined) return within(seen, level);
  if (level > LIMITS.depth) throw tooDeep();
  let [values, characters, levels] = [1, 0, 0];
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new Unreadable('the document has a member __proto__');
    requireStorable(key);
    const of = extentOf(member, level + 1, known);
    values += of.values;
    characters += of.characters + (Array.isArray(value) ? 0 : key.length);
    levels = Math.max(levels, of.levels);
    within({ values, characters, levels }, level);
  }
  const extent = { values, characters, levels: levels + 1 };
  known.set(value, extent);
  return extent;
}

/** @throws Unreadable */
function requireStorable(text: string): void {
  const problem = findTextProblem(text);
  if (problem !== undefined) throw new Unreadable(`a text of the document ${problem}`);
}

function within(extent: Extent, level: number): Extent {
  if (extent.values > LIMITS.values) throw new Unreadable(`the document has more than ${LIMITS.values} values`);
  if (extent.characters > LIMITS.characters)
    throw new Unreadable(`the document has more than ${LIMITS.characters} characters`);
  if (level + extent.levels - 1 > LIMITS.depth) throw tooDeep();
  return extent;
}

const tooDeep = (): Unreadable => new Unreadable(`the document is nested deeper than ${LIMITS.depth} levels`);
