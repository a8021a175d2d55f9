import {
  findClaim,
  UNSIGNED_CLAIMS,
  findUnsignedClaims,
  type ClaimSchema,
  type ObjectClaim,
  type ScalarClaim,
  type VisitorSchema,
} from './claim-schema.ts';
import type { Claims } from './visitor.ts';
import { isObject } from '../../kernel/is-object.ts';

/** Limits of unchecked claims: deeper values and further list items are dropped. */
const MAX_DEPTH = 8;
const MAX_ITEMS = 200;
const FORBIDDEN_NAME = '__proto__';

/** Filters a visitor's claims by the schema: drops unknown claims and values of another type. */
export function validateClaims(schema: VisitorSchema | undefined, signed: Claims, unsigned: Claims): Claims {
  const { [UNSIGNED_CLAIMS]: _, ...signedClaims } = signed;
  const own = schema && findUnsignedClaims(schema);
  const of =
    schema === undefined
      ? (toPlainValue(signedClaims, 1) as Claims)
      : pickDeclared(withoutUnsigned(schema), signedClaims);
  return { ...of, [UNSIGNED_CLAIMS]: own === undefined ? {} : pickDeclared(own, unsigned) };
}

const withoutUnsigned = ({
  properties: { [UNSIGNED_CLAIMS]: _, ...properties },
}: VisitorSchema): Pick<ObjectClaim, 'properties'> => ({ properties });

function pickDeclared({ properties }: Pick<ObjectClaim, 'properties'>, claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, claim]) => {
      const value = Object.hasOwn(claims, name) ? matchingValue(claim, claims[name]) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the value if it matches the schema of the claim, undefined otherwise. */
function matchingValue(claim: ClaimSchema, value: unknown): unknown {
  switch (claim.type) {
    case 'object':
      return isObject(value) ? pickDeclared(claim, value) : undefined;
    case 'array':
      return Array.isArray(value) && value.length <= MAX_ITEMS && value.every((item) => isScalar(claim.items, item))
        ? value
        : undefined;
    default:
      return isScalar(claim, value) ? value : undefined;
  }
}

const isScalar = (claim: ScalarClaim, value: unknown): boolean =>
  typeof value === claim.type &&
  (claim.type !== 'string' || claim.enum === undefined || claim.enum.includes(value as string));

function toPlainValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value))
    return depth > MAX_DEPTH ? [] : value.slice(0, MAX_ITEMS).map((item) => toPlainValue(item, depth + 1));
  if (!isObject(value)) return value;
  return depth > MAX_DEPTH
    ? {}
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, of]) =>
          name === FORBIDDEN_NAME ? [] : [[name, toPlainValue(of, depth + 1)]],
        ),
      );
}

/**
 * Parses claims from a query string: `language=fr`, `account.plan=pro`, lists one value at a time. Values are converted
 * by the schema; claims outside the schema are dropped.
 */
export function parseClaims(
  schema: VisitorSchema | undefined,
  said: readonly (readonly [path: string, text: string])[],
): Claims {
  const own = schema && findUnsignedClaims(schema);
  const claims: Record<string, unknown> = {};
  if (own === undefined) return claims;
  for (const [path, text] of said) {
    const names = path.split('.');
    const claim = findClaimByPath(own, names);
    const item = claim?.type === 'array' ? claim.items : claim;
    const value = item === undefined || item.type === 'object' ? undefined : parseScalar(item, text);
    if (value !== undefined) setClaim(claims, names, value, claim!.type === 'array');
  }
  return claims;
}

function findClaimByPath(of: ObjectClaim, [name, ...rest]: readonly string[]): ClaimSchema | undefined {
  const claim = findClaim(of.properties, name!);
  return rest.length === 0 ? claim : claim?.type === 'object' ? findClaimByPath(claim, rest) : undefined;
}

function parseScalar({ type }: ScalarClaim, text: string): string | number | boolean | undefined {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function setClaim(
  into: Record<string, unknown>,
  [name, ...rest]: readonly string[],
  value: unknown,
  isList: boolean,
): void {
  // Names such as toString are members of every object.
  const present = Object.hasOwn(into, name!) ? into[name!] : undefined;
  if (rest.length > 0) setClaim((into[name!] = present ?? {}) as Record<string, unknown>, rest, value, isList);
  else into[name!] = isList ? [...((present as unknown[] | undefined) ?? []), value] : value;
}
