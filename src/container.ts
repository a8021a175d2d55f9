import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Container, ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { zipLimitsFor } from './adapters/archive/read-zip.ts';
import { ZipArchives } from './adapters/archive/zip-archives.ts';
import { computedPagesByType } from './adapters/computed-pages.ts';
import { CachedContentStore } from './adapters/cached-content-store.ts';
import { NodeDnsResolver } from './adapters/dns-resolver.ts';
import { UndiciGuardedFetch } from './adapters/fetch/undici-guarded-fetch.ts';
import { ProgramGitRepositories } from './adapters/git/program-git-repositories.ts';
import { gitPageSources } from './adapters/git-format/git-page-sources.ts';
import { GitRepositoryFormat } from './adapters/git-format/git-repository-format.ts';
import { GitRepositoryWriter } from './adapters/git-format/write/git-repository-writer.ts';
import { pushWebhooks } from './adapters/push-webhooks.ts';
import { standardWebhooks } from './adapters/standard-webhooks.ts';
import { BodyMemory } from './adapters/http/kernel/body-memory.ts';
import { CompressedAnswers } from './adapters/http/kernel/compressed-answers.ts';
import { RequestGate } from './adapters/http/kernel/request-gate.ts';
import { WorkloadPlaces } from './adapters/http/kernel/workload-places.ts';
import { Links } from './adapters/http/kernel/links.ts';
import { appHandlers } from './adapters/http/app/app.handlers.ts';
import { fileHandlers } from './adapters/http/content/files.handlers.ts';
import { gitHookHandlers } from './adapters/http/git/git-hooks.handlers.ts';
import { healthHandlers } from './adapters/http/system/health.handlers.ts';
import { openapiSpecHandlers } from './adapters/http/openapi-specs.handlers.ts';
import { archiveHandlers } from './adapters/http/imports/archives.handlers.ts';
import { BUILD } from './adapters/http/kernel/build.ts';
import { mcpHandlers } from './adapters/http/mcp/mcp.handlers.ts';
import { pdfHandlers } from './adapters/http/pdf.handlers.ts';
import { ROUTES } from './adapters/http/routes.ts';
import { Readiness } from './adapters/http/system/readiness.ts';
import { referenceHandlers } from './adapters/http/system/reference.handlers.ts';
import { robotsHandlers } from './adapters/http/system/robots.handlers.ts';
import { samlHandlers } from './adapters/http/sso.handlers.ts';
import { FileSender } from './adapters/http/kernel/web/send-file.ts';
import { imageHandlers } from './adapters/http/organizations.images.handlers.ts';
import { fontHandlers } from './adapters/http/sites/fonts.handlers.ts';
import { hostedSites, siteHandlers } from './adapters/http/sites/sites.handlers.ts';
import { sessionCookie } from './adapters/http/sessions/session-cookie.ts';
import { accountPages } from './adapters/http/sessions/account.pages.ts';
import { invitationPages } from './adapters/http/invitations.pages.ts';
import { signInPages } from './adapters/http/sessions/sign-in.pages.ts';
import { pageStyleHandler, webPages } from './adapters/http/kernel/web/web-pages.ts';
import { uploadHandlers } from './adapters/http/uploads.handlers.ts';
import { FolderFiles, FolderTemplates } from './adapters/folder-templates.ts';
import { disabledMailer, smtpMailer } from './adapters/smtp-mailer.ts';
import { mediaFileInspector } from './adapters/media-file-inspector.ts';
import { WorkerBlockDocuments } from './adapters/block-documents/worker-block-documents.ts';
import { WorkerDocumentSegments } from './adapters/document-segments/worker-document-segments.ts';
import { createLogger } from './adapters/log.ts';
import { JobMetrics } from './adapters/metrics/job-metrics.ts';
import { Metrics } from './adapters/metrics/metrics.ts';
import { DrawnPreviewPictures } from './adapters/pdf/drawn-preview-pictures.ts';
import { ProcessPdfRenderer } from './adapters/pdf/process-pdf-renderer.ts';
import { WorkerOpenAPIParser } from './adapters/openapi/worker-openapi-parser.ts';
import type { Database } from './adapters/persistence/mikro-orm/kernel/database.ts';
import { ScryptPasswords } from './adapters/scrypt-passwords.ts';
import { TracedApplication } from './adapters/telemetry/traced-application.ts';
import { TracedFetch } from './adapters/telemetry/traced-fetch.ts';
import { totpCodes } from './adapters/totp-codes.ts';
import { isQuick } from './adapters/site/content/complexity.ts';
import { WorkerSiteRenderer } from './adapters/site/worker-site-renderer.ts';
import { NodeSamlProtocol } from './adapters/saml/node-saml-protocol.ts';
import { slugify } from './adapters/slugify.ts';
import { SharpScaledImages } from './adapters/storage/sharp-scaled-images.ts';
import { DiskRenderedFiles } from './adapters/storage/disk-rendered-files.ts';
import { AesSecretBox } from './adapters/system/aes-secret-box.ts';
import { joseClaimSigner, joseVisitorTokens } from './adapters/system/jose-tokens.ts';
import { systemClock, TimeOrderedIds } from './adapters/system/ids-and-clock.ts';
import { HmacTextSigner, tokenSecrets } from './adapters/system/secrets.ts';
import { ChatAnswerEngine } from './adapters/engines/chat-answer-engine.ts';
import { createEngine } from './adapters/engines/create-engine.ts';
import { FetchedEmbedPictures } from './adapters/website/fetched-embed-pictures.ts';
import { WebsiteEmbeds } from './adapters/website/website-embeds.ts';
import { WebDocumentConverter } from './adapters/website/web-document-converter.ts';
import { WebsiteImporter } from './adapters/website/website-importer.ts';
import { AnswerDesk } from './application/ask/answer-desk.ts';
import { PageBlocks } from './application/comments/page-blocks.ts';
import { divideCacheMemory } from './application/content/cache-shares.ts';
import { PageTrees } from './application/content/page-trees.ts';
import { PageViews } from './application/content/page-views.ts';
import { OrganizationStorage } from './application/uploads/organization-storage.ts';
import { openFileLink } from './application/content/file-links.ts';
import { expectsPush, receivePush } from './application/git/follow/receive-push.ts';
import { JOB_KINDS } from './application/instance.jobs.ts';
import { Application } from './application/kernel/application.ts';
import { ObservedUnitOfWork } from './application/kernel/observed-unit-of-work.ts';
import { JobRunner } from './application/kernel/job-runner.ts';
import type { Services } from './application/kernel/services.ts';
import { JOBS } from './application/system/jobs.ts';
import { SpecDescriptions } from './application/openapi-specs/spec-descriptions.ts';
import { OPENAPI_PAGES, OpenAPIPages } from './application/openapi-specs/openapi-pages.ts';
import { openSpecLink, findPublicSpec } from './application/openapi-specs/spec-links.ts';
import { openArchiveLink } from './application/imports/archive-links.ts';
import { writeArchive } from './application/imports/write-archive.ts';
import { BookOperations } from './application/pdf/book-operations.ts';
import { openPdfLink } from './application/pdf/pdf-links.ts';
import { PdfCache } from './application/pdf/pdf-cache.ts';
import { ContentLibrary } from './application/sites/reader/content-library.ts';
import { GeneratedPageSearch } from './application/sites/reader/generated-page-search.ts';
import { ComputedOutlines } from './application/sites/reader/computed-outlines.ts';
import { EmbedPreviews } from './application/sites/reader/embed-previews.ts';
import { PageOperationsFinder } from './application/sites/reader/page-operations.ts';
import { PublishedSites } from './application/sites/reader/published-sites.ts';
import { ReadingFigures } from './application/insights.reading-figures.ts';
import { RecentVisits } from './application/sites/reader/recent-visits.ts';
import { SiteVisits } from './application/sites/reader/site-visits.ts';
import { ContentTokens } from './application/sites/audience/content-tokens.ts';
import { VisitorIdentifier } from './application/sites/audience/visitors.ts';
import { receiveUpload } from './application/uploads/receive-upload.ts';
import { openUploadLink } from './application/uploads/upload-links.ts';
import { createBackups } from './composition/backups.ts';
import { readinessChecks } from './composition/readiness-checks.ts';
import { openBlobStore } from './composition/blob-store.ts';
import { memoryModule } from './composition/memory.ts';
import { postgresqlModule } from './composition/postgresql.ts';
import { Tokens } from './composition/tokens.ts';
import type { Config } from './config.ts';
import { WorkerPools } from './worker-pools.ts';
import { SiteUrls } from './domain/sites/site-urls.ts';
import { secretKeyDigest } from './adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import type { Backups, BackupRuns } from './ports/instance.backups.ts';
import type { BlobStore } from './ports/uploads.ts';
import type { Clock } from './ports/kernel/clock.ts';
import type { JobExecution } from './ports/kernel/jobs.ts';
import type { AnswerEngineError } from './ports/ask.ts';
import type { Tracer } from './ports/kernel/tracer.ts';
import type { TranslationEngine } from './ports/translations/translation-engine.ts';

