import type { Grant, GrantState } from '../../domain/permissions/grant.ts';
import type { ChangeRequest, ChangeRequestState } from '../../domain/change-requests/change-request.ts';
import type { Comment, CommentState } from '../../domain/comments/comment.ts';
import type { CommentReply, CommentReplyState } from '../../domain/comments/comment-reply.ts';
import type { Collection, CollectionState } from '../../domain/collections.ts';
import type { GitFollow, GitFollowState } from '../../domain/git/git-follow.ts';
import type { GitSync, GitSyncState } from '../../domain/git/git-sync.ts';
import type { Invite, InviteState } from '../../domain/invitations.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { OpenAPISpecVersion, OpenAPISpecVersionState } from '../../domain/openapi-specs/openapi-spec-version.ts';
import type { OpenAPISpec, OpenAPISpecState } from '../../domain/openapi-specs/openapi-spec.ts';
import type { EmailDomain, EmailDomainState } from '../../domain/organizations/email-domain.ts';
import type { Member, MemberState } from '../../domain/members.ts';
import type { OrganizationKey, OrganizationKeyState } from '../../domain/organizations/organization-key.ts';
import type { Organization, OrganizationState } from '../../domain/organizations/organization.ts';
import type { ReviewRequest, ReviewRequestState } from '../../domain/change-requests/review-request.ts';
import type { Review, ReviewState } from '../../domain/change-requests/review.ts';
import type { Credential, CredentialState } from '../../domain/sessions/credential.ts';
import type { AdaptiveSchema, AdaptiveSchemaState } from '../../domain/sites/audience/adaptive-schema.ts';
import type { PublishingAuth, PublishingAuthState } from '../../domain/sites/audience/publishing-auth.ts';
import type { ShareLink, ShareLinkState } from '../../domain/sites/audience/share-link.ts';
import type { Site, SiteState } from '../../domain/sites/site.ts';
import type { SiteCustomization, SiteCustomizationState } from '../../domain/sites/site-customization.ts';
import type { CustomFont, CustomFontState } from '../../domain/sites/custom-font.ts';
import type { OrganizationImage, OrganizationImageState } from '../../domain/organizations/organization-image.ts';
import type { SiteMcpServer, SiteMcpServerState } from '../../domain/sites/site-mcp-server.ts';
import type { SiteRedirect, SiteRedirectState } from '../../domain/sites/site-redirect.ts';
import type { SiteExternalLink, SiteExternalLinkState } from '../../domain/sites/structure/site-external-link.ts';
import type { SiteSectionGroup, SiteSectionGroupState } from '../../domain/sites/structure/site-section-group.ts';
import type { SiteSection, SiteSectionState } from '../../domain/sites/structure/site-section.ts';
import type { SiteSpace, SiteSpaceState } from '../../domain/sites/structure/site-space.ts';
import type { Space, SpaceState } from '../../domain/spaces.ts';
import type { Team, TeamState } from '../../domain/teams/team.ts';
import type { TeamMember, TeamMemberState } from '../../domain/teams/team-member.ts';
import type { SamlIdentity, SamlIdentityState } from '../../domain/sso/saml-identity.ts';
import type { SamlProvider, SamlProviderState } from '../../domain/sso/saml-provider.ts';
import type { ConsumedToken, ConsumedTokenState } from '../../domain/sso/consumed-token.ts';
import type { ImportReport, ImportReportState } from '../../domain/imports/import-report.ts';
import type { ImportRun, ImportRunState } from '../../domain/imports/import-run.ts';
import type { Upload, UploadState } from '../../domain/uploads.ts';
import type { GlossaryEntry, GlossaryEntryState } from '../../domain/translations/glossary-entry.ts';
import type { PageReview, PageReviewState } from '../../domain/translations/page-review.ts';
import type { Translation, TranslationState } from '../../domain/translations/translation.ts';
import type { ApiToken, ApiTokenState } from '../../domain/sessions/api-token.ts';
import type { User, UserState } from '../../domain/users.ts';
import type { WebhookDelivery, WebhookDeliveryState } from '../../domain/webhooks/webhook-delivery.ts';
import type { Webhook, WebhookState } from '../../domain/webhooks/webhook.ts';
import type { Branches } from '../content/branches.ts';
import type { ChangeRequests } from '../change-requests/change-requests.ts';
import type { Counters } from './ids.ts';
import type { EventContext, Events } from './events.ts';
import type { IdempotentAnswers } from './idempotent-answers.ts';
import type { Jobs } from './jobs.ts';
import type { MergeChecks } from '../change-requests/merge-checks.ts';
import type { ProjectionBacklog } from '../content/projections.ts';
import type { Finder, Repository } from './repository.ts';
import type { SiblingReads } from '../collections.ts';
import type { AccountPurger } from '../users.ts';
import type { TokenRevoker } from '../sessions.ts';
import type { SpacePurger } from '../spaces.ts';
import type { DeliveryPurger } from '../webhooks.ts';

