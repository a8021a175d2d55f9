import type { Backups } from '../../ports/instance.backups.ts';
import type { InstanceHealth } from '../../ports/instance.ts';
import type { UploadLimits } from '../../domain/uploads.ts';
import type { Archives } from '../../ports/imports/archives.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { RateLimiter, OneTimeCodes, PasswordHasher, TokenSecrets } from '../../ports/sessions.ts';
import type { BlobStore, FileInspector, StorageUsage } from '../../ports/uploads.ts';
import type { BlockDocuments } from '../../ports/content/block-documents.ts';
import type { ChangeRequestInbox } from '../../ports/change-requests/change-request-inbox.ts';
import type { ChangeRequestReads } from '../../ports/change-requests/change-request-reads.ts';
import type { ClaimSigner, VisitorTokenVerifier } from '../../ports/sites/visitor-tokens.ts';
import type { Clock } from '../../ports/kernel/clock.ts';
import type { GarbageCollector } from '../../ports/garbage-collection.ts';
import type { CommentReads } from '../../ports/comments.ts';
import type { ComputedPages } from '../../ports/content/computed-pages.ts';
import type { Embeds } from '../../ports/content/embeds.ts';
import type { ContentCache } from '../../ports/content/content-store.ts';
import type { DocumentConverter } from '../../ports/imports/document-converter.ts';
import type { DocumentSegmenter } from '../../ports/translations/document-segments.ts';
import type { CommitSignature, GitRepositories } from '../../ports/git/git-repositories.ts';
import type { GrantReads } from '../../ports/permissions.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { JobReads } from '../../ports/kernel/jobs.ts';
import type { LinkReads } from '../../ports/links.ts';
import type { SpaceReads } from '../../ports/spaces.ts';
import type { Mailer } from '../../ports/kernel/mailer.ts';
import type { DnsResolver } from '../../ports/kernel/dns-resolver.ts';
import type { MemberReads } from '../../ports/members.ts';
import type { OpenAPIParser } from '../../ports/openapi-specs.ts';
import type { PageParser } from '../../ports/imports/page-sources.ts';
import type { PushWebhooks } from '../../ports/git/push-hooks.ts';
import type { UserReads } from '../../ports/users.ts';
import type { RepositoryFormat } from '../../ports/git/repository-format.ts';
import type { RepositoryWriter } from '../../ports/git/repository-writing.ts';
import type { ReviewReads } from '../../ports/change-requests/review-reads.ts';
import type { Revisions } from '../../ports/content/revisions.ts';
import type { SamlProtocol } from '../../ports/sso.ts';
import type { SecretBox, TextSigner } from '../../ports/kernel/secret-box.ts';
import type { SearchReads } from '../../ports/search.ts';
import type { SiteReads } from '../../ports/sites/site-reads.ts';
import type { SiteRenderer } from '../../ports/sites/site-renderer.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import type { TeamReads } from '../../ports/teams.ts';
import type { Templates } from '../../ports/templates.ts';
import type { TranslationEngine } from '../../ports/translations/translation-engine.ts';
import type { TranslationMemory } from '../../ports/translations/translation-memory.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import type { SiteEvents } from '../../ports/insights.ts';
import type { WebhookSigner } from '../../ports/webhooks.ts';
import type { WebImporter } from '../../ports/imports/web-import.ts';
import type { AnswerDesk } from '../ask/answer-desk.ts';
import type { OrganizationStorage } from '../uploads/organization-storage.ts';
import type { PageBlocks } from '../comments/page-blocks.ts';
import type { PageTrees } from '../content/page-trees.ts';
import type { PageViews } from '../content/page-views.ts';
import type { ComputedOutlines } from '../sites/reader/computed-outlines.ts';
import type { PublishedContentCache } from '../sites/reader/published-content-cache.ts';
import type { GeneratedPageSearch } from '../sites/reader/generated-page-search.ts';
import type { TextOperationsFinder } from '../content/text-operations.ts';

