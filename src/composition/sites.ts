import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { FileSender } from '../adapters/http/kernel/web/send-file.ts';
import { DrawnPreviewPictures } from '../adapters/pdf/drawn-preview-pictures.ts';
import { ProcessPdfRenderer } from '../adapters/pdf/process-pdf-renderer.ts';
import { WorkerSiteRenderer } from '../adapters/site/worker-site-renderer.ts';
import { SharpScaledImages } from '../adapters/storage/sharp-scaled-images.ts';
import { DiskRenderedFiles } from '../adapters/storage/disk-rendered-files.ts';
import { FetchedEmbedPictures } from '../adapters/website/fetched-embed-pictures.ts';
import { divideCacheMemory } from '../application/content/cache-shares.ts';
import { BookOperations } from '../application/pdf/book-operations.ts';
import { PdfCache } from '../application/pdf/pdf-cache.ts';
import { EmbedPreviews } from '../application/sites/reader/embed-previews.ts';
import { PageOperationsFinder } from '../application/sites/reader/page-operations.ts';
import { PublishedSites } from '../application/sites/reader/published-sites.ts';
import { ReadingFigures } from '../application/insights.reading-figures.ts';
import { RecentVisits } from '../application/sites/reader/recent-visits.ts';
import { SiteVisits } from '../application/sites/reader/site-visits.ts';
import { VisitorIdentifier } from '../application/sites/audience/visitors.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import { Tokens } from './tokens.ts';
import { SiteUrls } from '../domain/sites/site-urls.ts';
import { entryModule } from '../packaged-files.ts';
import type { RuntimeContext } from './runtime-context.ts';

const IMAGE_FILES = { maxBytes: 1024 * 1024 * 1024, maxAgeMs: 30 * 24 * 60 * 60 * 1000 };
const PDF_FILES = { maxBytes: 1024 * 1024 * 1024, maxAgeMs: 24 * 60 * 60 * 1000 };

/** Files that can be rendered again. */
interface CachedFiles {
  readonly pdf: DiskRenderedFiles;
  readonly images: DiskRenderedFiles;
}

/** Opens the caches of rendered files in the data directory. */
export const openCachedFiles = async (dataDir: string): Promise<CachedFiles> => ({
  pdf: await DiskRenderedFiles.open(join(dataDir, 'pdf'), PDF_FILES),
  images: await DiskRenderedFiles.open(join(dataDir, 'images'), IMAGE_FILES),
});

/** Creates a log of pictures that cannot be made; websites that do not answer are nothing that the operator can mend. */
const logPictures =
  (log: Logger) =>
  (err: unknown): void =>
    log[err instanceof DomainError ? 'info' : 'warn']({ component: 'pictures', err }, 'a picture could not be made');

/** Binds what readers of published sites get: pages, files, pictures and PDF files. */
export const sitesModule = (
  { config, publicUrl, compiledModules }: RuntimeContext,
  cached: CachedFiles,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const pdfModule = entryModule('pdf-worker', compiledModules);
    bind(Tokens.ReadingFigures).toDynamicValue(({ get }) => new ReadingFigures(get(Tokens.Services)));
    bind(Tokens.BookOperations).toDynamicValue(({ get }) => new BookOperations(get(Tokens.SpecDescriptions)));
    bind(Tokens.PdfCache).toDynamicValue(
      ({ get }) => new PdfCache(new ProcessPdfRenderer({ entry: pdfModule }), cached.pdf, get(Tokens.Services).blobs),
    );
    bind(Tokens.PreviewPictures).toDynamicValue(
      ({ get }) =>
        new DrawnPreviewPictures({
          entry: pdfModule,
          files: cached.images,
          web: get(Tokens.Services).web,
          onFailure: logPictures(get(Tokens.Log)),
        }),
    );
    bind(Tokens.EmbedPictures).toDynamicValue(
      ({ get }) => new FetchedEmbedPictures(get(Tokens.Services).web, cached.images, logPictures(get(Tokens.Log))),
    );
    bind(Tokens.SiteRenderer).toDynamicValue(
      ({ get }) => new WorkerSiteRenderer(get(Tokens.WorkerPools).texts, config.siteFrames),
    );
    bind(Tokens.FileSender).toDynamicValue(({ get }) => {
      const { blobs, files } = get(Tokens.Services);
      return new FileSender(blobs, files, new SharpScaledImages(blobs, cached.images, logPictures(get(Tokens.Log))));
    });
    bind(Tokens.PublishedSites).toDynamicValue(({ get }) => {
      const services = get(Tokens.Services);
      return new PublishedSites({
        reads: get(Tokens.Reads),
        contentCache: services.siteContent,
        renderer: get(Tokens.SiteRenderer),
        homes: new SiteUrls(publicUrl),
        computedOutlines: services.computedOutlines,
        generatedPages: services.generatedPageSearch,
        operations: new PageOperationsFinder(get(Tokens.SpecDescriptions), services.siteContent),
        answers: services.answers,
        embedPreviews: new EmbedPreviews(config.embedPreviews ? services.embeds : undefined, services.sealer),
        maxBytes: divideCacheMemory(config.contentCacheBytes).sites / 4,
      });
    });
    bind(Tokens.SiteVisits).toDynamicValue(({ get }) => {
      const read = get(Tokens.Reads);
      return new SiteVisits(
        read.sitesOf,
        new SiteUrls(publicUrl),
        new VisitorIdentifier({ ...get(Tokens.Services), read }),
        get(Tokens.PublishedSites),
        read,
        get(Tokens.RecentVisits),
      );
    });
    bind(Tokens.RecentVisits).toConstantValue(new RecentVisits());
  });
