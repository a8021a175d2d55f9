import { Invalid, type Issue } from '../../../domain/kernel/errors.ts';
import { MAX_ISSUES } from './json-guard.ts';

/**
 * Names of fields that restrict access or lifetime, in lower case without separators. An operation that ignored one of
 * them
 * would publish or grant more than its caller asked for.
 */
const GUARD_FIELDS: ReadonlySet<string> = new Set([
  'draft',
  'hidden',
  'intent',
  'readonly',
  'visibility',
  'private',
  'unlisted',
  'noindex',
  'norobotsindex',
  'mergerules',
  'condition',
  'expiresat',
  'expireat',
  'expires',
  'expiresin',
  'expiry',
  'expiration',
  'expirationdate',
]);

/** Normalizes a field name: `is_read-only` and `readOnly` become equal. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/^is/, '');
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Refuses a body with a misspelt, misplaced or unsupported guard field. Other unknown fields are ignored.
 * @param body the body as sent
 * @param input the body as parsed by the operation's schema
 * @throws Invalid naming every such field
 */
export function requireKnownGuardFields(body: unknown, input: unknown): void {
  const issues: Issue[] = [];
  const pending: [path: string, sent: unknown, kept: unknown][] = [['', body, input]];
  for (let next = pending.pop(); next !== undefined && issues.length < MAX_ISSUES; next = pending.pop()) {
    const [path, sent, kept] = next;
    if (!isObject(sent)) continue;
    for (const [name, value] of Object.entries(sent)) {
      const inside = isObject(kept) ? kept[name] : undefined;
      const field = path === '' ? name : `${path}.${name}`;
      const isKept = isObject(kept) && name in kept;
      if (!isKept && !Array.isArray(sent) && GUARD_FIELDS.has(plainName(name))) {
        issues.push({ path: field, message: 'is not a known field of this operation; nothing was changed' });
      } else if (isObject(value) && value !== inside) pending.push([field, value, inside]);
    }
  }
  if (issues.length > 0) throw new Invalid(issues);
}