/** Facts about the instance that are known when it starts. */
export interface RuntimeContext {
  readonly config: Config;
  /** Directory for Git operations, of this process alone. */
  readonly gitDirectory: string;
  readonly publicUrl: string;
  readonly secretKey: string;
  /** Open database; absent for storage in memory. */
  readonly database?: { readonly open: Database; readonly url: string; readonly embedded: boolean };
  /** Cost of password hashes as a power of two; set by tests only, which create many. */
  readonly passwordCost?: number | undefined;
  /** Clock of tests. */
  readonly clock?: Clock | undefined;
  /** Reports whether the instance is shutting down. */
  readonly isDraining: () => boolean;
  /** Records traces; absent: none. */
  readonly tracer?: Tracer | undefined;
}

/** User guide of Quire, at the same relative path from src and from dist. */
const GUIDE = fileURLToPath(new URL('../docs/guide', import.meta.url));

/** The OpenAPI document, as `npm run openapi` writes it; the same from src and from dist. */
const API_DOCUMENT = fileURLToPath(new URL('../openapi.json', import.meta.url));

/** Module of the PDF thread, beside this one: a TypeScript file or its compiled form. */
const PDF_WORKER = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url);
const IMAGE_FILES = { maxBytes: 1024 * 1024 * 1024, maxAgeMs: 30 * 24 * 60 * 60 * 1000 };
const PDF_FILES = { maxBytes: 1024 * 1024 * 1024, maxAgeMs: 24 * 60 * 60 * 1000 };

