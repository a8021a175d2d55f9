import { randomBytes } from 'node:crypto';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { CUSTOMIZATION } from '../sites/customizations.ts';
import { sampleOf } from '../sample.ts';
import { WOFF2 } from '../sites/fonts.ts';
import { PNG } from '../sites/published-site.ts';
import { until } from '../until.ts';
import { WebhookEndpoint } from '../webhooks.ts';
import { must, type World } from '../world.ts';

/** Ids for all path parameters of the API, in one organization. */
export type Place = Readonly<Record<string, string>>;

type Maker = (world: World, made: Place) => Promise<string>;
/** Claims that a site knows of its visitors. */
const VISITORS = {
  type: 'object',
  properties: { staff: { type: 'boolean', description: 'Works here' } },
  additionalProperties: false,
};

const post = async (world: World, path: string, body?: object): Promise<any> =>
  must(await world.admin.api.post(path, body), 201);
const postComment = async (world: World, path: string): Promise<string> =>
  must(await world.admin.api.post(path, { body: { markdown: 'Words' } }), 200).id;
const firstOf = async (world: World, path: string, list: string): Promise<any> =>
  must(await world.admin.api.get(path), 200)[list][0];

const SAMPLE_SPEC = '{"openapi":"3.1.0","info":{"title":"Sample","version":"1"},"paths":{}}';

/** Waits for the last version of a specification. */
async function versionOf(world: World, slug: string): Promise<string> {
  let version: string | undefined;
  await until(
    async () =>
      (version = must(
        await world.admin.api.get(`/v1/orgs/${world.organizationId}/openapi/${slug}`),
        200,
      ).lastVersion) !== undefined,
  );
  return version!;
}

/** Followed branch that does not exist. */
const NO_REPOSITORY = { url: 'http://127.0.0.1:9/none.git', ref: 'refs/heads/main', interval: null };

/** Import of a website that cannot be reached. */
const UNREACHABLE_IMPORT = (space: string) => ({
  source: { type: 'website', url: 'http://127.0.0.1:9/' },
  target: { space },
});

