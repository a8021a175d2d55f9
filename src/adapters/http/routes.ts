import { auditRoutes } from './audit.ts';
import { changeRequestRoutes } from './change-requests/change-requests.ts';
import { changesRoutes } from './change-requests/changes.ts';
import { collectionRoutes } from './library/collections.ts';
import { commentRoutes } from './comments/comments.ts';
import { conflictRoutes } from './change-requests/conflicts.ts';
import { contentEditRoutes } from './content/content-edits.ts';
import { contentImportRoutes } from './content/content-imports.ts';
import { contentRoutes } from './content/content.ts';
import { gitFollowRoutes } from './git/git-follow.ts';
import { gitSyncRoutes } from './git/git-sync.ts';
import { historyRoutes } from './content/history.ts';
import { invitationRoutes } from './people/invitations.ts';
import type { Route } from './kernel/route.ts';
import { linkRoutes } from './content/links.ts';
import { memberRoutes } from './people/members.ts';
import { openapiSpecRoutes } from './openapi-specs.ts';
import { emailDomainRoutes } from './people/email-domains.ts';
import { organizationRoutes } from './people/organizations.ts';
import { passwordRoutes } from './people/passwords.ts';
import { permissionRoutes } from './people/permissions.ts';
import { archiveRoutes } from './git/archive.ts';
import { pdfRoutes } from './content/pdf.ts';
import { reviewRoutes } from './change-requests/reviews.ts';
import { searchRoutes } from './content/search.ts';
import { siteAudienceRoutes } from './sites/site-audience.ts';
import { siteHostnameRoutes } from './sites/site-hostname.ts';
import { siteCustomizationRoutes } from './sites/site-customization.ts';
import { siteRedirectRoutes } from './sites/site-redirects.ts';
import { siteStructureRoutes } from './sites/site-structure.ts';
import { siteRoutes } from './sites/sites.ts';
import { spaceRoutes } from './library/spaces.ts';
import { ssoRoutes } from './people/sso.ts';
import { systemRoutes } from './system.ts';
import { teamRoutes } from './people/teams.ts';
import { templateRoutes } from './content/templates.ts';
import { translationRoutes } from './translations.ts';
import { uploadRoutes } from './content/uploads.ts';
import { urlRoutes } from './urls.ts';
import { userRoutes } from './people/users.ts';

/** The route table: every operation of the API. */
export const ROUTES: readonly Route[] = [
  ...systemRoutes,
  ...userRoutes,
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
  ...contentEditRoutes,
  ...contentImportRoutes,
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
  ...siteRedirectRoutes,
  ...openapiSpecRoutes,
  ...searchRoutes,
  ...urlRoutes,
  ...linkRoutes,
  ...pdfRoutes,
  ...invitationRoutes,
  ...passwordRoutes,
  ...ssoRoutes,
  ...translationRoutes,
];