/** Page templates, at the same relative path from src and from dist. */
const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/** Creates the container, the only place that selects the adapter of each port, by the configuration. */
export async function createContainer(context: RuntimeContext): Promise<Container> {
  const { database } = context;
  const container = new Container({ defaultScope: 'Singleton' });
  const blobs = await openBlobStore(context.config);
  const guarded = new UndiciGuardedFetch({
    allowPrivateNetworks: context.config.allowPrivateNetworks,
    userAgent: 'Quire',
  });
  const web = context.tracer === undefined ? guarded : new TracedFetch(guarded, context.tracer);
  const cached = {
    pdf: await DiskRenderedFiles.open(join(context.config.dataDir, 'pdf'), PDF_FILES),
    images: await DiskRenderedFiles.open(join(context.config.dataDir, 'images'), IMAGE_FILES),
  };
  const { gitProtocols: protocols, gitFileRoots: fileRoots } = context.config;
  const git = await ProgramGitRepositories.open({
    dir: context.gitDirectory,
    web,
    protocols,
    fileRoots,
  });
  await container.load(
    coreModule(context, cached),
    servicesModule(context, { blobs, web, git }),
    database === undefined
      ? memoryModule(context.clock)
      : postgresqlModule(database.open, database.url, database.embedded),
  );
  return container;
}

