import { expect } from 'chai';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { must, World } from '../../support/world.ts';

/** Parameters of lists that select no items: order, representation and access. */
const NO_FILTERS = new Set(['order', 'orderBy', 'sort', 'format', 'metadata', 'computed', 'shareKey', 'query']);
/** Filters with tests of their own beside their operation. */
const TESTED_SEPARATELY = new Set([
  'listOrganizationAuditEvents from',
  'listOrganizationAuditEvents to',
  'listSites type',
  'listChangeRequestLinks brokenContext',
  'listPermissionsAggregateInCollection role',
  'listImportRuns space',
  'listImportRuns changeRequest',
  'listImportRuns site',
  'listImportRuns status',
  'listWebhookDeliveries status',
  'listUsers search',
  'listInstanceOrganizations search',
  'listInstanceJobs kind',
  'listInstanceJobs queue',
  'listInstanceJobs status',
  'listInstanceJobs organization',
  'listSpacesInOrganizationById deleted',
  'listSiteRedirects draft',
  'listSiteRedirects search',
  'listChangeRequestsForOrganization topic',
  'listChangeRequestsForOrganization styleguideRun',
  'listChangeRequestsForOrganization finding',
  'listChangeRequestsForSpace topic',
]);

onEveryBackend('filters of lists', (backend) => {
  /** List with the filter, and the value to filter by; `all` selects every item. */
  let rows: readonly (readonly [operation: string, path: string, filter: string, value: string, all?: string])[];
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
    const { api } = world.admin;
    const org = `/v1/orgs/${world.organizationId}`;
    const [writer, reviewer] = [await world.member('edit'), await world.member('review')];
    const team = async (title: string): Promise<string> =>
      must(await api.put(`${org}/teams`, { title, members: [writer.userId] }), 201).id;
    const [writers] = [await team('Writers'), await team('Others')];
    must(await api.put(`${org}/teams/${writers}/members/${writer.userId}`, { role: 'owner' }), 204);
    const parent = must(await api.post(`${org}/collections`, { title: 'Outer' }), 201).id;
    must(await api.post(`${org}/collections`, { title: 'Inner', parent }), 201);

    const draft = await Draft.merged(world, insert('Target'), insert('Second'));
    const { spaceId } = draft;
    const space = `/v1/spaces/${spaceId}`;
    const [target, second] = must(await api.get(`${space}/content/pages`), 200).pages;
    await draft.live({
      operation: 'update_page',
      page: second.id,
      document: { markdown: `[a](/pages/${target.id}) [b](/pages/${'0'.repeat(20)})` },
    });
    await waitForProjections(world.instance);
    const mine = must(await api.post(`${space}/change-requests`, { subject: 'Mine' }), 201);
    const other = must(await writer.api.post(`${space}/change-requests`, { subject: 'Other' }), 201);
    must(await api.post(`${space}/change-requests`, { subject: 'Later', status: 'draft' }), 201);
    must(await api.post(`${space}/change-requests/${other.id}/requested-reviewers`, { users: [reviewer.userId] }), 200);
    await Draft.open(world);
    const inRequest = `${space}/change-requests/${mine.id}`;
    for (const place of [space, inRequest]) {
      const first = must(
        await api.post(`${place}/comments`, { body: { markdown: 'On a page' }, page: target.id }),
        200,
      );
      must(await api.put(`${place}/comments/${first.id}`, { resolved: true }), 200);
      must(await writer.api.post(`${place}/comments`, { body: { markdown: 'Open' } }), 200);
    }
    const sites = `${org}/sites`;
    const site = must(await api.post(sites, { title: 'Alpha', visibility: 'public', spaces: [spaceId] }), 201).id;
    must(await api.post(sites, { title: 'Beta', visibility: 'public', spaces: [] }), 201);
    must(await api.post(`${sites}/${site}/publish`), 200);
    must(await api.post(`${sites}/${site}/permissions`, { role: 'create', users: [reviewer.userId] }), 204);
    must(await api.post(`${sites}/${site}/permissions`, { role: 'read', teams: [writers] }), 204);
    must(await api.post(`${sites}/${site}/site-spaces`, { spaceId: (await world.space()).id }), 201);

    const comments = (operation: string, place: string) =>
      [
        [operation, `${place}/comments`, 'status', 'resolved'],
        [operation, `${place}/comments`, 'targetPage', target.id],
        [operation, `${place}/comments`, 'authors', writer.userId],
      ] as const;
    const requests = `${space}/change-requests`;
    const inbox = `${org}/change-requests`;
    rows = [
      ['listMembersInOrganizationById', `${org}/members`, 'role', 'review'],
      ['listMembersInOrganizationById', `${org}/members`, 'search', writer.email],
      ['listTeamsInOrganizationById', `${org}/teams`, 'owner', writer.userId],
      ['listTeamsInOrganizationById', `${org}/teams`, 'title', 'writ'],
      ['listTeamsForOrganizationMember', `${org}/members/${writer.userId}/teams`, 'title', 'writ'],
      ['listCollectionsInOrganizationById', `${org}/collections`, 'nested', 'false', '?nested=true'],
      ['listPermissionsAggregateInSpace', `${space}/permissions/aggregate`, 'role', 'review'],
      ['listPermissionsAggregateInSite', `${sites}/${site}/permissions/aggregate`, 'role', 'create'],
      ['listPermissionsAggregateInSite', `${sites}/${site}/permissions/aggregate`, 'team', writers],
      ['listPermissionsAggregateInSite', `${sites}/${site}/permissions/aggregate`, 'search', writer.email],
      ['listOrganizationAuditEvents', `${org}/audit-events`, 'action', 'space.created'],
      ['listOrganizationAuditEvents', `${org}/audit-events`, 'actor', writer.userId],
      ['listOrganizationAuditEvents', `${org}/audit-events`, 'target', spaceId],
      ['listChangeRequestsForSpace', requests, 'creator', writer.userId],
      ['listChangeRequestsForSpace', requests, 'contributor', writer.userId],
      ['listChangeRequestsForSpace', requests, 'requestedReviewer', reviewer.userId],
      ['listChangeRequestsForSpace', requests, 'status', 'draft', ''],
      ['listChangeRequestsForOrganization', inbox, 'status', 'draft', '?status=draft&status=open'],
      ['listChangeRequestsForOrganization', inbox, 'creator', writer.userId],
      ['listChangeRequestsForOrganization', inbox, 'contributor', writer.userId],
      ['listChangeRequestsForOrganization', inbox, 'requestedReviewer', reviewer.userId],
      ['listChangeRequestsForOrganization', inbox, 'site', site],
      ['listChangeRequestsForOrganization', inbox, 'space', spaceId],
      ...comments('listCommentsInSpace', space),
      ...comments('listCommentsInChangeRequest', inRequest),
      ['listRevisionsInSpace', `${space}/revisions`, 'pageId', target.id],
      ['listSites', sites, 'space', spaceId],
      ['listSites', sites, 'title', 'alph'],
      ['listSites', sites, 'published', 'true'],
      ['listSiteSpaces', `${sites}/${site}/site-spaces`, 'default', 'true'],
      ['listSpaceLinks', `${space}/links`, 'status', 'broken'],
      ['listPageLinksInSpace', `${space}/content/page/${second.id}/links`, 'status', 'broken'],
      ['listChangeRequestLinks', `${inRequest}/links`, 'status', 'broken'],
      ['listPageLinksInChangeRequest', `${inRequest}/content/page/${second.id}/links`, 'status', 'broken'],
    ];
  });

  it('are all tested', () => {
    const filters = ROUTES.filter(({ paged }) => paged).flatMap(({ useCase: { name }, query = {} }) =>
      Object.keys(query)
        .filter((parameter) => !NO_FILTERS.has(parameter))
        .map((parameter) => `${name} ${parameter}`),
    );
    const tested = new Set(rows.map(([operation, , filter]) => `${operation} ${filter}`));
    expect(filters.filter((each) => !tested.has(each) && !TESTED_SEPARATELY.has(each))).to.deep.equal([]);
  });

  it('select some items of the list and leave out others', async () => {
    for (const [operation, path, filter, value, all = ''] of rows) {
      const items = async (query: string): Promise<string[]> =>
        must(await world.admin.api.get(path + query), 200).items.map((item: any) => JSON.stringify(item));
      const some = await items(`?${filter}=${encodeURIComponent(value)}`);
      const every = await items(all);
      const label = `${operation} ${filter}`;
      expect(some.length, label).to.be.greaterThan(0);
      // The statuses of one space exclude each other.
      if (label === 'listChangeRequestsForSpace status') {
        expect(every, label).not.to.include.members(some);
        continue;
      }
      expect(some.length, label).to.be.lessThan(every.length);
      // Audit logs grow by the request itself.
      if (operation !== 'listOrganizationAuditEvents') expect(every, label).to.include.members(some);
    }
  });
});
