/** Addresses of the app: the name of each screen, and its path with parameters. */
export const PATHS = {
  home: '/app',
  account: '/app/account',
  instance: '/app/instance',
  instanceOrganizations: '/app/instance/organizations',
  instanceOrganization: '/app/instance/organizations/:organizationId',
  instanceJobs: '/app/instance/jobs',
  instanceStatus: '/app/instance/status',
  organization: '/app/orgs/:organizationId',
  trash: '/app/orgs/:organizationId/trash',
  search: '/app/orgs/:organizationId/search',
  requests: '/app/orgs/:organizationId/change-requests',
  members: '/app/orgs/:organizationId/members',
  teams: '/app/orgs/:organizationId/teams',
  team: '/app/orgs/:organizationId/teams/:teamId',
  auditLog: '/app/orgs/:organizationId/audit-log',
  organizationSettings: '/app/orgs/:organizationId/settings',
  webhooks: '/app/orgs/:organizationId/webhooks',
  webhook: '/app/orgs/:organizationId/webhooks/:webhookId',
  translations: '/app/orgs/:organizationId/translations',
  translation: '/app/orgs/:organizationId/translations/:translationId',
  glossary: '/app/orgs/:organizationId/glossary',
  sites: '/app/orgs/:organizationId/sites',
  site: '/app/orgs/:organizationId/sites/:siteId',
  siteStructure: '/app/orgs/:organizationId/sites/:siteId/structure',
  siteAudience: '/app/orgs/:organizationId/sites/:siteId/audience',
  siteAccess: '/app/orgs/:organizationId/sites/:siteId/access',
  siteAppearance: '/app/orgs/:organizationId/sites/:siteId/appearance',
  siteRedirects: '/app/orgs/:organizationId/sites/:siteId/redirects',
  siteInsights: '/app/orgs/:organizationId/sites/:siteId/insights',
  specifications: '/app/orgs/:organizationId/openapi',
  specification: '/app/orgs/:organizationId/openapi/:specSlug',
  collection: '/app/collections/:collectionId',
  collectionAccess: '/app/collections/:collectionId/access',
  space: '/app/spaces/:spaceId',
  spaceRequests: '/app/spaces/:spaceId/change-requests',
  spaceComments: '/app/spaces/:spaceId/comments',
  spaceHistory: '/app/spaces/:spaceId/history',
  spaceFiles: '/app/spaces/:spaceId/files',
  reusableContents: '/app/spaces/:spaceId/reusable-contents',
  reusableContent: '/app/spaces/:spaceId/reusable-contents/:reusableContentId',
  editReusableContent: '/app/spaces/:spaceId/reusable-contents/:reusableContentId/edit',
  spaceLinks: '/app/spaces/:spaceId/links',
  spaceAccess: '/app/spaces/:spaceId/access',
  spaceSettings: '/app/spaces/:spaceId/settings',
  page: '/app/spaces/:spaceId/pages/:pageId',
  editPage: '/app/spaces/:spaceId/pages/:pageId/edit',
  revision: '/app/spaces/:spaceId/revisions/:revisionId',
  changeRequest: '/app/spaces/:spaceId/change-requests/:changeRequestId',
  changeRequestPage: '/app/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId',
  editChangeRequestPage: '/app/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId/edit',
  changeRequestReusableContents: '/app/spaces/:spaceId/change-requests/:changeRequestId/reusable-contents',
  changeRequestReusableContent:
    '/app/spaces/:spaceId/change-requests/:changeRequestId/reusable-contents/:reusableContentId',
  editChangeRequestReusableContent:
    '/app/spaces/:spaceId/change-requests/:changeRequestId/reusable-contents/:reusableContentId/edit',
} as const;

export type ScreenName = keyof typeof PATHS;
export type Parameters = Readonly<Record<string, string>>;

const VALUE = '[\\w.-]{1,100}';
const patterns = Object.entries(PATHS).map(
  ([name, path]) => [name as ScreenName, new RegExp(`^${path.replace(/:(\w+)/g, `(?<$1>${VALUE})`)}/?$`)] as const,
);

/** Finds the screen at a path; undefined where there is none. */
export function findScreen(path: string): { readonly name: ScreenName; readonly parameters: Parameters } | undefined {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(path);
    if (found !== null) return { name, parameters: { ...found.groups } };
  }
  return undefined;
}

/** Returns the path of a screen. */
export const pathTo = (name: ScreenName, parameters: Parameters = {}, query: Parameters = {}): string => {
  const path = PATHS[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(parameters[key]!));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};
