import { ContainerModule, type ResolutionContext } from 'inversify';
import { zipLimitsFor } from '../adapters/archive/read-zip.ts';
import { ZipArchives } from '../adapters/archive/zip-archives.ts';
import { computedPagesByType } from '../adapters/computed-pages.ts';
import { NodeDnsResolver } from '../adapters/dns-resolver.ts';
import { gitPageSources } from '../adapters/git-format/git-page-sources.ts';
import { GitRepositoryFormat } from '../adapters/git-format/git-repository-format.ts';
import { GitRepositoryWriter } from '../adapters/git-format/write/git-repository-writer.ts';
import { pushWebhooks } from '../adapters/push-webhooks.ts';
import { standardWebhooks } from '../adapters/standard-webhooks.ts';
import { BUILD } from '../adapters/http/kernel/build.ts';
import { Readiness } from '../adapters/http/system/readiness.ts';
import { FolderTemplates } from '../adapters/folder-templates.ts';
import { disabledMailer, smtpMailer } from '../adapters/smtp-mailer.ts';
import { mediaFileInspector } from '../adapters/media-file-inspector.ts';
import { WorkerBlockDocuments } from '../adapters/block-documents/worker-block-documents.ts';
import { WorkerDocumentSegments } from '../adapters/document-segments/worker-document-segments.ts';
import { WorkerOpenAPIParser } from '../adapters/openapi/worker-openapi-parser.ts';
import { ScryptPasswords } from '../adapters/scrypt-passwords.ts';
import { totpCodes } from '../adapters/totp-codes.ts';
import { isQuick } from '../adapters/site/content/complexity.ts';
import { NodeSamlProtocol } from '../adapters/saml/node-saml-protocol.ts';
import { slugify } from '../adapters/slugify.ts';
import { AesSecretBox } from '../adapters/system/aes-secret-box.ts';
import { joseClaimSigner, joseVisitorTokens } from '../adapters/system/jose-tokens.ts';
import { systemClock, TimeOrderedIds } from '../adapters/system/ids-and-clock.ts';
import { HmacTextSigner, tokenSecrets } from '../adapters/system/secrets.ts';
import { WebsiteEmbeds } from '../adapters/website/website-embeds.ts';
import { WebDocumentConverter } from '../adapters/website/web-document-converter.ts';
import { WebsiteImporter } from '../adapters/website/website-importer.ts';
import { PageBlocks } from '../application/comments/page-blocks.ts';
import { divideCacheMemory } from '../application/content/cache-shares.ts';
import { PageTrees } from '../application/content/page-trees.ts';
import { PageViews } from '../application/content/page-views.ts';
import { OrganizationStorage } from '../application/uploads/organization-storage.ts';
import type { Services } from '../application/kernel/services.ts';
import { SpecDescriptions } from '../application/openapi-specs/spec-descriptions.ts';
import { OPENAPI_PAGES, OpenAPIPages } from '../application/openapi-specs/openapi-pages.ts';
import { PublishedContentCache } from '../application/sites/reader/published-content-cache.ts';
import { GeneratedPageSearch } from '../application/sites/reader/generated-page-search.ts';
import { ComputedOutlines } from '../application/sites/reader/computed-outlines.ts';
import { PageOperationsFinder } from '../application/sites/reader/page-operations.ts';
import { createBackups } from './backups.ts';
import { readinessChecks } from './readiness-checks.ts';
import { Tokens } from './tokens.ts';
import { createAnswerDesk, createTranslationEngine } from './engines.ts';
import { WorkerPools } from '../worker-pools.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import type { Backups, BackupRuns } from '../ports/instance.backups.ts';
import type { BlobStore } from '../ports/uploads.ts';
import { TEMPLATES } from '../packaged-files.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Creates the scheduled backups of the configuration, which an instance in memory cannot have. */
const scheduledBackups = (
  { config, secretKey, database }: RuntimeContext,
  blobs: BlobStore,
  runs: BackupRuns | undefined,
): Backups | undefined =>
  config.backups &&
  database &&
  runs &&
  createBackups(
    config.backups,
    { url: database.url, blobs, version: BUILD.version, secretKeyDigest: secretKeyDigest(secretKey) },
    runs,
  );

/** Parts of the services that are made before the container resolves anything. */
interface ServiceParts {
  readonly external: Pick<Services, 'blobs' | 'web' | 'git'>;
  readonly pools: WorkerPools;
  readonly blocks: WorkerBlockDocuments;
  readonly openapiDocuments: WorkerOpenAPIParser;
}
type Get = ResolutionContext['get'];

/** Binds the services of use cases and jobs that do not depend on the persistence. */
export const servicesModule = (context: RuntimeContext, external: ServiceParts['external']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { config, secretKey } = context;
    const pools = new WorkerPools(config, context.compiledModules);
    const openapiDocuments = new WorkerOpenAPIParser({
      reading: pools.specReading,
      checking: pools.specChecking,
      processing: pools.specProcessing,
    });
    const parts = { external, pools, blocks: new WorkerBlockDocuments(pools.texts, isQuick), openapiDocuments };
    bind(Tokens.WorkerPools).toConstantValue(pools);
    bind(Tokens.SpecDescriptions).toDynamicValue(
      ({ get }) => new SpecDescriptions(get(Tokens.Reads), external.blobs, openapiDocuments),
    );
    bind(Tokens.ComputedPages).toDynamicValue(({ get }) => {
      const openapiPages = new OpenAPIPages(get(Tokens.SpecDescriptions), slugify, baseUrlOf(context));
      return computedPagesByType(new Map([[OPENAPI_PAGES, openapiPages]]));
    });
    bind(Tokens.Readiness).toDynamicValue(({ get }) => {
      const log = get(Tokens.Log);
      const checked = { queue: get(Tokens.Queue), reads: get(Tokens.Reads), states: get(Tokens.InstanceStates) };
      return new Readiness(readinessChecks({ ...checked, blobs: external.blobs, secretKey }), {
        onFailure: (name, err) => log.warn({ component: 'readiness', err }, `the ${name} cannot be used`),
      });
    });
    bind(Tokens.Services).toDynamicValue(({ get }): Services => ({
      ...external,
      ...settings(context),
      ...systemServices(context),
      ...signInServices(context, get),
      ...storageServices(context, get, external.blobs),
      ...contentServices(context, get, parts),
      ...gitServices(context),
      ...publishingServices(get),
      ...importServices(parts),
      ...engineServices(context, get),
      webhookSigner: standardWebhooks,
    }));
  });

