import type { TableName } from '../store.ts';

/**
 * Rows that are deleted with a row, as the foreign keys of the database do: rows of `table` that name it in `field`.
 */
const CASCADES: Partial<Record<TableName, readonly { readonly table: TableName; readonly field: string }[]>> = {
  spaces: [
    { table: 'pageSearch', field: 'spaceId' },
    { table: 'unsearchedPages', field: 'spaceId' },
    { table: 'projectionBacklog', field: 'id' },
    { table: 'linkTargets', field: 'spaceId' },
    { table: 'pageLinks', field: 'spaceId' },
    { table: 'gitPlaces', field: 'spaceId' },
    { table: 'comments', field: 'spaceId' },
    { table: 'reviews', field: 'spaceId' },
    { table: 'invites', field: 'spaceId' },
    { table: 'reviewRequests', field: 'spaceId' },
    { table: 'grants', field: 'spaceId' },
    { table: 'changeRequests', field: 'spaceId' },
    { table: 'branches', field: 'spaceId' },
    { table: 'revisions', field: 'spaceId' },
    { table: 'siteSpaces', field: 'spaceId' },
    { table: 'importRuns', field: 'spaceId' },
    { table: 'gitSyncs', field: 'id' },
    { table: 'gitFollows', field: 'id' },
  ],
  collections: [
    { table: 'grants', field: 'collectionId' },
    { table: 'invites', field: 'collectionId' },
  ],
  teams: [
    { table: 'teamMembers', field: 'teamId' },
    { table: 'grants', field: 'teamId' },
    { table: 'reviewRequests', field: 'teamId' },
  ],
  changeRequests: [
    { table: 'comments', field: 'changeRequestId' },
    { table: 'reviews', field: 'changeRequestId' },
    { table: 'reviewRequests', field: 'changeRequestId' },
  ],
  organizations: [
    { table: 'apiTokens', field: 'organizationId' },
    { table: 'samlProviders', field: 'organizationId' },
    { table: 'samlIdentities', field: 'organizationId' },
    { table: 'uploads', field: 'organizationId' },
    { table: 'openapiSpecs', field: 'organizationId' },
    { table: 'openapiSpecVersions', field: 'organizationId' },
    { table: 'emailDomains', field: 'organizationId' },
    { table: 'organizationKeys', field: 'organizationId' },
    { table: 'invites', field: 'organizationId' },
    { table: 'translations', field: 'organizationId' },
    { table: 'importRuns', field: 'organizationId' },
    { table: 'glossaryEntries', field: 'organizationId' },
    { table: 'webhooks', field: 'organizationId' },
    { table: 'customFonts', field: 'organizationId' },
    { table: 'organizationImages', field: 'organizationId' },
  ],
  sites: [
    { table: 'grants', field: 'siteId' },
    { table: 'siteCustomizations', field: 'siteId' },
    { table: 'siteRedirects', field: 'siteId' },
    { table: 'siteMcpServers', field: 'siteId' },
    { table: 'siteShareLinks', field: 'siteId' },
    { table: 'sitePublishingAuths', field: 'id' },
    { table: 'siteAdaptiveSchemas', field: 'id' },
  ],
  siteSpaces: [
    { table: 'siteCustomizations', field: 'siteSpaceId' },
    { table: 'siteRedirects', field: 'target' },
  ],
  openapiSpecs: [{ table: 'openapiSpecVersions', field: 'specId' }],
  samlProviders: [{ table: 'samlIdentities', field: 'providerId' }],
  comments: [{ table: 'commentReplies', field: 'commentId' }],
  translations: [{ table: 'pageReviews', field: 'translationId' }],
  importRuns: [{ table: 'importReports', field: 'id' }],
};

export const cascadesOf = (table: TableName): readonly { readonly table: TableName; readonly field: string }[] =>
  CASCADES[table] ?? [];