/** Aggregates that are stored, by the name of their repository. */
export interface Aggregates {
  users: [User, UserState];
  apiTokens: [ApiToken, ApiTokenState];
  organizations: [Organization, OrganizationState];
  members: [Member, MemberState];
  emailDomains: [EmailDomain, EmailDomainState];
  organizationKeys: [OrganizationKey, OrganizationKeyState];
  teams: [Team, TeamState];
  teamMembers: [TeamMember, TeamMemberState];
  grants: [Grant, GrantState];
  collections: [Collection, CollectionState];
  spaces: [Space, SpaceState];
  changeRequests: [ChangeRequest, ChangeRequestState];
  reviews: [Review, ReviewState];
  reviewRequests: [ReviewRequest, ReviewRequestState];
  gitSyncs: [GitSync, GitSyncState];
  gitFollows: [GitFollow, GitFollowState];
  sites: [Site, SiteState];
  siteSections: [SiteSection, SiteSectionState];
  siteSectionGroups: [SiteSectionGroup, SiteSectionGroupState];
  siteExternalLinks: [SiteExternalLink, SiteExternalLinkState];
  siteSpaces: [SiteSpace, SiteSpaceState];
  siteCustomizations: [SiteCustomization, SiteCustomizationState];
  siteRedirects: [SiteRedirect, SiteRedirectState];
  siteMcpServers: [SiteMcpServer, SiteMcpServerState];
  customFonts: [CustomFont, CustomFontState];
  organizationImages: [OrganizationImage, OrganizationImageState];
  siteShareLinks: [ShareLink, ShareLinkState];
  sitePublishingAuths: [PublishingAuth, PublishingAuthState];
  siteAdaptiveSchemas: [AdaptiveSchema, AdaptiveSchemaState];
  comments: [Comment, CommentState];
  commentReplies: [CommentReply, CommentReplyState];
  samlProviders: [SamlProvider, SamlProviderState];
  samlIdentities: [SamlIdentity, SamlIdentityState];
  consumedTokens: [ConsumedToken, ConsumedTokenState];
  uploads: [Upload, UploadState];
  importRuns: [ImportRun, ImportRunState];
  importReports: [ImportReport, ImportReportState];
  openapiSpecs: [OpenAPISpec, OpenAPISpecState];
  openapiSpecVersions: [OpenAPISpecVersion, OpenAPISpecVersionState];
  credentials: [Credential, CredentialState];
  invites: [Invite, InviteState];
  translations: [Translation, TranslationState];
  pageReviews: [PageReview, PageReviewState];
  glossaryEntries: [GlossaryEntry, GlossaryEntryState];
  webhooks: [Webhook, WebhookState];
  webhookDeliveries: [WebhookDelivery, WebhookDeliveryState];
}

/** Reads of committed aggregates. */
export type Finders = { readonly [K in keyof Aggregates]: Finder<Aggregates[K][0], Aggregates[K][1]> };

/** Aggregates whose rows serve as locks. */
export type LockableKind = 'organizations' | 'sites' | 'gitSyncs' | 'comments' | 'users';

/** A repository for each kind of aggregate. */
export type Repositories = { readonly [K in keyof Aggregates]: Repository<Aggregates[K][0], Aggregates[K][1]> };

/** Unit of work of a command: all of it is stored, or nothing. */
export type Work = Omit<Repositories, 'changeRequests'> & {
  readonly branches: Branches;
  readonly changeRequests: ChangeRequests;
  readonly counters: Counters;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly mergeChecks: MergeChecks;
  readonly projectionBacklog: ProjectionBacklog;
  readonly siblings: SiblingReads;
  readonly spacePurger: SpacePurger;
  readonly tokenRevoker: TokenRevoker;
  readonly accountPurger: AccountPurger;
  readonly deliveryPurger: DeliveryPurger;
  readonly idempotentAnswers: IdempotentAnswers;
  /**
   * Locks an organization, site, Git sync, comment thread or user until the unit of work ends, for changes that span
   * it. Organizations are locked before users, several of one kind in the order of their ids.
   * @throws NotFound
   */
  lock(kind: LockableKind, id: Id): Promise<void>;
  /**
   * Locks a namespace of the instance until the unit of work ends, so that a name that is found to be free stays free.
   */
  lockNames(namespace: string): Promise<void>;
};

/**
 * Runs `task` as one transaction; events that aggregates recorded are stored with `context`.
 * @throws StaleWrite, Conflict
 */
export interface UnitOfWork {
  run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T>;
}

/** Reasons for which the database cannot serve a request that is itself correct. */
export type DatabaseFailure = 'unreachable' | 'busy' | 'too-slow' | 'locked' | 'read-only' | 'full' | 'unknown-outcome';

const DATABASE_FAILURES: Readonly<Record<DatabaseFailure, string>> = {
  unreachable: 'the database is unreachable at the moment; retry the request',
  busy: 'too many requests wait for the database; retry the request later',
  'too-slow': 'the database did not answer within the time limit; retry the request later',
  locked: 'another request holds the resource for too long; retry the request',
  'read-only': 'the database accepts no changes at the moment; retry the request later',
  full: 'the database has no space left; retry the request when the operator has made space',
  'unknown-outcome':
    'the connection to the database was lost while the change was being stored; read the resource before you retry the request',
};

/**
 * The database cannot serve the request. Nothing was stored, except that nobody knows for `unknown-outcome`. The message
 * is for the caller; `cause` is the error of the driver, for the log.
 */
export class DatabaseUnavailable extends Error {
  constructor(
    cause: unknown,
    readonly failure: DatabaseFailure = 'unreachable',
  ) {
    super(DATABASE_FAILURES[failure], { cause });
    this.name = 'DatabaseUnavailable';
  }
}
