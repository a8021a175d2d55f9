import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { zipLimitsFor } from '../adapters/archive/read-zip.ts';
import { ZipArchives } from '../adapters/archive/zip-archives.ts';
import { computedPagesByType } from '../adapters/computed-pages.ts';
import { NodeDnsResolver } from '../adapters/dns-resolver.ts';
import { UndiciGuardedFetch } from '../adapters/fetch/undici-guarded-fetch.ts';
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
import { ChatAnswerEngine } from '../adapters/engines/chat-answer-engine.ts';
import { createEngine } from '../adapters/engines/create-engine.ts';
import { WebsiteEmbeds } from '../adapters/website/website-embeds.ts';
import { WebDocumentConverter } from '../adapters/website/web-document-converter.ts';
import { WebsiteImporter } from '../adapters/website/website-importer.ts';
import { AnswerDesk } from '../application/ask/answer-desk.ts';
import { PageBlocks } from '../application/comments/page-blocks.ts';
import { divideCacheMemory } from '../application/content/cache-shares.ts';
import { PageTrees } from '../application/content/page-trees.ts';
import { PageViews } from '../application/content/page-views.ts';
import { OrganizationStorage } from '../application/uploads/organization-storage.ts';
import type { Services } from '../application/kernel/services.ts';
import { SpecDescriptions } from '../application/openapi-specs/spec-descriptions.ts';
import { OPENAPI_PAGES, OpenAPIPages } from '../application/openapi-specs/openapi-pages.ts';
import { ContentLibrary } from '../application/sites/reader/content-library.ts';
import { GeneratedPageSearch } from '../application/sites/reader/generated-page-search.ts';
import { ComputedOutlines } from '../application/sites/reader/computed-outlines.ts';
import { PageOperationsFinder } from '../application/sites/reader/page-operations.ts';
import { createBackups } from './backups.ts';
import { readinessChecks } from './readiness-checks.ts';
import { Tokens } from './tokens.ts';
import type { Config } from '../config/config.ts';
import { WorkerPools } from '../worker-pools.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import type { Backups, BackupRuns } from '../ports/instance.backups.ts';
import type { BlobStore } from '../ports/uploads.ts';
import type { AnswerEngineError } from '../ports/ask.ts';
import type { TranslationEngine } from '../ports/translations/translation-engine.ts';
import { TEMPLATES } from '../packaged-files.ts';
import type { RuntimeContext } from './runtime-context.ts';

/**
 * Creates the configured translation engine, which may be at any address and follows no redirects; undefined if none is
 * configured.
 */
function createTranslationEngine({ translation, allowPrivateNetworks }: Config): TranslationEngine | undefined {
  if (translation === undefined) return undefined;
  return createEngine(translation, engineFetch(allowPrivateNetworks, translation.url));
}

/** Creates the fetch for the engine at a URL, which the operator trusts at any address. */
const engineFetch = (allowPrivateNetworks: Config['allowPrivateNetworks'], url: string | undefined) =>
  new UndiciGuardedFetch({
    allowPrivateNetworks,
    trustedOrigins: url === undefined ? [] : [new URL(url).origin],
    userAgent: 'Quire',
  });

/** Creates the desk with the configured answer engine, whose failures are logged for the operator. */
function createAnswerDesk({ ask, allowPrivateNetworks }: Config, log: Logger): AnswerDesk {
  const { model, url, key } = ask;
  const address = {
    web: engineFetch(allowPrivateNetworks, url),
    url,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  };
  const onFailure = ({ reason }: AnswerEngineError): void => log.warn({ reason }, 'the answer engine failed');
  return new AnswerDesk(model === undefined ? undefined : new ChatAnswerEngine(address, model, onFailure), ask);
}

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