/** Functions that create the object of each parameter; later ones may use objects of earlier ones. */
const MAKERS: Readonly<Record<string, Maker>> = {
  organizationId: async (world) => world.organizationId,
  subdomain: async (world) =>
    must(
      await world.admin.api.patch(`/v1/orgs/${world.organizationId}`, {
        hostname: `quire-${randomBytes(6).toString('hex')}`,
      }),
      200,
    ).hostname,
  emailDomain: async (world) => {
    const domain = `${randomBytes(6).toString('hex')}.example`;
    must(await world.admin.api.patch(`/v1/orgs/${world.organizationId}`, { emailDomains: [domain] }), 200);
    return domain;
  },
  auditEventId: async (world) => (await firstOf(world, `/v1/orgs/${world.organizationId}/audit-events`, 'items')).id,
  fontId: async (world) => {
    const base = `/v1/orgs/${world.organizationId}`;
    const announced = { file: { name: 'f.woff2', type: 'font/woff2', size: WOFF2.length }, kind: 'customization_font' };
    const { key, url } = must(await world.admin.api.post(`${base}/storage/upload`, announced), 201);
    await fetch(url, { method: 'PUT', body: WOFF2, headers: { 'content-type': 'font/woff2' } });
    const font = { fontFamily: 'Sample', fontFaces: [{ weight: 400, storageKey: key }] };
    return must(await world.admin.api.put(`${base}/fonts`, font), 200).id;
  },
  imageId: async (world) => {
    const base = `/v1/orgs/${world.organizationId}`;
    const announced = { file: { name: 'l.png', type: 'image/png', size: PNG.length }, kind: 'organization_file' };
    const { key, url } = must(await world.admin.api.post(`${base}/storage/upload`, announced), 201);
    await fetch(url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
    return must(await world.admin.api.post(`${base}/images`, { name: 'Logo', storageKey: key }), 201).id;
  },
  webhookId: async (world) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/webhooks`, {
        url: (await WebhookEndpoint.start()).url,
        events: ['webhook'],
      })
    ).id,
  deliveryId: async (world, { webhookId }) => {
    const deliveries = `/v1/orgs/${world.organizationId}/webhooks/${webhookId}/deliveries`;
    // Changes by jobs must not be mistaken for changes by requests.
    await until(async () => (await firstOf(world, deliveries, 'items')).status === 'delivered');
    return (await firstOf(world, deliveries, 'items')).id;
  },
  collectionId: async (world) =>
    (await post(world, `/v1/orgs/${world.organizationId}/collections`, { title: 'Collection' })).id,
  spaceId: async (world) => {
    const { id } = await post(world, `/v1/orgs/${world.organizationId}/spaces`, { title: 'Space' });
    const follow = `/v1/spaces/${id}/git/follow`;
    must(await world.admin.api.put(follow, NO_REPOSITORY), 200);
    await until(async () => must(await world.admin.api.get(follow), 200).failure !== undefined);
    return id;
  },
  jobId: async (world, { spaceId }) => {
    // The next check of a followed branch, in an hour.
    must(await world.admin.api.put(`/v1/spaces/${spaceId}/git/follow`, { ...NO_REPOSITORY, interval: 3600 }), 200);
    let id: string | undefined;
    await until(async () => {
      const { items } = must(
        await world.operator.get('/v1/instance/jobs?kind=follow-git-branch&status=scheduled&limit=1000'),
        200,
      );
      id = items.find((job: any) => job.subject.id === spaceId)?.id;
      return id !== undefined;
    });
    return id!;
  },
  spaceUrl: async (world, { spaceId }) => `${world.instance.publicUrl}/app/spaces/${spaceId}`,
  userId: async (world, { spaceId, collectionId }) => {
    const { userId } = await world.member('read');
    for (const of of [`spaces/${spaceId}`, `collections/${collectionId}`])
      must(await world.admin.api.post(`/v1/${of}/permissions`, { role: 'review', users: [userId] }), 204);
    return userId;
  },
  teamId: async (world, { spaceId, collectionId, userId }) => {
    const { id } = must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Team', members: [userId] }),
      201,
    );
    for (const of of [`spaces/${spaceId}`, `collections/${collectionId}`])
      must(await world.admin.api.post(`/v1/${of}/permissions`, { role: 'read', teams: [id] }), 204);
    return id;
  },
  tokenId: async (world, { userId }) =>
    must(await world.operator.post(`/v1/instance/users/${userId}/tokens`, { name: 'token' }), 201).id,
  revisionId: async (world, { spaceId }) => {
    const { id } = await post(world, `/v1/spaces/${spaceId}/change-requests`, { subject: 'First words' });
    const title = `Page ${randomBytes(4).toString('hex')}`;
    const file = { name: 'file.txt', contentType: 'text/plain', base64: Buffer.from(title).toString('base64') };
    const changes = [
      { operation: 'insert_page', title, document: { markdown: 'Words' } },
      { operation: 'insert_files', files: [file] },
      { operation: 'insert_reusable_content', title, document: { markdown: 'Words' } },
    ];
    must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${id}/content`, { changes }), 200);
    return must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${id}/merge`), 200).revision;
  },
  pageId: async (world, { spaceId }) => (await firstOf(world, `/v1/spaces/${spaceId}/content/pages`, 'pages')).id,
  pagePath: async (world, { spaceId }) => (await firstOf(world, `/v1/spaces/${spaceId}/content/pages`, 'pages')).path,
  documentId: async (world, { spaceId }) =>
    (await firstOf(world, `/v1/spaces/${spaceId}/content/pages`, 'pages')).documentId,
  reusableContentId: async (world, { spaceId }) =>
    (await firstOf(world, `/v1/spaces/${spaceId}/content`, 'reusableContents')).id,
  fileId: async (world, { spaceId }) => (await firstOf(world, `/v1/spaces/${spaceId}/content/files`, 'items')).id,
  changeRequestId: async (world, { spaceId }) =>
    (await post(world, `/v1/spaces/${spaceId}/change-requests`, { subject: 'Better words' })).id,
  reviewId: async (world, { spaceId, changeRequestId }) => {
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/reviews`;
    return (await post(world, path, { status: 'changes-requested' })).id;
  },
  conflictId: async (world, { spaceId, changeRequestId }) => {
    const name = `variable-${randomBytes(4).toString('hex')}`;
    const set = (value: string) => ({ changes: [{ operation: 'set_variables', variables: { [name]: value } }] });
    must(
      await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content`, set('theirs')),
      200,
    );
    must(await world.admin.api.post(`/v1/spaces/${spaceId}/content`, set('ours')), 200);
    must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/update`), 200);
    return name;
  },
  commentId: async (world, { spaceId, changeRequestId }) =>
    postComment(world, `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments`),
  commentReplyId: async (world, { spaceId, changeRequestId, commentId }) =>
    postComment(world, `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}/replies`),
  'commentId of a space': async (world, { spaceId }) => postComment(world, `/v1/spaces/${spaceId}/comments`),
  'commentReplyId of a space': async (world, made) =>
    postComment(world, `/v1/spaces/${made.spaceId}/comments/${made['commentId of a space']}/replies`),
  translationId: async (world, { spaceId }) => {
    const path = `/v1/orgs/${world.organizationId}/translations`;
    const { id } = await post(world, path, { language: 'es', source: { space: spaceId, language: 'en' } });
    // Changes by jobs must not be mistaken for changes by requests.
    await until(async () => must(await world.admin.api.get(`${path}/${id}`), 200).status === 'completed');
    return id;
  },
  importRunId: async (world, { spaceId }) => {
    const path = `/v1/org/${world.organizationId}/imports`;
    const { id } = await post(world, path, UNREACHABLE_IMPORT(spaceId!));
    // Changes by jobs must not be mistaken for changes by requests.
    await until(async () => must(await world.admin.api.get(`${path}/${id}`), 200).status === 'failed');
    return id;
  },
  glossaryEntryId: async (world) => {
    const path = `/v1/orgs/${world.organizationId}/translations-glossary`;
    must(
      await world.admin.api.put(path, {
        operations: [{ type: 'insert', translations: { en: 'Words', es: 'Palabras' } }],
      }),
      204,
    );
    return (await firstOf(world, path, 'items')).id;
  },
  siteId: async (world, { spaceId, userId, teamId }) => {
    const { id } = await post(world, `/v1/orgs/${world.organizationId}/sites`, {
      title: `Site ${randomBytes(4).toString('hex')}`,
      spaces: [spaceId],
    });
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites/${id}/publish`), 200);
    must(
      await world.admin.api.patch(`/v1/orgs/${world.organizationId}/sites/${id}`, {
        hostname: `${randomBytes(6).toString('hex')}.example.org`,
      }),
      200,
    );
    const levels = { role: 'read', users: [userId], teams: [teamId] };
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites/${id}/permissions`, levels), 204);
    return id;
  },
  hostname: async (world, { siteId }) =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites/${siteId}`), 200).hostname,
  shareLinkId: async (world, { siteId }) => {
    must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/sites/${siteId}/adaptive-schema`, {
        jsonSchema: VISITORS,
      }),
      200,
    );
    return (await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/share-links`, { name: 'Friends' })).id;
  },
  specSlug: async (world) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/openapi`, {
        slug: `spec-${randomBytes(4).toString('hex')}`,
        source: { text: SAMPLE_SPEC },
      })
    ).slug,
  versionId: async (world, { specSlug }) => versionOf(world, specSlug!),
  otherVersionId: async (world, { specSlug }) => versionOf(world, specSlug!),
  siteUrl: async (world, { siteId }) =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites/${siteId}`), 200).urls.published,
  samlProviderId: async (world) =>
    (await post(world, `/v1/orgs/${world.organizationId}/saml`, { label: 'Provider' })).id,
  inviteId: async (world) => (await post(world, `/v1/orgs/${world.organizationId}/link-invites`, { role: 'read' })).id,
  siteSpaceId: async (world, { siteId }) =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites/${siteId}/site-spaces`), 200).items[0].id,
  siteRedirectId: async (world, { siteId }) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/redirects`, {
        source: '/sample',
        destination: { kind: 'external', url: 'https://example.com/' },
      })
    ).id,
  siteSectionId: async (world, { siteId, spaceId }) =>
    (await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/sections`, { spaceId })).id,
  siteMcpServerId: async (world, { siteId }) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/mcp-servers`, {
        name: 'Sample',
        url: 'https://example.com/mcp',
        headers: { authorization: 'Bearer word' },
      })
    ).id,
  siteExternalLinkId: async (world, { siteId }) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/external-links`, {
        title: 'Sample',
        url: 'https://example.com/',
      })
    ).id,
  siteSectionGroupId: async (world, { siteId, siteSectionId }) =>
    (
      await post(world, `/v1/orgs/${world.organizationId}/sites/${siteId}/section-groups`, {
        title: 'Group',
        sections: [siteSectionId],
      })
    ).id,
};

