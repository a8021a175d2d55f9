import { Invalid, type Issue } from '../../../domain/kernel/errors.ts';
import { findTextProblem } from '../../../domain/kernel/storable-text.ts';

export const MAX_DEPTH = 64;
const MAX_MEMBERS = 100_000;
/** Maximum number of wrong fields that an error lists. */
export const MAX_ISSUES = 100;
const MAX_PATH = 200;

const QUOTE = 0x22,
  BACKSLASH = 0x5c,
  COMMA = 0x2c,
  OPEN_BRACE = 0x7b,
  CLOSE_BRACE = 0x7d,
  OPEN_BRACKET = 0x5b,
  CLOSE_BRACKET = 0x5d;

/**
 * Scans a JSON text once before it is parsed: refuses nesting deeper than 64 levels and more than 100,000 members. Does
 * not check the syntax. @throws Invalid
 */
export function guardJsonText(bytes: Uint8Array): void {
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) throw Invalid.field('', `the body is nested deeper than ${MAX_DEPTH} levels`);
      members++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    else if (byte === COMMA) members++;
    if (members > MAX_MEMBERS) throw Invalid.field('', `the body has more than ${MAX_MEMBERS} members`);
  }
}

/**
 * Refuses JSON values that cannot be stored: NUL, lone surrogates, numbers out of range, `__proto__`. @throws Invalid
 * naming the field
 */
export function guardJsonValue(value: unknown): void {
  const issues: Issue[] = [];
  inspect(value, '', issues);
  if (issues.length > 0) throw new Invalid(issues);
}

function inspect(value: unknown, path: string, issues: Issue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (typeof value === 'string') {
    const wrong = findTextProblem(value);
    if (wrong !== undefined) issues.push({ path, message: wrong });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) issues.push({ path, message: 'the number is out of range' });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => inspect(item, path ? `${path}.${index}` : String(index), issues));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = (path ? `${path}.${key}` : key).slice(0, MAX_PATH);
      const wrong = key === '__proto__' ? 'this name is not allowed' : findTextProblem(key);
      if (wrong !== undefined) issues.push({ path: at, message: wrong });
      inspect(member, at, issues);
    }
  }
}