/** Reads of what is committed, for queries and for what a command looks up before it locks. */
export interface Reads extends Finders {
  readonly usersOf: UserReads;
  readonly membersOf: MemberReads;
  readonly teamsOf: TeamReads;
  readonly grantsOf: GrantReads;
  readonly audit: AuditLog;
  readonly spacesOf: SpaceReads;
  readonly changeRequestsOf: ChangeRequestReads;
  readonly inbox: ChangeRequestInbox;
  readonly jobs: JobReads;
  readonly reviewsOf: ReviewReads;
  readonly revisions: Revisions;
  readonly sitesOf: SiteReads;
  readonly commentsOf: CommentReads;
  readonly search: SearchReads;
  readonly links: LinkReads;
}

/** Services of use cases and jobs, besides persistence. */
export interface Services {
  /** Base of the instance's own URLs, without a slash at the end. */
  readonly publicUrl: string;
  /** Limits of uploads. */
  readonly limits: UploadLimits;
  /** Organizations that one user may administer when creating another; 0: no limit. */
  readonly organizationsPerUser: number;
  /** Delay before the first retry after a Git server could not be reached, in milliseconds. */
  readonly gitRetryMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokens: TokenSecrets;
  readonly sealer: TextSigner;
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  readonly attempts: RateLimiter;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly saml: SamlProtocol;
  readonly claims: ClaimSigner;
  readonly visitorTokens: VisitorTokenVerifier;
  readonly content: ContentCache;
  readonly collector: GarbageCollector;
  readonly pageTrees: PageTrees;
  readonly pageViews: PageViews;
  readonly siteContent: PublishedContentCache;
  readonly pageBlocks: PageBlocks;
  readonly pageSources: PageParser;
  readonly blocks: BlockDocuments;
  readonly computedPages: ComputedPages;
  readonly computedOutlines: ComputedOutlines;
  readonly textOperations: TextOperationsFinder;
  readonly siteRenderer: Pick<SiteRenderer, 'renderFragment'>;
  readonly generatedPageSearch: GeneratedPageSearch;
  readonly blobs: BlobStore;
  /** Bytes that the instance stores. */
  readonly storageUsage: Pick<StorageUsage, 'overview'>;
  readonly health: InstanceHealth;
  /** Stores files within the limit of their organization. */
  readonly organizationStorage: OrganizationStorage;
  readonly files: FileInspector;
  readonly slugify: Slugify;
  readonly web: GuardedFetch;
  readonly dns: DnsResolver;
  readonly webImport: WebImporter;
  readonly embeds: Embeds;
  readonly documentConverter: DocumentConverter;
  readonly openapiDocuments: OpenAPIParser;
  readonly templates: Templates;
  readonly segments: DocumentSegmenter;
  /** Without an engine, runs of translations fail and say so. */
  readonly translations: { readonly engine: TranslationEngine | undefined; readonly memory: TranslationMemory };
  readonly answers: AnswerDesk;
  readonly git: GitRepositories;
  readonly gitFormat: RepositoryFormat;
  readonly gitWriter: RepositoryWriter;
  /** Who commits are by, where the operator says so. */
  readonly gitIdentity: { readonly author?: CommitSignature; readonly committer?: CommitSignature };
  readonly pushHooks: PushWebhooks;
  readonly siteEvents: SiteEvents;
  /** Days for which events of visitors of sites are kept. */
  readonly insightsRetentionDays: number;
  readonly webhookSigner: WebhookSigner;
  /** Days for which deliveries of webhooks are kept. */
  readonly webhookDeliveryDays: number;
  readonly archives: Archives;
  /** Undefined without scheduled backups. */
  readonly backups: Backups | undefined;
}

export type ServiceName = keyof Services;

/** The services of these names, and no others. */
export function servicesFor<N extends ServiceName>(
  needs: readonly N[] | undefined,
  services: Services,
): Pick<Services, N> {
  const named = (needs ?? []).map((name) => [name, services[name]]);
  return Object.fromEntries(named) as Pick<Services, N>;
}
