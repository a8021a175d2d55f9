import { askRoutes } from './ask.routes.ts';
import { auditRoutes } from './audit-log.routes.ts';
import { changeRequestRoutes } from './change-requests/change-requests.routes.ts';
import { changesRoutes } from './change-requests/changes.routes.ts';
import { collectionRoutes } from './collections.routes.ts';
import { commentRoutes } from './comments.routes.ts';
import { conflictRoutes } from './change-requests/conflicts.routes.ts';
import { contentEditRoutes } from './content/content-edits.routes.ts';
import { importRunRoutes } from './imports/import-runs.routes.ts';
import { contentImportRoutes } from './imports/website-imports.routes.ts';
import { computedRoutes } from './content/computed.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { gitFollowRoutes } from './git/git-follow.routes.ts';
import { gitSyncRoutes } from './git/git-sync.routes.ts';
import { historyRoutes } from './content/history.routes.ts';
import { agentFeedbackRoutes } from './insights.agent-feedback.routes.ts';
import { siteFiguresRoutes } from './insights.site-figures.routes.ts';
import { insightsRoutes } from './insights.routes.ts';
import { instanceJobRoutes } from './instance.jobs.routes.ts';
import { instanceStatusRoutes } from './instance.status.routes.ts';
import { invitationRoutes } from './invitations/invitations.routes.ts';
import type { Route } from './kernel/route.ts';
import { linkRoutes } from './links.routes.ts';
import { memberRoutes } from './members.routes.ts';
import { openapiSpecRoutes } from './openapi-specs.routes.ts';
import { emailDomainRoutes, organizationRoutes } from './organizations.routes.ts';
import { passwordRoutes } from './sessions/passwords.routes.ts';
import { permissionRoutes } from './permissions.routes.ts';
import { archiveRoutes } from './imports/archives.routes.ts';
import { pdfRoutes } from './pdf.routes.ts';
import { renderContentRoutes } from './content/render-content.routes.ts';
import { reviewRoutes } from './change-requests/reviews.routes.ts';
import { searchRoutes } from './search.routes.ts';
import { siteAudienceRoutes } from './sites/site-audience.routes.ts';
import { customFontRoutes } from './sites/custom-fonts.routes.ts';
import { imageRoutes } from './organizations.images.routes.ts';
import { siteHostnameRoutes } from './sites/site-hostname.routes.ts';
import { siteCustomizationRoutes } from './sites/site-customization.routes.ts';
import { siteMcpServerRoutes } from './sites/site-mcp-servers.routes.ts';
import { siteRedirectRoutes } from './sites/site-redirects.routes.ts';
import { siteStructureRoutes } from './sites/site-structure.routes.ts';
import { siteRoutes } from './sites/sites.routes.ts';
import { spaceRoutes } from './spaces.routes.ts';
import { ssoRoutes } from './sso.routes.ts';
import { systemRoutes } from './system/system.routes.ts';
import { teamRoutes } from './teams.routes.ts';
import { templateRoutes } from './templates.routes.ts';
import { translationRoutes } from './translations.routes.ts';
import { uploadRoutes } from './uploads.routes.ts';
import { urlRoutes } from './content/urls.routes.ts';
import { userRoutes } from './users.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

/** Route table with every operation of the API. */
export const ROUTES: readonly Route[] = [
  ...systemRoutes,
  ...userRoutes,
  ...instanceJobRoutes,
  ...instanceStatusRoutes,
  ...organizationRoutes,
  ...emailDomainRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...uploadRoutes,
  ...collectionRoutes,
  ...spaceRoutes,
  ...permissionRoutes,
  ...changeRequestRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...conflictRoutes,
  ...contentRoutes,
  ...computedRoutes,
  ...renderContentRoutes,
  ...contentEditRoutes,
  ...contentImportRoutes,
  ...importRunRoutes,
  ...templateRoutes,
  ...changesRoutes,
  ...historyRoutes,
  ...gitSyncRoutes,
  ...gitFollowRoutes,
  ...archiveRoutes,
  ...siteRoutes,
  ...siteHostnameRoutes,
  ...siteAudienceRoutes,
  ...siteStructureRoutes,
  ...siteCustomizationRoutes,
  ...customFontRoutes,
  ...imageRoutes,
  ...siteRedirectRoutes,
  ...siteMcpServerRoutes,
  ...insightsRoutes,
  ...siteFiguresRoutes,
  ...agentFeedbackRoutes,
  ...openapiSpecRoutes,
  ...searchRoutes,
  ...askRoutes,
  ...urlRoutes,
  ...linkRoutes,
  ...pdfRoutes,
  ...invitationRoutes,
  ...passwordRoutes,
  ...ssoRoutes,
  ...translationRoutes,
  ...webhookRoutes,
];