export async function makePlace(world: World): Promise<Place> {
  const made: Record<string, string> = {};
  for (const [name, make] of Object.entries(MAKERS)) made[name] = await make(world, made);
  return made;
}

/** Returns the key of a parameter in a place: comments of a space and of its change requests share a parameter name. */
const nameAt = (path: string, parameter: string): string =>
  /^comment/.test(parameter) && !path.includes(':changeRequestId') ? `${parameter} of a space` : parameter;

/** Lists the keys of a path's parameters in order. */
export const parametersOf = (route: Route): string[] =>
  [...partsOf(route).path.matchAll(/:(\w+)/g)].map(([, parameter]) => nameAt(partsOf(route).path, parameter!));

/** No server listens at this address. */
const UNREACHABLE = 'http://127.0.0.1:9/none';

/** Required queries of routes. */
const QUERIES: Readonly<Record<string, (place: Place) => string>> = {
  searchSpaceContent: () => '?query=words',
  searchOrganizationContent: () => '?query=words',
  askInOrganization: () => '?sourcesOnly=true',
  streamAskInOrganization: () => '?query=words&sourcesOnly=true',
  streamAskInSite: () => '?sourcesOnly=true',
  getSiteRedirectBySource: () => '?source=/sample',
  getPublishedContentByUrl: ({ siteUrl }) => `?url=${encodeURIComponent(siteUrl!)}`,
  getContentByUrl: ({ spaceUrl }) => `?url=${encodeURIComponent(spaceUrl!)}`,
  getEmbedByUrl: () => `?url=${UNREACHABLE}`,
  getEmbedByUrlInSpace: () => `?url=${UNREACHABLE}`,
};

