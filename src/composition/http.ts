import { ContainerModule, type ResolutionContext } from 'inversify';
import { BodyMemory } from '../adapters/http/kernel/body-memory.ts';
import { CompressedAnswers } from '../adapters/http/kernel/compressed-answers.ts';
import type { HttpHandlers } from '../adapters/http/kernel/server.ts';
import { RequestGate } from '../adapters/http/kernel/request-gate.ts';
import { WorkloadPlaces } from '../adapters/http/kernel/workload-places.ts';
import { Links } from '../adapters/http/kernel/links.ts';
import { appHandlers } from '../adapters/http/app/app.handlers.ts';
import { fileHandlers } from '../adapters/http/content/files.handlers.ts';
import { gitHookHandlers, type GitHookHandlersOptions } from '../adapters/http/git/git-hooks.handlers.ts';
import { healthHandlers } from '../adapters/http/system/health.handlers.ts';
import { openapiSpecHandlers } from '../adapters/http/openapi-specs.handlers.ts';
import { archiveHandlers } from '../adapters/http/imports/archives.handlers.ts';
import { BUILD } from '../adapters/http/kernel/build.ts';
import { mcpHandlers } from '../adapters/http/mcp/mcp.handlers.ts';
import { pdfHandlers } from '../adapters/http/pdf.handlers.ts';
import { ROUTES } from '../adapters/http/routes.ts';
import { referenceHandlers } from '../adapters/http/system/reference.handlers.ts';
import { robotsHandlers } from '../adapters/http/system/robots.handlers.ts';
import { samlHandlers } from '../adapters/http/sso.handlers.ts';
import { imageHandlers } from '../adapters/http/organizations.images.handlers.ts';
import { fontHandlers } from '../adapters/http/sites/fonts.handlers.ts';
import { hostedSites, siteHandlers, type SiteHandlersOptions } from '../adapters/http/sites/sites.handlers.ts';
import { sessionCookie } from '../adapters/http/sessions/session-cookie.ts';
import { accountPages } from '../adapters/http/sessions/account.pages.ts';
import { invitationPages } from '../adapters/http/invitations/invitations.pages.ts';
import { inviteLinkPages } from '../adapters/http/invitations/invite-links.pages.ts';
import { passwordPages } from '../adapters/http/sessions/password.pages.ts';
import { signInPages } from '../adapters/http/sessions/sign-in.pages.ts';
import { pageStyleHandler, webPages } from '../adapters/http/kernel/web/web-pages.ts';
import { uploadHandlers } from '../adapters/http/uploads.handlers.ts';
import { divideCacheMemory } from '../application/content/cache-shares.ts';
import { openFileLink } from '../application/content/file-links.ts';
import { expectsPush, receivePush } from '../application/git/follow/receive-push.ts';
import { openSpecLink, findPublicSpec } from '../application/openapi-specs/spec-links.ts';
import { openArchiveLink } from '../application/imports/archive-links.ts';
import { writeArchive } from '../application/imports/write-archive.ts';
import { openPdfLink } from '../application/pdf/pdf-links.ts';
import { receiveUpload } from '../application/uploads/receive-upload.ts';
import { openUploadLink } from '../application/uploads/upload-links.ts';
import { Tokens } from './tokens.ts';
import { API_DOCUMENT } from '../packaged-files.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Binds the handlers of HTTP requests outside the route tables, and what all requests share. */
export const httpModule = ({ config, publicUrl, isDraining }: RuntimeContext): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const session = sessionCookie(publicUrl);
    const bodyMemory = new BodyMemory(config.bodyMemory.total, config.bodyMemory.perCaller);
    const places = new WorkloadPlaces(config.databaseConnections);
    bind(Tokens.SessionCookie).toConstantValue(session);
    bind(Tokens.BodyMemory).toConstantValue(bodyMemory);
    bind(Tokens.RequestGate).toDynamicValue(({ get }) => new RequestGate(get(Tokens.RequestLimits), places));
    bind(Tokens.CompressedAnswers).toConstantValue(
      new CompressedAnswers(divideCacheMemory(config.contentCacheBytes).answers),
    );
    bind(Tokens.Links).toConstantValue(new Links(publicUrl));
    bind(Tokens.HttpHandlers).toDynamicValue(({ get }) => {
      const read = get(Tokens.Reads);
      const sender = get(Tokens.FileSender);
      const metrics = get(Tokens.Metrics);
      return [
        ...healthHandlers({
          readiness: get(Tokens.Readiness),
          draining: isDraining,
          metrics: () => metrics.render(),
          metricsToken: config.metricsToken,
          hasMetricsPort: config.metricsPort !== undefined,
          proxies: config.trustProxy,
        }),
        ...referenceHandlers(API_DOCUMENT),
        ...robotsHandlers(),
        ...appHandlers(session, get(Tokens.SiteRenderer)),
        ...signInHandlers(get, publicUrl),
        ...linkHandlers(get),
        ...gitHookHandlers(gitHookOptions(get)),
        ...siteHandlers(siteOptions(get)),
        ...fontHandlers(read, sender),
        ...imageHandlers(read, sender),
        ...mcpHandlers({
          routes: ROUTES,
          application: get(Tokens.Application),
          sealer: get(Tokens.Services).sealer,
          links: get(Tokens.Links),
          gate: get(Tokens.RequestGate),
          bodyMemory,
          maxBytes: config.limits.contentBody,
          version: BUILD.version,
          log: get(Tokens.Log),
        }),
      ];
    });
    bind(Tokens.HostedSites).toDynamicValue(({ get }) => hostedSites(siteOptions(get), new URL(publicUrl).hostname));
  });

