import type { Archives } from '../../ports/archives.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Attempts } from '../../ports/attempts.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { BlockDocuments } from '../../ports/block-documents.ts';
import type { ChangeRequestInbox } from '../../ports/change-request-inbox.ts';
import type { ChangeRequestReads } from '../../ports/change-request-reads.ts';
import type { ClaimSigner } from '../../ports/claim-signer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Collector } from '../../ports/collector.ts';
import type { CommentReads } from '../../ports/comment-reads.ts';
import type { ComputedPages } from '../../ports/computed-pages.ts';
import type { ContentCache } from '../../ports/content-store.ts';
import type { DocumentSegments } from '../../ports/document-segments.ts';
import type { FileInspector } from '../../ports/file-inspector.ts';
import type { CommitSignature, GitRepositories } from '../../ports/git-repositories.ts';
import type { GrantReads } from '../../ports/grant-reads.ts';
import type { GuardedFetch } from '../../ports/guarded-fetch.ts';
import type { Ids } from '../../ports/ids.ts';
import type { LinkReads } from '../../ports/links.ts';
import type { LibraryReads } from '../../ports/library-reads.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { NameRecords } from '../../ports/name-records.ts';
import type { OneTimeCodes } from '../../ports/one-time-codes.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { MemberReads } from '../../ports/member-reads.ts';
import type { OpenAPIDocuments } from '../../ports/openapi-documents.ts';
import type { PageSources } from '../../ports/page-sources.ts';
import type { PushHooks } from '../../ports/push-hooks.ts';
import type { PeopleReads } from '../../ports/people-reads.ts';
import type { RepositoryFormat } from '../../ports/repository-format.ts';
import type { RepositoryWriter } from '../../ports/repository-writing.ts';
import type { ReviewReads } from '../../ports/review-reads.ts';
import type { Revisions } from '../../ports/revisions.ts';
import type { SamlProtocol } from '../../ports/saml-protocol.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { SearchReads } from '../../ports/search-reads.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { SiteReads } from '../../ports/site-reads.ts';
import type { Slugify } from '../../ports/slugify.ts';
import type { TeamReads } from '../../ports/team-reads.ts';
import type { Templates } from '../../ports/templates.ts';
import type { TokenSecrets } from '../../ports/token-secrets.ts';
import type { TranslationEngine } from '../../ports/translation-engine.ts';
import type { TranslationMemory } from '../../ports/translation-memory.ts';
import type { Finders } from '../../ports/unit-of-work.ts';
import type { VisitorTokens } from '../../ports/visitor-tokens.ts';
import type { WebImport } from '../../ports/web-import.ts';
import type { PageBlocks } from '../comments/page-blocks.ts';
import type { PageTrees } from '../content/page-trees.ts';
import type { PageViews } from '../content/page-views.ts';
import type { ContentLibrary } from '../sites/reader/content-library.ts';

/** Reads of what is committed, for queries and for what a command looks up before it locks. */
export interface Reads extends Finders {
  readonly people: PeopleReads;
  readonly membersOf: MemberReads;
  readonly teamsOf: TeamReads;
  readonly grantsOf: GrantReads;
  readonly audit: AuditLog;
  readonly library: LibraryReads;
  readonly changeRequestsOf: ChangeRequestReads;
  readonly inbox: ChangeRequestInbox;
  readonly reviewsOf: ReviewReads;
  readonly revisions: Revisions;
  readonly sitesOf: SiteReads;
  readonly commentsOf: CommentReads;
  readonly search: SearchReads;
  readonly links: LinkReads;
}

/** What use cases have from the world besides persistence. */
export interface Services {
  /** What our own addresses begin with, without a slash at the end. */
  readonly publicUrl: string;
  /** In bytes: what an uploaded file may have. */
  readonly limits: { readonly file: number };
  /** In milliseconds: after how long a Git server that could not be reached is asked again, the first time. */
  readonly gitRetryMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokens: TokenSecrets;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  readonly oneTimeCodes: OneTimeCodes;
  readonly attempts: Attempts;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly saml: SamlProtocol;
  readonly claims: ClaimSigner;
  readonly visitorTokens: VisitorTokens;
  readonly content: ContentCache;
  readonly collector: Collector;
  readonly pageTrees: PageTrees;
  readonly pageViews: PageViews;
  readonly siteContent: ContentLibrary;
  readonly pageBlocks: PageBlocks;
  readonly pageSources: PageSources;
  readonly blocks: BlockDocuments;
  readonly computedPages: ComputedPages;
  readonly blobs: BlobStore;
  readonly files: FileInspector;
  readonly slugify: Slugify;
  readonly web: GuardedFetch;
  readonly names: NameRecords;
  readonly webImport: WebImport;
  readonly openapiDocuments: OpenAPIDocuments;
  readonly templates: Templates;
  readonly segments: DocumentSegments;
  /** Without an engine, runs of translations fail and say so. */
  readonly translations: { readonly engine: TranslationEngine | undefined; readonly memory: TranslationMemory };
  readonly git: GitRepositories;
  readonly gitFormat: RepositoryFormat;
  readonly gitWriter: RepositoryWriter;
  /** Who commits are by, where the operator says so. */
  readonly gitIdentity: { readonly author?: CommitSignature; readonly committer?: CommitSignature };
  readonly pushHooks: PushHooks;
  readonly archives: Archives;
}