/**
 * Builds the path of a route.
 *
 * @throws Error for a parameter that MAKERS does not know
 */
export const pathAt = (route: Route, place: Place): string =>
  partsOf(route).path.replace(/:(\w+)\*?/g, (_, parameter: string) => {
    const name = nameAt(partsOf(route).path, parameter);
    if (place[name] === undefined) throw new Error(`say in test/support/routes/places.ts how to make a ${name}`);
    return place[name];
  }) + (QUERIES[route.useCase.name]?.(place) ?? '');

/** Import that fails at once. */
const UNREACHABLE_PAGE = { url: UNREACHABLE, source: 'html' };

/** Specification as the source of computed content. */
const computedFrom = ({ specSlug }: Place, props: object): object => ({
  source: {
    type: 'builtin:openapi',
    props,
    dependencies: { spec: { ref: { kind: 'openapi', spec: specSlug } } },
  },
  seed: 'sample',
});

/** Event of a visitor of the site. */
export const visitorEvent = (
  { location, ...members }: { readonly location?: object; readonly [member: string]: unknown },
  { siteUrl }: Place,
): object => ({
  type: 'page_view',
  session: { visitorId: 'visitor', sessionId: 'session', userAgent: 'Sample', language: 'en', referrer: null },
  ...members,
  location: {
    url: siteUrl,
    siteSection: null,
    siteSpace: null,
    siteShareKey: null,
    space: null,
    revision: null,
    page: null,
    ...location,
  },
});

