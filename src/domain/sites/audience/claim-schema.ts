import type { Issue } from '../../kernel/errors.ts';
import { isLongerThan } from '../../kernel/text-length.ts';

interface ClaimDescription {
  readonly description: string;
}
export type ScalarClaim =
  | (ClaimDescription & { readonly type: 'boolean' })
  | (ClaimDescription & { readonly type: 'number' })
  | (ClaimDescription & { readonly type: 'string'; readonly enum?: readonly string[] });
export interface ListClaim extends ClaimDescription {
  readonly type: 'array';
  readonly items: ScalarClaim;
}
export interface ObjectClaim extends ClaimDescription {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ClaimSchema>>;
  readonly additionalProperties: false;
}
/** Schema of a claim: a subset of JSON Schema, draft 7. */
export type ClaimSchema = ScalarClaim | ListClaim | ObjectClaim;

/** Schema of the claims that a site knows; `unsigned` contains those that visitors state themselves. */
export interface VisitorSchema {
  readonly $schema?: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ClaimSchema>>;
  readonly additionalProperties: false;
}

export const JSON_SCHEMA_DRAFT = 'http://json-schema.org/draft-07/schema#';
/** Required description of `unsigned`. */
export const UNSIGNED_DESCRIPTION = 'Unsigned claims of the site visitor.';
/** Member with the claims that visitors state themselves. */
export const UNSIGNED_CLAIMS = 'unsigned';

/** Limits of a schema: claims on all levels, nesting of objects, characters of a name, values of one claim. */
const MAX_CLAIMS = 200;
const MAX_CLAIM_DEPTH = 5;
const MAX_CLAIM_NAME_LENGTH = 100;
export const MAX_CLAIM_VALUES = 100;

/** Names with a special meaning in JavaScript. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds a claim by name. */
export const findClaim = (properties: ObjectClaim['properties'], name: string): ClaimSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Returns the schema of the claims that visitors state themselves. */
export function findUnsignedClaims({ properties }: VisitorSchema): ObjectClaim | undefined {
  const unsigned = findClaim(properties, UNSIGNED_CLAIMS);
  return unsigned?.type === 'object' ? unsigned : undefined;
}

/**
 * Returns the first problem of a well-formed schema.
 * @param path prefix of the issue's path
 */
export function findSchemaIssue({ properties }: VisitorSchema, path: string): Issue | undefined {
  const unsigned = findClaim(properties, UNSIGNED_CLAIMS);
  if (unsigned !== undefined && (unsigned.type !== 'object' || unsigned.description !== UNSIGNED_DESCRIPTION)) {
    return {
      path: `${path}.properties.${UNSIGNED_CLAIMS}`,
      message: `must be an object, described as ${JSON.stringify(UNSIGNED_DESCRIPTION)}`,
    };
  }
  return findClaimIssue(properties, `${path}.properties`, 1, { left: MAX_CLAIMS });
}

function findClaimIssue(
  properties: ObjectClaim['properties'],
  path: string,
  depth: number,
  claims: { left: number },
): Issue | undefined {
  if (depth > MAX_CLAIM_DEPTH) return { path, message: `objects can be nested at most ${MAX_CLAIM_DEPTH} levels deep` };
  for (const [name, claim] of Object.entries(properties)) {
    const at = `${path}.${name}`;
    if (name === '' || isLongerThan(name, MAX_CLAIM_NAME_LENGTH))
      return { path: at, message: `names must have 1 to ${MAX_CLAIM_NAME_LENGTH} characters` };
    if (FORBIDDEN_NAMES.has(name)) return { path: at, message: 'is not a valid claim name' };
    if (--claims.left < 0) return { path: at, message: `a schema can have at most ${MAX_CLAIMS} claims` };
    const values =
      claim.type === 'string'
        ? claim.enum
        : claim.type === 'array' && claim.items.type === 'string'
          ? claim.items.enum
          : undefined;
    if (values !== undefined && (values.length === 0 || values.length > MAX_CLAIM_VALUES))
      return { path: at, message: `must have 1 to ${MAX_CLAIM_VALUES} values` };
    const issue =
      claim.type === 'object' ? findClaimIssue(claim.properties, `${at}.properties`, depth + 1, claims) : undefined;
    if (issue !== undefined) return issue;
  }
  return undefined;
}
