export { SiteAppearanceScreen } from './site-appearance.tsx';
export { SiteAudienceScreen } from './site-audience.tsx';
export { SiteInsightsScreen } from './site-insights.tsx';
export { SiteOverviewScreen } from './site-overview.tsx';
export { SiteRedirectsScreen } from './site-redirects.tsx';
export { SiteStructureScreen } from './site-structure.tsx';