/** Bodies that go beyond the minimum, or refer to existing objects. */
const BODIES: Readonly<Record<string, (place: Place) => object>> = {
  createUser: () => ({ email: `${randomBytes(6).toString('hex')}@example.com`, displayName: 'Sample' }),
  createChangeRequest: () => ({ subject: 'Sample' }),
  updateChangeRequestById: () => ({ subject: 'Sample' }),
  submitChangeRequestReview: () => ({ status: 'changes-requested' }),
  requestReviewersForChangeRequest: ({ teamId }) => ({ teams: [teamId] }),
  postCommentInSpace: () => ({ body: { markdown: 'Sample' } }),
  postCommentInChangeRequest: ({ pageId }) => ({ body: { markdown: 'Sample' }, page: pageId }),
  updateCommentInSpace: () => ({ resolved: true }),
  updateCommentInChangeRequest: () => ({ resolved: true, addedReactions: ['1f44d'] }),
  postCommentReplyInSpace: () => ({ body: { markdown: 'Sample' } }),
  postCommentReplyInChangeRequest: () => ({ body: { markdown: 'Sample' } }),
  updateCommentReplyInSpace: () => ({ addedReactions: ['1f44d'] }),
  updateCommentReplyInChangeRequest: () => ({ addedReactions: ['1f44d'] }),
  resolveChangeRequestConflict: () => ({ take: 'theirs' }),
  updateSpaceContent: () => ({
    changes: [{ operation: 'insert_page', title: 'Sample', document: { markdown: 'Sample' } }],
  }),
  updateChangeRequestContent: () => ({
    changes: [{ operation: 'insert_page', title: 'Sample', document: { markdown: 'Sample' } }],
  }),
  generateStorageUploadURL: () => ({
    file: { name: 'sample.txt', type: 'text/plain', size: 6 },
    kind: 'organization_file',
  }),
  createOrganizationSAMLProvider: () => ({ label: 'Sample', idpInitiated: true }),
  updateOrganizationSAMLProvider: () => ({ label: 'Sample', ssoURL: 'https://idp.example/sso' }),
  createSite: () => ({ title: `Sample ${randomBytes(4).toString('hex')}` }),
  inviteUsersToOrganization: () => ({ emails: [`${randomBytes(6).toString('hex')}@example.com`] }),
  createOrganizationInvite: () => ({ role: 'read' }),
  updateOrganizationInviteById: () => ({ role: 'comment' }),
  moveSpace: ({ collectionId }) => ({ position: { after: { type: 'collection', collection: collectionId } } }),
  moveCollection: ({ spaceId }) => ({ position: { before: { type: 'space', space: spaceId } } }),
  transferSpace: ({ organizationId }) => ({ organization: organizationId }),
  transferCollection: ({ organizationId }) => ({ organization: organizationId }),
  inviteToSpace: ({ userId, teamId }) => ({ role: 'read', users: [userId], teams: [teamId] }),
  inviteToCollection: ({ userId, teamId }) => ({ role: 'read', users: [userId], teams: [teamId] }),
  inviteToSite: ({ userId, teamId }) => ({ role: 'read', users: [userId], teams: [teamId] }),
  createCustomFont: ({ fontId }) => ({ fontFamily: 'Sample', fontFaces: [{ weight: 400, storageKey: fontId }] }),
  createOrganizationImage: ({ imageId }) => ({ name: 'Sample', storageKey: imageId }),
  updateCustomFont: () => ({ fontFamily: 'Sample' }),
  createOrganizationTeam: ({ userId }) => ({ title: 'Sample', members: [userId] }),
  updateMembersInOrganizationTeam: ({ userId }) => ({ memberships: { [userId!]: { role: 'owner' } } }),
  startImportRun: ({ spaceId }) => UNREACHABLE_IMPORT(spaceId!),
  importContent: () => UNREACHABLE_PAGE,
  importContentInPageById: () => UNREACHABLE_PAGE,
  importContentInChangeRequest: () => UNREACHABLE_PAGE,
  importContentInChangeRequestPageById: () => UNREACHABLE_PAGE,
  applyTemplateToSpace: () => ({ id: 'changelog' }),
  exportToGitRepository: () => ({ url: 'http://127.0.0.1:9/none.git', ref: 'refs/heads/main' }),
  followGitBranch: () => NO_REPOSITORY,
  importGitRepository: () => ({ url: 'http://127.0.0.1:9/none.git', ref: 'refs/heads/main' }),
  trackEventsInSiteById: (place) => ({ events: [visitorEvent({}, place)] }),
  submitAgentFeedbackToSite: () => ({
    subject: { kind: 'documentation', url: 'https://docs.example.com/start' },
    feedback: { category: 'documentation', summary: 'A step is missing' },
  }),
  submitSiteAgentFeedback: ({ spaceId, pageId }) => ({
    feedback: 'A step is missing',
    url: 'https://docs.example.com/start',
    spaceId,
    pageId,
  }),
  aggregateSiteEvents: () => ({ range: 'last7Days' }),
  createWebhook: () => ({ url: 'http://127.0.0.1:9/hook' }),
  updateWebhook: () => ({ description: 'Sample' }),
  createSiteShareLink: () => ({ name: 'Sample' }),
  updateSiteShareLinkById: () => ({ active: false }),
  updateSitePublishingAuthById: () => ({ fallbackURL: 'https://login.example/' }),
  updateSiteAdaptiveSchema: () => ({ jsonSchema: VISITORS }),
  createTranslation: ({ spaceId }) => ({ language: 'fr', source: { space: spaceId, language: 'en' } }),
  updateTranslation: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  updateGlossaryEntries: () => ({ operations: [{ type: 'insert', translations: { en: 'Sample', es: 'Muestra' } }] }),
  addSpaceToSite: ({ spaceId }) => ({ spaceId }),
  updateSiteCustomizationById: () => CUSTOMIZATION,
  overrideSiteSpaceCustomizationById: () => ({ pagination: { enabled: false } }),
  createSiteRedirect: ({ siteSpaceId }) => ({
    source: `/${randomBytes(4).toString('hex')}`,
    destination: { kind: 'site-space', siteSpaceId },
  }),
  updateSiteRedirectById: () => ({ permanent: false }),
  resolvePublishedContentByUrl: ({ siteUrl }) => ({ url: siteUrl }),
  askInOrganization: () => ({ query: 'words' }),
  streamAskInSite: () => ({ question: 'words', scope: { mode: 'all' } }),
  searchSiteContent: () => ({ query: 'words', scope: { mode: 'all' } }),
  getComputedDocument: (place) => computedFrom(place, { doc: 'operations', page: 'sample' }),
  renderPage: () => ({ markdown: 'Sample' }),
  renderReusableContent: () => ({ markdown: 'Sample' }),
  getComputedRevision: (place) => computedFrom(place, { models: false }),
  bulkUpsertSiteRedirects: ({ siteSpaceId }) => ({
    redirects: [{ source: '/bulk', destination: { kind: 'site-space', siteSpaceId } }],
  }),
  updateSiteSpaceById: () => ({ path: 'sample' }),
  addSectionToSite: ({ spaceId }) => ({ spaceId }),
  updateSiteSectionById: () => ({ title: 'Sample' }),
  addSectionGroupToSite: ({ siteSectionId }) => ({ title: 'Sample', sections: [siteSectionId] }),
  addExternalLinkToSite: ({ siteSectionGroupId }) => ({
    title: 'Sample',
    url: 'https://example.com/',
    parent: siteSectionGroupId,
  }),
  createSiteMcpServer: () => ({ name: 'Sample', url: 'https://example.com/mcp', headers: {} }),
  updateSiteMcpServerById: () => ({ name: 'Changed' }),
  updateSiteExternalLinkById: () => ({ title: 'Changed' }),
  addSectionToGroup: ({ siteSectionId }) => ({ sectionId: siteSectionId }),
  sortSiteStructure: ({ siteSectionId, siteSectionGroupId }) => ({
    item: { type: 'site-section', id: siteSectionId },
    position: { before: { type: 'site-section-group', id: siteSectionGroupId } },
  }),
};

/** Returns a body that the route accepts; undefined if it takes none. */
export function bodyAt(route: Route, place: Place): unknown {
  if (route.body === undefined) return undefined;
  const body = BODIES[route.useCase.name]?.(place) ?? sampleOf(route.body);
  if (!route.body.safeParse(body).success)
    throw new Error(
      `say in test/support/routes/places.ts what body ${route.useCase.name} takes: ${JSON.stringify(body)} is none`,
    );
  return body;
}

/** Operations whose response contains other organizations, or whose calls are recorded in the audit log. */
export const CROSS_ORGANIZATION_OPERATIONS: ReadonlySet<string> = new Set([
  'listUsers',
  'listInstanceJobs',
  'listInstanceOrganizations',
  'getInstanceStatus',
  'getSpacePDF',
  'getChangeRequestPDF',
  'getSpaceArchive',
  'getSitePublishingAuthById',
  'getSitePublishingPreviewById',
]);
