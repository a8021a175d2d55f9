import { Grant } from '../../../domain/permissions/grant.ts';
import { ChangeRequest } from '../../../domain/change-requests/change-request.ts';
import { Collection } from '../../../domain/collections.ts';
import { Comment } from '../../../domain/comments/comment.ts';
import { CommentReply } from '../../../domain/comments/comment-reply.ts';
import { GitFollow } from '../../../domain/git/git-follow.ts';
import { GitSync } from '../../../domain/git/git-sync.ts';
import { Invite } from '../../../domain/invitations.ts';
import type { AggregateClass } from '../../../domain/kernel/aggregate.ts';
import { OpenAPISpecVersion } from '../../../domain/openapi-specs/openapi-spec-version.ts';
import { OpenAPISpec } from '../../../domain/openapi-specs/openapi-spec.ts';
import { EmailDomain } from '../../../domain/organizations/email-domain.ts';
import { Member } from '../../../domain/members.ts';
import { OrganizationKey } from '../../../domain/organizations/organization-key.ts';
import { Organization } from '../../../domain/organizations/organization.ts';
import { ReviewRequest } from '../../../domain/change-requests/review-request.ts';
import { Review } from '../../../domain/change-requests/review.ts';
import { Credential } from '../../../domain/sessions/credential.ts';
import { AdaptiveSchema } from '../../../domain/sites/audience/adaptive-schema.ts';
import { PublishingAuth } from '../../../domain/sites/audience/publishing-auth.ts';
import { ShareLink } from '../../../domain/sites/audience/share-link.ts';
import { Site } from '../../../domain/sites/site.ts';
import { SiteCustomization } from '../../../domain/sites/site-customization.ts';
import { OrganizationImage } from '../../../domain/organizations/organization-image.ts';
import { CustomFont } from '../../../domain/sites/custom-font.ts';
import { SiteMcpServer } from '../../../domain/sites/site-mcp-server.ts';
import { SiteRedirect } from '../../../domain/sites/site-redirect.ts';
import { SiteExternalLink } from '../../../domain/sites/structure/site-external-link.ts';
import { SiteSectionGroup } from '../../../domain/sites/structure/site-section-group.ts';
import { SiteSection } from '../../../domain/sites/structure/site-section.ts';
import { SiteSpace } from '../../../domain/sites/structure/site-space.ts';
import { Space } from '../../../domain/spaces.ts';
import { Team } from '../../../domain/teams/team.ts';
import { TeamMember } from '../../../domain/teams/team-member.ts';
import { SamlIdentity } from '../../../domain/sso/saml-identity.ts';
import { SamlProvider } from '../../../domain/sso/saml-provider.ts';
import { ConsumedToken } from '../../../domain/sso/consumed-token.ts';
import { GlossaryEntry } from '../../../domain/translations/glossary-entry.ts';
import { PageReview } from '../../../domain/translations/page-review.ts';
import { Translation } from '../../../domain/translations/translation.ts';
import { ImportReport } from '../../../domain/imports/import-report.ts';
import { ImportRun } from '../../../domain/imports/import-run.ts';
import { Upload } from '../../../domain/uploads.ts';
import { ApiToken } from '../../../domain/sessions/api-token.ts';
import { User } from '../../../domain/users.ts';
import { WebhookDelivery } from '../../../domain/webhooks/webhook-delivery.ts';
import { Webhook } from '../../../domain/webhooks/webhook.ts';
import type { Aggregates } from '../../../ports/kernel/unit-of-work.ts';

/** Class of each kind of aggregate. */
export const TYPES: { readonly [K in keyof Aggregates]: AggregateClass<Aggregates[K][0], Aggregates[K][1]> } = {
  users: User,
  apiTokens: ApiToken,
  organizations: Organization,
  members: Member,
  emailDomains: EmailDomain,
  organizationKeys: OrganizationKey,
  teams: Team,
  teamMembers: TeamMember,
  grants: Grant,
  collections: Collection,
  spaces: Space,
  changeRequests: ChangeRequest,
  reviews: Review,
  reviewRequests: ReviewRequest,
  gitSyncs: GitSync,
  gitFollows: GitFollow,
  sites: Site,
  siteSections: SiteSection,
  siteSectionGroups: SiteSectionGroup,
  siteExternalLinks: SiteExternalLink,
  siteSpaces: SiteSpace,
  siteCustomizations: SiteCustomization,
  siteRedirects: SiteRedirect,
  siteMcpServers: SiteMcpServer,
  customFonts: CustomFont,
  organizationImages: OrganizationImage,
  siteShareLinks: ShareLink,
  sitePublishingAuths: PublishingAuth,
  siteAdaptiveSchemas: AdaptiveSchema,
  comments: Comment,
  commentReplies: CommentReply,
  samlProviders: SamlProvider,
  samlIdentities: SamlIdentity,
  consumedTokens: ConsumedToken,
  uploads: Upload,
  importRuns: ImportRun,
  importReports: ImportReport,
  openapiSpecs: OpenAPISpec,
  openapiSpecVersions: OpenAPISpecVersion,
  credentials: Credential,
  invites: Invite,
  translations: Translation,
  pageReviews: PageReview,
  glossaryEntries: GlossaryEntry,
  webhooks: Webhook,
  webhookDeliveries: WebhookDelivery,
};