type Get = ResolutionContext['get'];

/** Creates the pages and handlers by which people sign in, and the account page. */
function signInHandlers(get: Get, publicUrl: string): readonly HttpHandlers[] {
  const application = get(Tokens.Application);
  const services = get(Tokens.Services);
  const shared = { session: get(Tokens.SessionCookie), bodyMemory: get(Tokens.BodyMemory), sealer: services.sealer };
  const { session } = shared;
  return [
    pageStyleHandler,
    ...webPages(
      [
        ...signInPages({ application, session }),
        ...passwordPages({ application, session, mail: services.mailer.configured }),
        ...accountPages({ application, session }),
        ...invitationPages({ application, session }),
        ...inviteLinkPages(application),
      ],
      { publicUrl, ...shared },
    ),
    ...samlHandlers({ application, publicUrl: services.publicUrl, clock: services.clock, ...shared }),
  ];
}

/** Creates the handlers of sealed links, each valid for one action without a session until it expires. */
function linkHandlers(get: Get): readonly HttpHandlers[] {
  const services = get(Tokens.Services);
  const read = get(Tokens.Reads);
  const unitOfWork = get(Tokens.UnitOfWork);
  const opener = { sealer: services.sealer, read };
  const now = (): string => services.clock.now();
  return [
    ...fileHandlers({ open: (sealed) => openFileLink(opener, sealed, now()), sender: get(Tokens.FileSender) }),
    ...uploadHandlers({
      open: (sealed) => openUploadLink(opener, sealed, now()),
      receive: (upload, bytes, requestId) => receiveUpload({ ...services, unitOfWork, read }, upload, bytes, requestId),
    }),
    ...openapiSpecHandlers({
      open: (sealed) => openSpecLink(opener, sealed, now()),
      published: (organizationId, slug) => findPublicSpec({ read }, organizationId, slug),
      blobs: services.blobs,
    }),
    ...archiveHandlers({
      open: (sealed) => openArchiveLink(opener, sealed, now()),
      write: (linked) => writeArchive(services, linked),
    }),
    ...pdfHandlers({
      open: (sealed) => openPdfLink({ ...services, read, operations: get(Tokens.BookOperations) }, sealed, now()),
      cache: get(Tokens.PdfCache),
    }),
  ];
}

function gitHookOptions(get: Get): GitHookHandlersOptions {
  const services = get(Tokens.Services);
  const read = get(Tokens.Reads);
  const unitOfWork = get(Tokens.UnitOfWork);
  return {
    isSigned: (headers) => services.pushHooks.isSigned(headers),
    expects: (spaceId) => expectsPush({ read, clock: services.clock }, spaceId),
    bodyMemory: get(Tokens.BodyMemory),
    receive: (spaceId, delivery, requestId) =>
      receivePush({ ...services, read, unitOfWork }, spaceId, delivery, requestId),
  };
}

const siteOptions = (get: Get): SiteHandlersOptions => ({
  sites: get(Tokens.SiteVisits),
  sender: get(Tokens.FileSender),
  figures: get(Tokens.ReadingFigures),
  pdfs: get(Tokens.PdfCache),
  pictures: get(Tokens.PreviewPictures),
  embedPictures: get(Tokens.EmbedPictures),
  bodyMemory: get(Tokens.BodyMemory),
  gate: get(Tokens.RequestGate),
  version: BUILD.version,
  log: get(Tokens.Log),
});
