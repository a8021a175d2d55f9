import { Invalid } from '../../domain/kernel/errors.ts';

/**
 * Refuses text that PostgreSQL cannot hold (NUL) or would change (half a surrogate pair), wherever it is in a state, so
 * that what was stored always comes back as it was. @throws Invalid naming the field
 */
export function requireStorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw Invalid.field(path, 'contains a NUL character');
    if (!value.isWellFormed()) throw Invalid.field(path, 'contains a lone surrogate');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) requireStorable(member, path ? `${path}.${name}` : name);
  }
}