/** Returns the public URL without slashes at its end. */
const baseUrlOf = ({ publicUrl }: RuntimeContext): string => publicUrl.replace(/\/+$/, '');

/** Returns the settings that use cases and jobs read. */
const settings = (context: RuntimeContext) => ({
  publicUrl: baseUrlOf(context),
  limits: context.config.limits,
  organizationsPerUser: context.config.organizationsPerUser,
  gitRetryMs: context.config.gitRetryMs,
  insightsRetentionDays: context.config.insightsRetentionDays,
  webhookDeliveryDays: context.config.webhookDeliveryDays,
});

/** Creates the clock, ids, slugs, e-mail and name resolution. */
const systemServices = ({ config, clock }: RuntimeContext) => ({
  clock: clock ?? systemClock,
  ids: new TimeOrderedIds(clock && (() => Date.parse(clock.now()))),
  slugify,
  mailer: config.smtp === undefined ? disabledMailer : smtpMailer(config.smtp),
  dns: new NodeDnsResolver(config.dnsServers),
});

/** Creates the services for secrets, passwords, codes and tokens. */
const signInServices = ({ secretKey, passwordCost }: RuntimeContext, get: Get) => ({
  tokens: tokenSecrets,
  sealer: new HmacTextSigner(secretKey),
  secretBox: new AesSecretBox(secretKey),
  saml: new NodeSamlProtocol(),
  claims: joseClaimSigner,
  visitorTokens: joseVisitorTokens,
  passwords: new ScryptPasswords(passwordCost),
  oneTimeCodes: totpCodes,
  attempts: get(Tokens.RateLimiter),
});

/** Creates the services for stored files, archives and backups, and the checks of the instance. */
function storageServices(context: RuntimeContext, get: Get, blobs: BlobStore) {
  const { limits, organizationStorageBytes } = context.config;
  const storageUsage = get(Tokens.StorageUsage);
  return {
    storageUsage,
    organizationStorage: new OrganizationStorage(storageUsage, organizationStorageBytes),
    files: mediaFileInspector,
    archives: new ZipArchives(zipLimitsFor(limits.archive)),
    backups: scheduledBackups(context, blobs, get(Tokens.BackupRuns)),
    collector: get(Tokens.GarbageCollector),
    health: get(Tokens.Readiness),
  };
}

/** Creates the services for pages and their texts, with their caches. */
function contentServices({ config }: RuntimeContext, get: Get, { blocks, openapiDocuments, pools }: ServiceParts) {
  const cacheShares = divideCacheMemory(config.contentCacheBytes);
  const content = get(Tokens.Content);
  const computedPages = get(Tokens.ComputedPages);
  return {
    content,
    pageTrees: new PageTrees(content, cacheShares.pageTrees),
    pageViews: new PageViews(cacheShares.pageViews),
    siteContent: new PublishedContentCache(content, (cacheShares.sites * 3) / 4),
    pageSources: gitPageSources,
    blocks,
    pageBlocks: new PageBlocks(content, blocks),
    computedPages,
    computedOutlines: new ComputedOutlines(computedPages, slugify),
    textOperations: new PageOperationsFinder(get(Tokens.SpecDescriptions), { store: content }),
    generatedPageSearch: new GeneratedPageSearch(),
    openapiDocuments,
    segments: new WorkerDocumentSegments(pools.texts, isQuick),
    templates: new FolderTemplates(TEMPLATES),
  };
}

/** Creates the services for repositories, besides access to them. */
const gitServices = ({ config }: RuntimeContext) => ({
  gitFormat: new GitRepositoryFormat(slugify),
  gitWriter: new GitRepositoryWriter(slugify),
  gitIdentity: config.gitIdentity,
  pushHooks: pushWebhooks,
});

/** Returns the services for published sites. */
const publishingServices = (get: Get) => ({
  siteRenderer: get(Tokens.SiteRenderer),
  siteEvents: get(Tokens.SiteEvents),
});

/** Creates the services that read websites and documents of others. */
const importServices = ({ external, pools }: ServiceParts) => ({
  webImport: new WebsiteImporter(external.web, slugify, pools.websitePages),
  embeds: new WebsiteEmbeds(external.web, pools.websitePages),
  documentConverter: new WebDocumentConverter(pools.websitePages),
});

/** Creates the services that ask the configured engines for translations and answers. */
const engineServices = ({ config }: RuntimeContext, get: Get) => ({
  translations: { engine: createTranslationEngine(config), memory: get(Tokens.TranslationMemory) },
  answers: createAnswerDesk(config, get(Tokens.Log)),
});
