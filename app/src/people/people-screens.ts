export { CollectionAccessScreen, SiteAccessScreen, SpaceAccessScreen } from './access.tsx';
export { AuditLogScreen } from './audit-log.tsx';
export { OrganizationSettingsScreen } from './organization-settings.tsx';
export { TeamScreen } from './team.tsx';
export { TeamsScreen } from './teams.tsx';
