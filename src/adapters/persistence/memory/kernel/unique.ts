import { Conflict } from '../../../../domain/kernel/errors.ts';
import type { Row, TableName } from '../store.ts';

/**
 * Uniqueness constraints of the database, with the same messages. Nulls are distinct, except in rules with
 * `together`.
 */
const RULES: Partial<
  Record<
    TableName,
    readonly { readonly fields: readonly string[]; readonly together?: boolean; readonly message: string }[]
  >
> = {
  users: [{ fields: ['email'], message: 'a user with this e-mail address exists already' }],
  apiTokens: [{ fields: ['hash'], message: 'this token exists already' }],
  samlIdentities: [{ fields: ['providerId', 'nameId'], message: 'the identity provider uses this name already' }],
  members: [{ fields: ['organizationId', 'userId'], message: 'the user is a member already' }],
  organizations: [{ fields: ['hostname'], message: 'the hostname is taken' }],
  siteShareLinks: [{ fields: ['keyHash'], message: 'this link exists already' }],
  emailDomains: [
    { fields: ['provenDomain'], message: 'the e-mail domain is proven by another organization' },
    { fields: ['organizationId', 'domain'], message: 'the organization claims the e-mail domain already' },
  ],
  organizationKeys: [{ fields: ['organizationId'], message: 'the organization has a key already' }],
  teamMembers: [{ fields: ['teamId', 'userId'], message: 'the user is in the team already' }],
  grants: [
    { fields: ['spaceId', 'userId'], message: 'there is a permission for this user or team here already' },
    { fields: ['spaceId', 'teamId'], message: 'there is a permission for this user or team here already' },
    { fields: ['collectionId', 'userId'], message: 'there is a permission for this user or team here already' },
    { fields: ['collectionId', 'teamId'], message: 'there is a permission for this user or team here already' },
    { fields: ['siteId', 'userId'], message: 'there is a permission for this user or team here already' },
    { fields: ['siteId', 'teamId'], message: 'there is a permission for this user or team here already' },
  ],
  openapiSpecs: [
    { fields: ['organizationId', 'slug'], message: 'the slug is taken by another specification of the organization' },
  ],
  credentials: [{ fields: ['resetHash'], message: 'this link exists already' }],
  invites: [
    { fields: ['hash'], message: 'this invitation exists already' },
    { fields: ['organizationId', 'email'], message: 'the address is invited already' },
  ],
  changeRequests: [{ fields: ['spaceId', 'number'], message: 'the number is taken' }],
  reviewRequests: [
    { fields: ['changeRequestId', 'userId'], message: 'the user is asked for a review already' },
    { fields: ['changeRequestId', 'teamId'], message: 'the team is asked for a review already' },
  ],
  sites: [
    { fields: ['basename'], message: 'the basename is taken' },
    { fields: ['servedHostname'], message: 'the hostname is taken' },
  ],
  siteRedirects: [
    { fields: ['siteId', 'source', 'draft'], message: 'the site already has a redirect from this source' },
  ],
  siteSections: [{ fields: ['siteId', 'path'], message: 'the path is taken by another section of the site' }],
  siteSpaces: [
    {
      fields: ['siteId', 'sectionId', 'path'],
      together: true,
      message: 'the path is taken by another space of the site',
    },
    { fields: ['siteId', 'spaceId'], message: 'the space is already part of the site' },
  ],
};

/** State of which any field may be compared. */
type StoredState = { readonly id: string; readonly [field: string]: unknown };

/**
 * Checks the uniqueness rules of a table.
 * @throws Conflict when another row has the same values in fields that must be unique together
 */
export function requireUnique(table: TableName, state: StoredState, others: () => Iterable<Row<StoredState>>): void {
  const rules = RULES[table];
  if (rules === undefined) return;
  for (const { state: other } of others())
    for (const { fields, together = false, message } of rules)
      if (
        other.id !== state.id &&
        fields.every((field) => (together || other[field] !== null) && other[field] === state[field])
      )
        throw new Conflict(message);
}
