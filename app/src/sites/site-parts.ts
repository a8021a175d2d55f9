import type { Site } from '../api/operations.ts';
import type { ScreenName } from '../navigation/paths.ts';

export type SitePart = Extract<
  ScreenName,
  'site' | 'siteStructure' | 'siteAudience' | 'siteAccess' | 'siteAppearance' | 'siteRedirects' | 'siteInsights'
>;

type SitePermissions = Site['permissions'];
const canView = ({ view }: SitePermissions): boolean => view;
const canManage = ({ edit }: SitePermissions): boolean => edit;

/** Parts in their order, with who sees them. */
const PARTS: readonly (readonly [name: SitePart, isShown: (permissions: SitePermissions) => boolean])[] = [
  ['site', canView],
  ['siteStructure', canView],
  ['siteAudience', canManage],
  ['siteAccess', canManage],
  ['siteAppearance', canManage],
  ['siteRedirects', canView],
  ['siteInsights', ({ viewInsights }) => viewInsights],
];

/** Lists the screens of a site that the user may see, in their order. */
export const siteParts = ({ permissions }: Site): readonly SitePart[] =>
  PARTS.flatMap(([name, isShown]) => (isShown(permissions) ? [name] : []));
