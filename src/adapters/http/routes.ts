import { auditRoutes } from './audit.ts';
import { changeRequestRoutes } from './change-requests.ts';
import { changesRoutes } from './changes.ts';
import { collectionRoutes } from './collections.ts';
import { commentRoutes } from './comments.ts';
import { conflictRoutes } from './conflicts.ts';
import { contentEditRoutes } from './content-edits.ts';
import { contentImportRoutes } from './content-imports.ts';
import { contentRoutes } from './content.ts';
import { gitSyncRoutes } from './git-sync.ts';
import { historyRoutes } from './history.ts';
import { invitationRoutes } from './invitations.ts';
import type { Route } from './kernel/route.ts';
import { linkRoutes } from './links.ts';
import { memberRoutes } from './members.ts';
import { organizationRoutes } from './organizations.ts';
import { passwordRoutes } from './passwords.ts';
import { pdfRoutes } from './pdf.ts';
import { reviewRoutes } from './reviews.ts';
import { searchRoutes } from './search.ts';
import { siteRoutes } from './sites.ts';
import { spaceRoutes } from './spaces.ts';
import { systemRoutes } from './system.ts';
import { templateRoutes } from './templates.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';

/** The route table: every operation of the API. */
export const ROUTES: readonly Route[] = [...systemRoutes, ...userRoutes, ...organizationRoutes, ...memberRoutes, ...auditRoutes, ...uploadRoutes, ...collectionRoutes, ...spaceRoutes, ...changeRequestRoutes, ...reviewRoutes, ...commentRoutes, ...conflictRoutes, ...contentRoutes, ...contentEditRoutes, ...contentImportRoutes, ...templateRoutes, ...changesRoutes, ...historyRoutes, ...gitSyncRoutes, ...siteRoutes, ...searchRoutes, ...linkRoutes, ...pdfRoutes, ...invitationRoutes, ...passwordRoutes];
