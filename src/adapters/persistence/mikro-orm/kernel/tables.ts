import { EntitySchema, Type } from '@mikro-orm/core';
import { Grant } from '../../../../domain/permissions/grant.ts';
import { ChangeRequest } from '../../../../domain/change-requests/change-request.ts';
import { Collection } from '../../../../domain/collections.ts';
import { Comment } from '../../../../domain/comments/comment.ts';
import { CommentReply } from '../../../../domain/comments/comment-reply.ts';
import { GitFollow } from '../../../../domain/git/git-follow.ts';
import { GitSync } from '../../../../domain/git/git-sync.ts';
import { ImportReport } from '../../../../domain/imports/import-report.ts';
import { ImportRun } from '../../../../domain/imports/import-run.ts';
import { Invite } from '../../../../domain/invitations.ts';
import type { AggregateClass } from '../../../../domain/kernel/aggregate.ts';
import { OpenAPISpecVersion } from '../../../../domain/openapi-specs/openapi-spec-version.ts';
import { OpenAPISpec } from '../../../../domain/openapi-specs/openapi-spec.ts';
import { EmailDomain } from '../../../../domain/organizations/email-domain.ts';
import { Member } from '../../../../domain/members.ts';
import { OrganizationKey } from '../../../../domain/organizations/organization-key.ts';
import { Organization } from '../../../../domain/organizations/organization.ts';
import { ReviewRequest } from '../../../../domain/change-requests/review-request.ts';
import { Review } from '../../../../domain/change-requests/review.ts';
import { Credential } from '../../../../domain/sessions/credential.ts';
import { AdaptiveSchema } from '../../../../domain/sites/audience/adaptive-schema.ts';
import { PublishingAuth } from '../../../../domain/sites/audience/publishing-auth.ts';
import { ShareLink } from '../../../../domain/sites/audience/share-link.ts';
import { Site } from '../../../../domain/sites/site.ts';
import { SiteCustomization } from '../../../../domain/sites/site-customization.ts';
import { OrganizationImage } from '../../../../domain/organizations/organization-image.ts';
import { CustomFont } from '../../../../domain/sites/custom-font.ts';
import { SiteMcpServer } from '../../../../domain/sites/site-mcp-server.ts';
import { SiteRedirect } from '../../../../domain/sites/site-redirect.ts';
import { SiteExternalLink } from '../../../../domain/sites/structure/site-external-link.ts';
import { SiteSectionGroup } from '../../../../domain/sites/structure/site-section-group.ts';
import { SiteSection } from '../../../../domain/sites/structure/site-section.ts';
import { SiteSpace } from '../../../../domain/sites/structure/site-space.ts';
import { Space } from '../../../../domain/spaces.ts';
import { Team } from '../../../../domain/teams/team.ts';
import { TeamMember } from '../../../../domain/teams/team-member.ts';
import { SamlIdentity } from '../../../../domain/sso/saml-identity.ts';
import { SamlProvider } from '../../../../domain/sso/saml-provider.ts';
import { ConsumedToken } from '../../../../domain/sso/consumed-token.ts';
import { GlossaryEntry } from '../../../../domain/translations/glossary-entry.ts';
import { PageReview } from '../../../../domain/translations/page-review.ts';
import { Translation } from '../../../../domain/translations/translation.ts';
import { Upload } from '../../../../domain/uploads.ts';
import { ApiToken } from '../../../../domain/sessions/api-token.ts';
import { User } from '../../../../domain/users.ts';
import { WebhookDelivery } from '../../../../domain/webhooks/webhook-delivery.ts';
import { Webhook } from '../../../../domain/webhooks/webhook.ts';
import type { Aggregates } from '../../../../ports/kernel/unit-of-work.ts';

/** Type of the column of a field. */
export type ColumnKind = 'text' | 'int' | 'boolean' | 'instant' | 'json';

