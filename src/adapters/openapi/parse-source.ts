import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { Unreadable } from '../endable-thread.ts';
import type { SourceFormat } from '../../domain/openapi-specs/openapi-spec-version.ts';
import { LIMITS } from './limits.ts';

/** A text as what it says: nothing but JSON, each part of it once. */
export interface ParsedSource {
  readonly format: SourceFormat;
  readonly value: unknown;
}

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** @throws Unreadable for what is neither JSON nor YAML, or more than it looks like */
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
    throw new Unreadable('it is not UTF-8');
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
    const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line: number; readonly column: number } };
    if (reason === undefined) throw error;
    throw new Unreadable(`it is neither JSON nor YAML: ${reason}${mark === undefined ? '' : ` (line ${mark.line + 1}, column ${mark.column + 1})`}`);
  }
}

/** The value, if what it comes to written out is within the limits. Needs no stack, and holds against what refers to itself. */
function guarded(value: unknown): unknown {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  let [values, characters] = [0, 0];
  for (let next = open.pop(); next; next = open.pop()) {
    if (++values > LIMITS.values) throw new Unreadable(`it has more than ${LIMITS.values} values`);
    if (typeof next.value === 'string') characters += next.value.length;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > LIMITS.depth) throw new Unreadable(`it nests deeper than ${LIMITS.depth}`);
    for (const [key, member] of Object.entries(next.value)) {
      if (key === '__proto__') throw new Unreadable('it has a member __proto__');
      characters += key.length;
      open.push({ value: member, depth: next.depth + 1 });
    }
    if (characters > LIMITS.characters) throw new Unreadable(`it has more than ${LIMITS.characters} characters`);
  }
  return value;
}