/** Files that can be rendered again. */
interface CachedFiles {
  readonly pdf: DiskRenderedFiles;
  readonly images: DiskRenderedFiles;
}

const coreModule = ({ config, publicUrl, isDraining, tracer }: RuntimeContext, cached: CachedFiles): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const session = sessionCookie(publicUrl);
    bind(Tokens.SessionCookie).toConstantValue(session);
    bind(Tokens.Config).toConstantValue(config);
    bind(Tokens.Log).toConstantValue(createLogger(config.logLevel, undefined, tracer && (() => tracer.current())));
    const bodyMemory = new BodyMemory(config.bodyMemory.total, config.bodyMemory.perCaller);
    const places = new WorkloadPlaces(config.databaseConnections);
    bind(Tokens.RequestGate).toResolvedValue((limits) => new RequestGate(limits, places), [Tokens.RequestLimits]);
    bind(Tokens.BodyMemory).toConstantValue(bodyMemory);
    bind(Tokens.CompressedAnswers).toConstantValue(
      new CompressedAnswers(divideCacheMemory(config.contentCacheBytes).answers),
    );
    bind(Tokens.Links).toConstantValue(new Links(publicUrl));
    bind(Tokens.Content).toResolvedValue(
      (stored) => new CachedContentStore(stored, { maxBytes: divideCacheMemory(config.contentCacheBytes).objects }),
      [Tokens.StoredContent],
    );
    bind(Tokens.Application).toResolvedValue(
      (access, work, reads, services) => {
        const parts = [access, work, reads, services, new ContentTokens({ ...services, read: reads })] as const;
        return tracer === undefined ? new Application(...parts) : new TracedApplication(tracer, ...parts);
      },
      [Tokens.CallerResolver, Tokens.UnitOfWork, Tokens.Reads, Tokens.Services],
    );
    bind(Tokens.JobRunner).toResolvedValue(
      (work, reads, services) => new JobRunner(JOBS, work, reads, services),
      [Tokens.UnitOfWork, Tokens.Reads, Tokens.Services],
    );
    bind(Tokens.JobMetrics).toConstantValue(new JobMetrics(JOB_KINDS));
    bind(Tokens.LazyJobRunner).toDynamicValue(({ get }) => () => {
      const runner = get(Tokens.JobRunner);
      return tracer === undefined
        ? runner
        : {
            run: (job) => traceJob(tracer, job, () => runner.run(job)),
            abandon: (job, reason) => runner.abandon(job, reason),
          };
    });
    bind(Tokens.WelcomeContent).toConstantValue(FolderFiles.open(GUIDE));
    bind(Tokens.HttpHandlers).toResolvedValue(
      (
        readiness,
        reads,
        metrics,
        services,
        sender,
        sites,
        pdfs,
        unitOfWork,
        application,
        operations,
        links,
        gate,
        log,
        figures,
        pictures,
        embedPictures,
        renderer,
      ) => [
        ...healthHandlers({
          readiness,
          draining: isDraining,
          metrics: () => metrics.render(),
          metricsToken: config.metricsToken,
          hasMetricsPort: config.metricsPort !== undefined,
          proxies: config.trustProxy,
        }),
        ...referenceHandlers(API_DOCUMENT),
        ...robotsHandlers(),
        ...appHandlers(session, renderer),
        pageStyleHandler,
        ...webPages(
          [
            ...signInPages({ application, session, mail: services.mailer.configured }),
            ...accountPages({ application, session }),
            ...invitationPages({ application, session }),
          ],
          { publicUrl, sealer: services.sealer, session, bodyMemory },
        ),
        ...samlHandlers({
          application,
          publicUrl: services.publicUrl,
          sealer: services.sealer,
          clock: services.clock,
          session,
          bodyMemory,
        }),
        ...fileHandlers({
          open: (sealed) => openFileLink({ sealer: services.sealer, read: reads }, sealed, services.clock.now()),
          sender,
        }),
        ...uploadHandlers({
          open: (sealed) => openUploadLink({ sealer: services.sealer, read: reads }, sealed, services.clock.now()),
          receive: (upload, bytes, requestId) =>
            receiveUpload({ ...services, unitOfWork, read: reads }, upload, bytes, requestId),
        }),
        ...openapiSpecHandlers({
          open: (sealed) => openSpecLink({ sealer: services.sealer, read: reads }, sealed, services.clock.now()),
          published: (organizationId, slug) => findPublicSpec({ read: reads }, organizationId, slug),
          blobs: services.blobs,
        }),
        ...gitHookHandlers({
          isSigned: (headers) => services.pushHooks.isSigned(headers),
          expects: (spaceId) => expectsPush({ read: reads, clock: services.clock }, spaceId),
          bodyMemory,
          receive: (spaceId, delivery, requestId) =>
            receivePush({ ...services, read: reads, unitOfWork }, spaceId, delivery, requestId),
        }),
        ...archiveHandlers({
          open: (sealed) => openArchiveLink({ sealer: services.sealer, read: reads }, sealed, services.clock.now()),
          write: (linked) => writeArchive(services, linked),
        }),
        ...pdfHandlers({
          open: (sealed) => openPdfLink({ ...services, read: reads, operations }, sealed, services.clock.now()),
          cache: pdfs,
        }),
        ...siteHandlers({
          sites,
          sender,
          figures,
          pdfs,
          pictures,
          embedPictures,
          bodyMemory,
          gate,
          version: BUILD.version,
          log,
        }),
        ...fontHandlers(reads, sender),
        ...imageHandlers(reads, sender),
        ...mcpHandlers({
          routes: ROUTES,
          application,
          sealer: services.sealer,
          links,
          gate,
          bodyMemory,
          maxBytes: config.limits.contentBody,
          version: BUILD.version,
          log,
        }),
      ],
      [
        Tokens.Readiness,
        Tokens.Reads,
        Tokens.Metrics,
        Tokens.Services,
        Tokens.FileSender,
        Tokens.SiteVisits,
        Tokens.PdfCache,
        Tokens.UnitOfWork,
        Tokens.Application,
        Tokens.BookOperations,
        Tokens.Links,
        Tokens.RequestGate,
        Tokens.Log,
        Tokens.ReadingFigures,
        Tokens.PreviewPictures,
        Tokens.EmbedPictures,
        Tokens.SiteRenderer,
      ],
    );
    bind(Tokens.HostedSites).toResolvedValue(
      (sites, sender, figures, pdfs, pictures, embedPictures, gate, log) =>
        hostedSites(
          { sites, sender, figures, pdfs, pictures, embedPictures, bodyMemory, gate, version: BUILD.version, log },
          new URL(publicUrl).hostname,
        ),
      [
        Tokens.SiteVisits,
        Tokens.FileSender,
        Tokens.ReadingFigures,
        Tokens.PdfCache,
        Tokens.PreviewPictures,
        Tokens.EmbedPictures,
        Tokens.RequestGate,
        Tokens.Log,
      ],
    );
    bind(Tokens.ReadingFigures).toResolvedValue((services) => new ReadingFigures(services), [Tokens.Services]);
    bind(Tokens.BookOperations).toResolvedValue(
      (describedSpecs) => new BookOperations(describedSpecs),
      [Tokens.DescribedSpecs],
    );
    bind(Tokens.PdfCache).toResolvedValue(
      ({ blobs }) => new PdfCache(new ProcessPdfRenderer({ entry: PDF_WORKER }), cached.pdf, blobs),
      [Tokens.Services],
    );
    bind(Tokens.PreviewPictures).toResolvedValue(
      ({ web }) => new DrawnPreviewPictures({ entry: PDF_WORKER, files: cached.images, web }),
      [Tokens.Services],
    );
    bind(Tokens.EmbedPictures).toResolvedValue(
      ({ web }) => new FetchedEmbedPictures(web, cached.images),
      [Tokens.Services],
    );
    bind(Tokens.SiteRenderer).toResolvedValue(
      ({ texts }) => new WorkerSiteRenderer(texts, config.siteFrames),
      [Tokens.WorkerPools],
    );
    bind(Tokens.PublishedSites).toResolvedValue(
      (read, renderer, services, describedSpecs) =>
        new PublishedSites(
          read.sitesOf,
          read.search,
          services.siteContent,
          renderer,
          new SiteUrls(publicUrl),
          services.computedOutlines,
          services.generatedPageSearch,
          new PageOperationsFinder(describedSpecs, services.siteContent),
          read.customFonts,
          services.answers,
          new EmbedPreviews(config.embedPreviews ? services.embeds : undefined, services.sealer),
          divideCacheMemory(config.contentCacheBytes).sites / 4,
        ),
      [Tokens.Reads, Tokens.SiteRenderer, Tokens.Services, Tokens.DescribedSpecs],
    );
    bind(Tokens.SiteVisits).toResolvedValue(
      (read, services, published, recent) =>
        new SiteVisits(
          read.sitesOf,
          new SiteUrls(publicUrl),
          new VisitorIdentifier({ ...services, read }),
          published,
          read,
          recent,
        ),
      [Tokens.Reads, Tokens.Services, Tokens.PublishedSites, Tokens.RecentVisits],
    );
    bind(Tokens.RecentVisits).toConstantValue(new RecentVisits());
    bind(Tokens.UnitOfWork).toResolvedValue(
      (stored, recent) => new ObservedUnitOfWork(stored, (organizationId) => recent.forget(organizationId)),
      [Tokens.StoredUnitOfWork, Tokens.RecentVisits],
    );
    bind(Tokens.FileSender).toResolvedValue(
      ({ blobs, files }) => new FileSender(blobs, files, new SharpScaledImages(blobs, cached.images)),
      [Tokens.Services],
    );
    bind(Tokens.Metrics).toResolvedValue(
      ({ jobs }, jobMetrics, collector, gitSyncs, backups, database, content, services, published, answers) =>
        new Metrics({
          jobs: { register: (registry) => jobMetrics.register(registry, jobs) },
          collector,
          backups,
          gitSyncs,
          database,
          caches: {
            objects: () => content.usage(),
            page_views: () => services.pageViews.usage(),
            page_trees: () => services.pageTrees.usage(),
            answers: () => answers.usage(),
            site_outlines: () => services.siteContent.usage(),
            site_pages: () => published.cacheUsage(),
          },
          now: () => services.clock.now(),
        }),
      [
        Tokens.Reads,
        Tokens.JobMetrics,
        Tokens.GarbageCollector,
        Tokens.GitSyncMonitor,
        Tokens.BackupRuns,
        Tokens.MeasuredDatabase,
        Tokens.Content,
        Tokens.Services,
        Tokens.PublishedSites,
        Tokens.CompressedAnswers,
      ],
    );
  });

