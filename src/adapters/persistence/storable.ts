import { Invalid } from '../../domain/kernel/errors.ts';

/**
 * Refuses text that PostgreSQL cannot store (NUL) or would change (a lone surrogate) anywhere in a state.
 * @throws Invalid naming the field
 */
export function requireStorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw Invalid.field(path, 'contains a NUL character');
    if (!value.isWellFormed()) throw Invalid.field(path, 'contains a lone surrogate');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) requireStorable(member, path ? `${path}.${name}` : name);
  }
}
