import * as z from 'zod';
import { Invalid, type Issue } from '../../../domain/kernel/errors.ts';
import { MAX_ISSUES } from './json-guard.ts';
import { isObject } from '../../../domain/kernel/is-object.ts';

/** A field or query parameter of a request that the operation does not know. */
export interface UnknownField {
  /** Place in the request, as errors name it. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/**
 * Names of fields that restrict access or lifetime, here or in other APIs, in lower case without separators. An operation
 * that ignored one of them would publish or grant more than its caller asked for.
 */
const GUARD_FIELDS: ReadonlySet<string> = new Set([
  'draft',
  'hidden',
  'intent',
  'readonly',
  'scope',
  'scopes',
  'visibility',
  'defaultlevel',
  'editmode',
  'invitelinks',
  'sso',
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
  'ttl',
  'validuntil',
]);

/** Tells whether a field restricts access or lifetime by its name; `is_read-only` and `readOnly` are the same name. */
export const isGuardField = (name: string): boolean =>
  GUARD_FIELDS.has(
    name
      .toLowerCase()
      .replace(/[-_\s]/g, '')
      .replace(/^is/, ''),
  );

const join = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

/** Schema of unknown members that a rule of their object reads; they are unknown fields all the same. */
export const UNKNOWN_MEMBER = z.unknown();

/**
 * Finds the fields of a value that its schema does not know. Fields within an unknown field are not listed.
 * @param value a value that the schema accepts
 */
export function* unknownFields(schema: z.core.$ZodType, value: unknown, path = ''): Generator<UnknownField> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      if (!isObject(value)) return;
      for (const [name, inside] of Object.entries(value)) {
        const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
        if (known !== undefined) yield* unknownFields(known, inside, join(path, name));
        else if (isUnknown(def.catchall)) yield { path: join(path, name), name, value: inside };
      }
      return;
    }
    case 'array':
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) yield* unknownFields(def.element, item, join(path, index));
      return;
    case 'record':
      if (isObject(value))
        for (const [name, item] of Object.entries(value)) yield* unknownFields(def.valueType, item, join(path, name));
      return;
    case 'union': {
      const option = optionOf(def, value);
      if (option !== undefined) yield* unknownFields(option, value, path);
      return;
    }
    case 'lazy':
      yield* unknownFields(def.getter(), value, path);
      return;
    case 'pipe':
      yield* unknownFields(def.in, value, path);
      return;
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      if (value !== null && value !== undefined) yield* unknownFields(def.innerType, value, path);
      return;
    default:
  }
}

/** Tells whether members of an object that only its catchall accepts are unknown. */
const isUnknown = (catchall: z.core.$ZodType | undefined): boolean =>
  catchall === undefined || catchall === UNKNOWN_MEMBER || catchall._zod.def.type === 'never';

/** Returns the variant of a union that accepts a value. */
function optionOf(def: z.core.$ZodUnionDef, value: unknown): z.core.$ZodType | undefined {
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  return def.options.find((option) => {
    const { def: variant } = (option as z.core.$ZodTypes)._zod;
    // The whole variant need not be parsed to know whether it is the one.
    const constant =
      discriminator !== undefined && variant.type === 'object' ? variant.shape[discriminator] : undefined;
    return constant !== undefined && isObject(value)
      ? z.core.safeParse(constant, value[discriminator!]).success
      : z.core.safeParse(option, value).success;
  });
}

/**
 * Creates a function that finds the parameters of a query string that an operation does not know.
 * @param known names of the known parameters
 */
export const unknownParameters =
  (known: ReadonlySet<string>) =>
  (querystring: string): UnknownField[] =>
    querystring === ''
      ? []
      : [...new URLSearchParams(querystring)]
          .filter(([name]) => name !== '' && !known.has(name))
          .map(([name, value]) => ({ path: name, name, value }));

/**
 * Refuses unknown fields that restrict access or lifetime, which may be misspelled, misplaced or of another operation.
 * With `isStrict`, refuses every unknown field.
 * @returns the unknown fields that are ignored
 * @throws Invalid naming every refused field
 */
export function refuseUnknown(unknown: readonly Iterable<UnknownField>[], isStrict: boolean): readonly UnknownField[] {
  const issues: Issue[] = [];
  const ignored: UnknownField[] = [];
  for (const field of concatenate(unknown)) {
    const guards = [...guardFields(field)];
    if (guards.length > 0)
      issues.push(
        ...guards.map((path) => ({ path, message: 'is not a known field of this operation; nothing was changed' })),
      );
    else if (isStrict) issues.push({ path: field.path, message: 'is not a known field of this operation' });
    else if (ignored.length < MAX_NAMED) ignored.push(field);
    if (issues.length >= MAX_ISSUES) break;
  }
  if (issues.length > 0) throw new Invalid(issues.slice(0, MAX_ISSUES));
  return ignored;
}

function* concatenate<T>(parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}

/** Finds the paths of guard fields in an unknown field. */
function* guardFields({ path, name, value }: UnknownField): Generator<string> {
  if (isGuardField(name)) yield path;
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* guardFields({ path: join(path, index), name: '', value: item });
  else if (isObject(value))
    for (const [inside, item] of Object.entries(value))
      yield* guardFields({ path: join(path, inside), name: inside, value: item });
}

/** Maximum number of fields in `Quire-Ignored`, and maximum length of each. */
const MAX_NAMED = 20;
const MAX_NAME = 100;

/** Formats fields for `Quire-Ignored`: a list of strings (RFC 9651); characters outside ASCII are percent-encoded. */
export const formatIgnored = (fields: readonly UnknownField[]): string =>
  fields
    .slice(0, MAX_NAMED)
    .map(({ path }) => path.slice(0, MAX_NAME).replace(/[^ -~]+/gu, encodeURIComponent))
    .map((path) => `"${path.replace(/["\\]/g, '\\$&')}"`)
    .join(', ');

/** Tells whether a `Prefer` header asks to refuse unknown fields (RFC 7240: `handling=strict`). */
export const prefersStrict = (prefer: string): boolean =>
  prefer.split(',').some((preference) => /^\s*handling\s*=\s*"?strict"?\s*(?:;|$)/i.test(preference));