/** Binds the services of use cases and jobs that do not depend on the persistence. */
export const servicesModule = (
  context: RuntimeContext,
  external: Pick<Services, 'blobs' | 'web' | 'git'>,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { config, publicUrl, secretKey, clock, passwordCost } = context;
    const pools = new WorkerPools(config);
    const openapiDocuments = new WorkerOpenAPIParser({
      reading: pools.specReading,
      checking: pools.specChecking,
      processing: pools.specProcessing,
    });
    const blocks = new WorkerBlockDocuments(pools.texts, isQuick);
    bind(Tokens.WorkerPools).toConstantValue(pools);
    bind(Tokens.DescribedSpecs).toDynamicValue(
      ({ get }) => new SpecDescriptions(get(Tokens.Reads), external.blobs, openapiDocuments),
    );
    bind(Tokens.ComputedPages).toDynamicValue(({ get }) => {
      const openapiPages = new OpenAPIPages(get(Tokens.DescribedSpecs), slugify, publicUrl.replace(/\/+$/, ''));
      return computedPagesByType(new Map([[OPENAPI_PAGES, openapiPages]]));
    });
    bind(Tokens.Readiness).toDynamicValue(({ get }) => {
      const log = get(Tokens.Log);
      const parts = { queue: get(Tokens.Queue), reads: get(Tokens.Reads), states: get(Tokens.InstanceStates) };
      return new Readiness(readinessChecks({ ...parts, blobs: external.blobs, secretKey }), {
        onFailure: (name, err) => log.warn({ component: 'readiness', err }, `the ${name} cannot be used`),
      });
    });
    bind(Tokens.Services).toDynamicValue(({ get }): Services => {
      const cacheShares = divideCacheMemory(config.contentCacheBytes);
      const content = get(Tokens.Content);
      const storedBytes = get(Tokens.StoredBytes);
      const computedPages = get(Tokens.ComputedPages);
      return {
        ...external,
        publicUrl: publicUrl.replace(/\/+$/, ''),
        limits: config.limits,
        storageUsage: storedBytes,
        health: get(Tokens.Readiness),
        organizationStorage: new OrganizationStorage(storedBytes, config.organizationStorageBytes),
        organizationsPerUser: config.organizationsPerUser,
        gitRetryMs: config.gitRetryMs,
        clock: clock ?? systemClock,
        ids: new TimeOrderedIds(clock && (() => Date.parse(clock.now()))),
        tokens: tokenSecrets,
        sealer: new HmacTextSigner(secretKey),
        secretBox: new AesSecretBox(secretKey),
        saml: new NodeSamlProtocol(),
        claims: joseClaimSigner,
        visitorTokens: joseVisitorTokens,
        passwords: new ScryptPasswords(passwordCost),
        oneTimeCodes: totpCodes,
        attempts: get(Tokens.RateLimiter),
        mailer: config.smtp === undefined ? disabledMailer : smtpMailer(config.smtp),
        files: mediaFileInspector,
        content,
        collector: get(Tokens.GarbageCollector),
        pageTrees: new PageTrees(content, cacheShares.pageTrees),
        pageViews: new PageViews(cacheShares.pageViews),
        siteContent: new ContentLibrary(content, (cacheShares.sites * 3) / 4),
        pageSources: gitPageSources,
        blocks,
        computedPages,
        computedOutlines: new ComputedOutlines(computedPages, slugify),
        textOperations: new PageOperationsFinder(get(Tokens.DescribedSpecs), { store: content }),
        siteRenderer: get(Tokens.SiteRenderer),
        generatedPageSearch: new GeneratedPageSearch(),
        pageBlocks: new PageBlocks(content, blocks),
        slugify,
        gitFormat: new GitRepositoryFormat(slugify),
        gitWriter: new GitRepositoryWriter(slugify),
        gitIdentity: config.gitIdentity,
        pushHooks: pushWebhooks,
        siteEvents: get(Tokens.SiteEvents),
        insightsRetentionDays: config.insightsRetentionDays,
        webhookSigner: standardWebhooks,
        webhookDeliveryDays: config.webhookDeliveryDays,
        archives: new ZipArchives(zipLimitsFor(config.limits.archive)),
        backups: scheduledBackups(context, external.blobs, get(Tokens.BackupRuns)),
        openapiDocuments,
        webImport: new WebsiteImporter(external.web, slugify, pools.websitePages),
        embeds: new WebsiteEmbeds(external.web, pools.websitePages),
        documentConverter: new WebDocumentConverter(pools.websitePages),
        templates: new FolderTemplates(TEMPLATES),
        segments: new WorkerDocumentSegments(pools.texts, isQuick),
        translations: { engine: createTranslationEngine(config), memory: get(Tokens.TranslationMemory) },
        answers: createAnswerDesk(config, get(Tokens.Log)),
        names: new NodeDnsResolver(config.dnsServers),
      };
    });
  });
