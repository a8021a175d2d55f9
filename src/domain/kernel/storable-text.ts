import { DomainError } from './errors.ts';

/** Describes what keeps a text from being stored, if anything. */
export function findTextProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains a lone surrogate';
  return undefined;
}

/** Replaces NUL characters and lone surrogates by U+FFFD, as CommonMark and Unicode specify. */
export const sanitizeText = (text: string): string =>
  findTextProblem(text) === undefined ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The value contains a text that no storage keeps unchanged; a retry fails in the same way. */
export class UnstorableText extends DomainError {
  readonly category = 'invalid';

  constructor() {
    super('a text contains a NUL character or a lone surrogate');
  }
}

/**
 * Checks all texts of a JSON value, including member names.
 * @throws UnstorableText
 */
export function requireStorable(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined || pending.length > 0; next = pending.pop()) {
    if (typeof next === 'string') {
      if (findTextProblem(next) !== undefined) throw new UnstorableText();
    } else if (Array.isArray(next)) {
      for (const member of next) pending.push(member);
    } else if (typeof next === 'object' && next !== null && !ArrayBuffer.isView(next)) {
      for (const [name, member] of next instanceof Map ? next : Object.entries(next)) pending.push(name, member);
    }
  }
}