/** A row as the ORM reads it: the fields of the state, and how often it was written. */
export interface TableRow {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** One aggregate's table: the class, and a column for each field of its state. */
export interface Table<A, S> {
  readonly name: string;
  readonly type: AggregateClass<A, S>;
  readonly columns: Readonly<Record<keyof S & string, ColumnKind>>;
  readonly entity: EntitySchema<TableRow>;
}

/** Names the column of a field: `displayName` → `display_name`, `photoURL` → `photo_url`. */
export const columnName = (field: string): string => field.replace(/([a-z])([A-Z]+)/g, '$1_$2').toLowerCase();

/** Column type for times: ISO 8601 in the domain, timestamptz in the database. */
class Instant extends Type<string | null, Date | string | null> {
  override convertToJSValue(value: Date | string | null): string | null {
    return value === null || value === undefined ? null : new Date(value).toISOString();
  }
  override compareAsType(): string {
    return 'string';
  }
  override getColumnType(): string {
    return 'timestamptz(3)';
  }
}

const PROPERTY = {
  text: { type: 'string' },
  int: { type: 'number' },
  boolean: { type: 'boolean' },
  instant: { type: Instant },
  json: { type: 'json' },
} as const satisfies Readonly<Record<ColumnKind, object>>;

function table<A, S>(
  name: string,
  type: AggregateClass<A, S>,
  columns: Record<Exclude<keyof S & string, 'id'>, ColumnKind>,
): Table<A, S> {
  const fields = Object.entries<ColumnKind>(columns);
  const properties = Object.fromEntries(
    fields.map(([field, kind]) => [field, { ...PROPERTY[kind], fieldName: columnName(field), nullable: true }]),
  );
  const entity = new EntitySchema<TableRow>({
    name,
    tableName: name,
    properties: {
      id: { type: 'string', primary: true },
      version: { type: 'number', version: true },
      ...properties,
    },
  });
  return { name, type, columns: { id: 'text', ...columns } as Table<A, S>['columns'], entity };
}

/** Tables of all aggregates; other tables are in the migrations alone. */
export const TABLES: { readonly [K in keyof Aggregates]: Table<Aggregates[K][0], Aggregates[K][1]> } = {
  users: table('users', User, {
    email: 'text',
    displayName: 'text',
    photoURL: 'text',
    operator: 'boolean',
    disabled: 'boolean',
    unproven: 'boolean',
    createdAt: 'instant',
  }),
  apiTokens: table('api_tokens', ApiToken, {
    userId: 'text',
    kind: 'text',
    via: 'text',
    organizationId: 'text',
    name: 'text',
    hash: 'text',
    readOnly: 'boolean',
    createdAt: 'instant',
    expiresAt: 'instant',
  }),
  organizations: table('organizations', Organization, {
    title: 'text',
    emailDomains: 'json',
    hostname: 'text',
    type: 'text',
    useCase: 'text',
    communityType: 'text',
    defaultRole: 'text',
    defaultContent: 'text',
    logo: 'text',
    sso: 'boolean',
    ai: 'boolean',
    inviteLinks: 'boolean',
    mergeRules: 'json',
    createdAt: 'instant',
  }),
  members: table('members', Member, {
    organizationId: 'text',
    userId: 'text',
    role: 'text',
    joinedAt: 'instant',
    lastSeenAt: 'instant',
    sso: 'boolean',
  }),
  emailDomains: table('email_domains', EmailDomain, {
    organizationId: 'text',
    domain: 'text',
    claim: 'json',
    provenDomain: 'text',
    provenBy: 'text',
  }),
  organizationKeys: table('organization_keys', OrganizationKey, {
    organizationId: 'text',
    publicKey: 'json',
    privateKey: 'text',
    createdAt: 'instant',
  }),
  teams: table('teams', Team, { organizationId: 'text', title: 'text', createdAt: 'instant' }),
  teamMembers: table('team_members', TeamMember, {
    organizationId: 'text',
    teamId: 'text',
    userId: 'text',
    role: 'text',
    joinedAt: 'instant',
  }),
  grants: table('grants', Grant, {
    organizationId: 'text',
    spaceId: 'text',
    collectionId: 'text',
    siteId: 'text',
    userId: 'text',
    teamId: 'text',
    level: 'text',
    copiedFrom: 'text',
  }),
  collections: table('collections', Collection, {
    organizationId: 'text',
    parentId: 'text',
    rank: 'text',
    title: 'text',
    description: 'text',
    defaultLevel: 'text',
    createdAt: 'instant',
    updatedAt: 'instant',
  }),
  spaces: table('spaces', Space, {
    organizationId: 'text',
    parentId: 'text',
    rank: 'text',
    title: 'text',
    emoji: 'text',
    icon: 'text',
    visibility: 'text',
    editMode: 'text',
    defaultLevel: 'text',
    createdAt: 'instant',
    updatedAt: 'instant',
    deletedAt: 'instant',
    mergeRules: 'json',
    defaultFrom: 'text',
  }),
  changeRequests: table('change_requests', ChangeRequest, {
    spaceId: 'text',
    number: 'int',
    status: 'text',
    subject: 'text',
    description: 'json',
    links: 'json',
    createdBy: 'text',
    createdAt: 'instant',
    updatedAt: 'instant',
    agentTaskId: 'text',
    revisionInitial: 'text',
    revisionMergedAncestor: 'text',
    revisionMerged: 'text',
  }),
  reviews: table('reviews', Review, {
    spaceId: 'text',
    changeRequestId: 'text',
    revision: 'text',
    reviewerId: 'text',
    requestedBy: 'text',
    status: 'text',
    commentId: 'text',
    createdAt: 'instant',
  }),
  reviewRequests: table('review_requests', ReviewRequest, {
    spaceId: 'text',
    changeRequestId: 'text',
    userId: 'text',
    teamId: 'text',
    requestedBy: 'text',
    revision: 'text',
    createdAt: 'instant',
  }),
  gitSyncs: table('git_syncs', GitSync, {
    organizationId: 'text',
    state: 'text',
    repoName: 'text',
    installationProvider: 'text',
    url: 'text',
    treeUrl: 'text',
    updatedAt: 'instant',
    eventAt: 'instant',
    ignored: 'json',
    synced: 'json',
    pending: 'json',
    lastOperation: 'json',
  }),
  gitFollows: table('git_follows', GitFollow, {
    generation: 'text',
    url: 'text',
    address: 'text',
    ref: 'text',
    directory: 'text',
    treeUrl: 'text',
    commitUrl: 'text',
    provider: 'text',
    shownUrl: 'text',
    interval: 'int',
    secret: 'text',
    oldSecret: 'text',
    oldSecretUntil: 'instant',
    createdBy: 'text',
    createdAt: 'instant',
    updatedAt: 'instant',
    checkedAt: 'instant',
    tip: 'text',
    failure: 'json',
    via: 'text',
    paused: 'json',
  }),
  sites: table('sites', Site, {
    organizationId: 'text',
    type: 'text',
    title: 'text',
    visibility: 'text',
    basename: 'text',
    published: 'boolean',
    createdAt: 'instant',
    hostname: 'text',
    hostnameClaim: 'json',
    servedHostname: 'text',
    proxy: 'text',
    adaptiveContent: 'boolean',
    agentsContext: 'text',
  }),
  siteSections: table('site_sections', SiteSection, {
    organizationId: 'text',
    siteId: 'text',
    groupId: 'text',
    title: 'text',
    description: 'text',
    icon: 'text',
    path: 'text',
    isDefault: 'boolean',
    condition: 'text',
    draft: 'boolean',
    rank: 'int',
  }),
  siteSectionGroups: table('site_section_groups', SiteSectionGroup, {
    organizationId: 'text',
    siteId: 'text',
    title: 'text',
    icon: 'text',
    draft: 'boolean',
    rank: 'int',
  }),
  siteExternalLinks: table('site_external_links', SiteExternalLink, {
    organizationId: 'text',
    siteId: 'text',
    groupId: 'text',
    title: 'text',
    localizedTitle: 'json',
    description: 'text',
    localizedDescription: 'json',
    icon: 'text',
    url: 'text',
    condition: 'text',
    draft: 'boolean',
    rank: 'int',
  }),
  siteSpaces: table('site_spaces', SiteSpace, {
    organizationId: 'text',
    siteId: 'text',
    spaceId: 'text',
    sectionId: 'text',
    path: 'text',
    isDefault: 'boolean',
    condition: 'text',
    draft: 'boolean',
    hidden: 'boolean',
    rank: 'int',
  }),
  siteCustomizations: table('site_customizations', SiteCustomization, {
    organizationId: 'text',
    siteId: 'text',
    siteSpaceId: 'text',
    settings: 'json',
  }),
  siteRedirects: table('site_redirects', SiteRedirect, {
    organizationId: 'text',
    siteId: 'text',
    source: 'text',
    target: 'text',
    destination: 'json',
    permanent: 'boolean',
    captureWildcard: 'boolean',
    draft: 'boolean',
    createdAt: 'instant',
    updatedAt: 'instant',
  }),
  customFonts: table('custom_fonts', CustomFont, {
    organizationId: 'text',
    fontFamily: 'text',
    fontFaces: 'json',
    createdAt: 'instant',
    updatedAt: 'instant',
  }),
  organizationImages: table('organization_images', OrganizationImage, {
    organizationId: 'text',
    name: 'text',
    blob: 'text',
    contentType: 'text',
    size: 'int',
    createdAt: 'instant',
  }),
  siteMcpServers: table('site_mcp_servers', SiteMcpServer, {
    organizationId: 'text',
    siteId: 'text',
    name: 'text',
    url: 'text',
    transport: 'text',
    headers: 'text',
    condition: 'text',
  }),
  siteShareLinks: table('site_share_links', ShareLink, {
    organizationId: 'text',
    siteId: 'text',
    name: 'text',
    active: 'boolean',
    keyHash: 'text',
    sealedKey: 'text',
    createdAt: 'instant',
  }),
  sitePublishingAuths: table('site_publishing_auths', PublishingAuth, {
    organizationId: 'text',
    fallbackURL: 'text',
    keyNumber: 'int',
    oldKeyUntil: 'instant',
  }),
  siteAdaptiveSchemas: table('site_adaptive_schemas', AdaptiveSchema, {
    organizationId: 'text',
    jsonSchema: 'json',
    updatedAt: 'instant',
  }),
  comments: table('comments', Comment, {
    spaceId: 'text',
    changeRequestId: 'text',
    reviewId: 'text',
    revisionId: 'text',
    pageId: 'text',
    page: 'json',
    status: 'text',
    resolvedAt: 'instant',
    resolvedBy: 'text',
    replies: 'int',
    postedBy: 'text',
    postedAt: 'instant',
    editedAt: 'instant',
    body: 'text',
    reactions: 'json',
  }),
  commentReplies: table('comment_replies', CommentReply, {
    commentId: 'text',
    postedBy: 'text',
    postedAt: 'instant',
    editedAt: 'instant',
    body: 'text',
    reactions: 'json',
  }),
  samlProviders: table('saml_providers', SamlProvider, {
    organizationId: 'text',
    label: 'text',
    entityID: 'text',
    ssoURL: 'text',
    certificate: 'text',
    defaultTeam: 'text',
    defaultRole: 'text',
    idpInitiated: 'boolean',
    createdAt: 'instant',
  }),
  samlIdentities: table('saml_identities', SamlIdentity, {
    organizationId: 'text',
    providerId: 'text',
    nameId: 'text',
    userId: 'text',
    madeAccount: 'boolean',
    createdAt: 'instant',
  }),
  consumedTokens: table('spent_marks', ConsumedToken, { expiresAt: 'instant' }),
  uploads: table('uploads', Upload, {
    organizationId: 'text',
    createdBy: 'text',
    kind: 'text',
    name: 'text',
    contentType: 'text',
    size: 'int',
    createdAt: 'instant',
    blob: 'text',
    importRunId: 'text',
  }),
  importRuns: table('import_runs', ImportRun, {
    organizationId: 'text',
    spaceId: 'text',
    changeRequestId: 'text',
    pageId: 'text',
    siteId: 'text',
    source: 'json',
    createdBy: 'text',
    via: 'text',
    status: 'text',
    reason: 'text',
    progress: 'json',
    counts: 'json',
    revisionId: 'text',
    createdAt: 'instant',
    startedAt: 'instant',
    completedAt: 'instant',
    updatedAt: 'instant',
  }),
  importReports: table('import_reports', ImportReport, { organizationId: 'text', items: 'json' }),
  openapiSpecs: table('openapi_specs', OpenAPISpec, {
    organizationId: 'text',
    slug: 'text',
    sourceURL: 'text',
    sourceText: 'text',
    visibility: 'text',
    processingState: 'text',
    run: 'text',
    lastVersion: 'text',
    lastProcessedAt: 'instant',
    lastProcessErrorCode: 'text',
    lastProcessErrorMessage: 'text',
    createdAt: 'instant',
    updatedAt: 'instant',
    orderedBy: 'text',
    via: 'text',
    paused: 'json',
  }),
  openapiSpecVersions: table('openapi_spec_versions', OpenAPISpecVersion, {
    organizationId: 'text',
    specId: 'text',
    source: 'text',
    format: 'text',
    document: 'text',
    reference: 'text',
    externals: 'int',
    createdAt: 'instant',
  }),
  credentials: table('credentials', Credential, {
    passwordHash: 'text',
    passwordAt: 'instant',
    totpSecret: 'text',
    totpPending: 'text',
    totpStep: 'int',
    recoveryCodes: 'json',
    resetHash: 'text',
    resetExpiresAt: 'instant',
  }),
  invites: table('invites', Invite, {
    organizationId: 'text',
    kind: 'text',
    role: 'text',
    level: 'text',
    spaceId: 'text',
    collectionId: 'text',
    email: 'text',
    sso: 'boolean',
    hash: 'text',
    createdBy: 'text',
    createdAt: 'instant',
    expiresAt: 'instant',
    sentAt: 'instant',
    refusal: 'text',
  }),
  translations: table('translations', Translation, {
    organizationId: 'text',
    spaceId: 'text',
    sourceLanguage: 'text',
    language: 'text',
    instructions: 'json',
    status: 'text',
    failure: 'text',
    resultSpaceId: 'text',
    resultRevision: 'text',
    machineBranch: 'text',
    run: 'json',
    translatedFrom: 'json',
    figures: 'json',
    createdAt: 'instant',
    updatedAt: 'instant',
    paused: 'json',
  }),
  pageReviews: table('translation_page_reviews', PageReview, {
    organizationId: 'text',
    translationId: 'text',
    pageId: 'text',
    title: 'text',
    texts: 'json',
  }),
  glossaryEntries: table('glossary_entries', GlossaryEntry, {
    organizationId: 'text',
    translations: 'json',
    createdAt: 'instant',
    updatedAt: 'instant',
  }),
  webhooks: table('webhooks', Webhook, {
    organizationId: 'text',
    url: 'text',
    description: 'text',
    events: 'json',
    enabled: 'boolean',
    disabledReason: 'text',
    disabledAt: 'instant',
    secret: 'text',
    oldSecret: 'text',
    oldSecretUntil: 'instant',
    orderedBy: 'text',
    via: 'text',
    failingSince: 'instant',
    createdAt: 'instant',
    updatedAt: 'instant',
  }),
  webhookDeliveries: table('webhook_deliveries', WebhookDelivery, {
    organizationId: 'text',
    webhookId: 'text',
    eventId: 'text',
    type: 'text',
    status: 'text',
    attempts: 'int',
    tries: 'int',
    nextAttemptAt: 'instant',
    lastAttemptAt: 'instant',
    responseStatus: 'int',
    responseBody: 'text',
    error: 'text',
    createdAt: 'instant',
    deliveredAt: 'instant',
  }),
};