/** Runs a job within a span under its name. */
const traceJob = (tracer: Tracer, { name, attempt }: JobExecution, run: () => Promise<void>): Promise<void> =>
  tracer.run(
    { name: `job ${name}`, kind: 'consumer', attributes: { 'quire.job': name, 'quire.attempt': attempt } },
    run,
  );

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

const servicesModule = (context: RuntimeContext, external: Pick<Services, 'blobs' | 'web' | 'git'>): ContainerModule =>
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
    bind(Tokens.DescribedSpecs).toResolvedValue(
      (reads) => new SpecDescriptions(reads, external.blobs, openapiDocuments),
      [Tokens.Reads],
    );
    bind(Tokens.ComputedPages).toResolvedValue(
      (describedSpecs) =>
        computedPagesByType(
          new Map([[OPENAPI_PAGES, new OpenAPIPages(describedSpecs, slugify, publicUrl.replace(/\/+$/, ''))]]),
        ),
      [Tokens.DescribedSpecs],
    );
    bind(Tokens.Readiness).toResolvedValue(
      (queue, reads, states, log) =>
        new Readiness(readinessChecks({ queue, reads, states, blobs: external.blobs, secretKey }), {
          onFailure: (name, err) => log.warn({ component: 'readiness', err }, `the ${name} cannot be used`),
        }),
      [Tokens.Queue, Tokens.Reads, Tokens.InstanceStates, Tokens.Log],
    );
    bind(Tokens.Services).toResolvedValue(
      (
        content,
        attempts,
        collector,
        translationMemory,
        computedPages,
        storedBytes,
        siteEvents,
        log,
        backupRuns,
        describedSpecs,
        siteRenderer,
        health,
      ): Services => ({
        ...external,
        publicUrl: publicUrl.replace(/\/+$/, ''),
        limits: config.limits,
        storageUsage: storedBytes,
        health,
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
        attempts,
        mailer: config.smtp === undefined ? disabledMailer : smtpMailer(config.smtp),
        files: mediaFileInspector,
        content,
        collector,
        pageTrees: new PageTrees(content, divideCacheMemory(config.contentCacheBytes).pageTrees),
        pageViews: new PageViews(divideCacheMemory(config.contentCacheBytes).pageViews),
        siteContent: new ContentLibrary(content, (divideCacheMemory(config.contentCacheBytes).sites * 3) / 4),
        pageSources: gitPageSources,
        blocks,
        computedPages,
        computedOutlines: new ComputedOutlines(computedPages, slugify),
        textOperations: new PageOperationsFinder(describedSpecs, { store: content }),
        siteRenderer,
        generatedPageSearch: new GeneratedPageSearch(),
        pageBlocks: new PageBlocks(content, blocks),
        slugify,
        gitFormat: new GitRepositoryFormat(slugify),
        gitWriter: new GitRepositoryWriter(slugify),
        gitIdentity: config.gitIdentity,
        pushHooks: pushWebhooks,
        siteEvents,
        insightsRetentionDays: config.insightsRetentionDays,
        webhookSigner: standardWebhooks,
        webhookDeliveryDays: config.webhookDeliveryDays,
        archives: new ZipArchives(zipLimitsFor(config.limits.archive)),
        backups: scheduledBackups(context, external.blobs, backupRuns),
        openapiDocuments,
        webImport: new WebsiteImporter(external.web, slugify, pools.websitePages),
        embeds: new WebsiteEmbeds(external.web, pools.websitePages),
        documentConverter: new WebDocumentConverter(pools.websitePages),
        templates: new FolderTemplates(TEMPLATES),
        segments: new WorkerDocumentSegments(pools.texts, isQuick),
        translations: { engine: createTranslationEngine(config), memory: translationMemory },
        answers: createAnswerDesk(config, log),
        names: new NodeDnsResolver(config.dnsServers),
      }),
      [
        Tokens.Content,
        Tokens.RateLimiter,
        Tokens.GarbageCollector,
        Tokens.TranslationMemory,
        Tokens.ComputedPages,
        Tokens.StoredBytes,
        Tokens.SiteEvents,
        Tokens.Log,
        Tokens.BackupRuns,
        Tokens.DescribedSpecs,
        Tokens.SiteRenderer,
        Tokens.Readiness,
      ],
    );
  });
