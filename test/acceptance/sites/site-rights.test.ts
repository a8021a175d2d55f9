import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { visitorEvent } from '../../support/routes/places.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { beforeNextLock } from '../../support/next-work.ts';
import { must, World, type Answer, type Person } from '../../support/world.ts';

/**
 * Right that an operation on a site needs. `read`: any member. `insights`: `edit` on the site. `manage`: `create` on the
 * site. `audience`: besides that, `space:grant` on every space of the site.
 */
type Right = 'read' | 'insights' | 'manage' | 'audience';
const DOING = {
  read: 'read the site',
  insights: 'view its insights',
  manage: 'manage the site',
  audience: 'widen its audience',
} as const;

/** A published site, with one of everything that a site can hold. */
interface Place {
  readonly api: string;
  /** Another space, which every member may grant access to. */
  readonly freeSpace: string;
  readonly section: string;
  /** Has a condition, and holds the site space `inner`, which has another one. */
  readonly staffSection: string;
  readonly group: string;
  readonly externalLink: string;
  readonly first: string;
  readonly second: string;
  readonly inner: string;
  readonly link: string;
  readonly inactiveLink: string;
  readonly redirect: string;
  readonly mcpServer: string;
  /** A member and a team, who hold levels on no site of the table. */
  readonly userId: string;
  readonly teamId: string;
}

type Request = readonly [method: string, path: string, body?: unknown];
type Row = readonly [operation: string, variant: string, needs: Right, request: (place: Place) => Request];

const CONDITION = 'visitor.claims.staff';
const SCHEMA = {
  type: 'object',
  properties: {
    staff: { type: 'boolean', description: 'Works here' },
    paying: { type: 'boolean', description: 'Pays' },
  },
  additionalProperties: false,
};
const name = (): string => randomBytes(6).toString('hex');
const siteSpace = (id: string) => ({ type: 'site-space', id });

const MCP_SERVER = { name: 'Tools', url: 'https://example.com/mcp', headers: {} };
const patch = (variant: string, needs: Right, body: unknown): Row => [
  'updateSiteById',
  variant,
  needs,
  ({ api }) => ['PATCH', api, body],
];
const get = (operation: string, path: (place: Place) => string, needs: Right = 'read'): Row => [
  operation,
  '',
  needs,
  (place) => ['GET', place.api + path(place)],
];

/** Every operation below a site, with every variant of its body that needs another right. */
const ROWS: readonly Row[] = [
  get('getSiteById', () => ''),
  get('getPublishedContentSite', () => '/published'),
  get('getSiteHostname', () => '/hostname'),
  get('getSiteStructure', () => '/structure'),
  get('listSiteSpaces', () => '/site-spaces'),
  get('listSiteSections', () => '/sections'),
  get('listSiteSectionGroups', () => '/section-groups'),
  get('getSiteCustomizationById', () => '/customization'),
  get('getSiteSpaceCustomizationById', ({ first }) => `/site-spaces/${first}/customization`),
  get('getSiteAdaptiveSchema', () => '/adaptive-schema'),
  get('listSiteAdaptiveTemplateConditions', () => '/adaptive-schema/template-conditions'),
  get('listSiteRedirects', () => '/redirects'),
  get('getSiteRedirectBySource', () => '/redirect?source=/sample'),
  ['searchSiteContent', '', 'read', ({ api }) => ['POST', `${api}/search`, { query: 'words', scope: { mode: 'all' } }]],
  [
    'trackEventsInSiteById',
    '',
    'read',
    ({ api }) => [
      'POST',
      `${api}/insights/events`,
      { events: [visitorEvent({}, { siteUrl: 'https://docs.example.com/' })] },
    ],
  ],
  [
    'aggregateSiteEvents',
    '',
    'insights',
    ({ api }) => ['POST', `${api}/insights/events/aggregate`, { range: 'last7Days' }],
  ],
  get('getSiteBrokenLinks', () => '/insights/broken-links', 'insights'),
  get('getSitePageComments', () => '/insights/comments', 'insights'),
  get('getSitePageFeedback', () => '/insights/feedback', 'insights'),
  get('getSitePageViews', () => '/insights/views', 'insights'),
  get('getSiteSearches', () => '/insights/searches', 'insights'),
  get('listSiteVisitorSegments', () => '/insights/visitor-segments', 'insights'),
  get('listSiteAgentFeedback', () => '/agents/feedback', 'manage'),
  [
    'submitAgentFeedbackToSite',
    '',
    'read',
    ({ api }) => [
      'POST',
      `${api}/agents/feedback`,
      { subject: { kind: 'generic' }, feedback: { category: 'usability', summary: 'Words' } },
    ],
  ],
  [
    'submitSiteAgentFeedback',
    '',
    'read',
    ({ api }) => [
      'POST',
      `${api}/agent-feedback`,
      { feedback: 'Words', url: 'https://docs.example.com/', spaceId: 'A', pageId: 'A' },
    ],
  ],
  get('listSiteMcpServers', () => '/mcp-servers', 'manage'),
  get('getSiteMcpServerById', ({ mcpServer }) => `/mcp-servers/${mcpServer}`, 'manage'),
  ['createSiteMcpServer', '', 'manage', ({ api }) => ['POST', `${api}/mcp-servers`, MCP_SERVER]],
  [
    'updateSiteMcpServerById',
    '',
    'manage',
    ({ api, mcpServer }) => ['PATCH', `${api}/mcp-servers/${mcpServer}`, { name: 'Others' }],
  ],
  ['deleteSiteMcpServerById', '', 'manage', ({ api, mcpServer }) => ['DELETE', `${api}/mcp-servers/${mcpServer}`]],
  [
    'streamAskInSite',
    '',
    'read',
    ({ api }) => ['POST', `${api}/ask?sourcesOnly=true`, { question: 'words', scope: { mode: 'all' } }],
  ],
  get('streamRecommendedQuestionsInSite', () => '/ask/questions'),
  ['prewarmSiteSearch', '', 'read', ({ api }) => ['POST', `${api}/search/prewarm`]],
  get('listUserPermissionsInSite', () => '/permissions/users', 'manage'),
  get('listTeamPermissionsInSite', () => '/permissions/teams', 'manage'),
  get('listPermissionsAggregateInSite', () => '/permissions/aggregate', 'manage'),
  [
    'inviteToSite',
    '',
    'manage',
    ({ api, teamId }) => ['POST', `${api}/permissions`, { role: 'read', teams: [teamId] }],
  ],
  [
    'updateUserPermissionInSite',
    '',
    'manage',
    ({ api, userId }) => ['PATCH', `${api}/permissions/users/${userId}`, { role: 'read' }],
  ],
  [
    'updateTeamPermissionInSite',
    '',
    'manage',
    ({ api, teamId }) => ['PATCH', `${api}/permissions/teams/${teamId}`, { role: 'read' }],
  ],
  ['removeUserFromSite', '', 'manage', ({ api, userId }) => ['DELETE', `${api}/permissions/users/${userId}`]],
  ['removeTeamFromSite', '', 'manage', ({ api, teamId }) => ['DELETE', `${api}/permissions/teams/${teamId}`]],
  get('listSiteShareLinks', () => '/share-links', 'audience'),
  get('getSitePublishingAuthById', () => '/publishing/auth', 'audience'),
  get('getSitePublishingPreviewById', () => '/publishing/preview', 'audience'),

  patch('nothing that its audience depends on', 'manage', {
    title: 'Another title',
    agentsContext: 'excluded',
    proxy: null,
    hostname: null,
  }),
  patch('the same values', 'manage', { visibility: 'unlisted', adaptiveContent: { enabled: true } }),
  patch('a narrower visibility', 'manage', { visibility: 'visitor-auth' }),
  patch('a wider visibility', 'audience', { visibility: 'public' }),
  ['updateSiteById', 'another basename', 'audience', ({ api }) => ['PATCH', api, { basename: `moved-${name()}` }]],
  patch('a proxy', 'audience', { proxy: 'www.example.com/docs' }),
  [
    'updateSiteById',
    'another hostname',
    'audience',
    ({ api }) => ['PATCH', api, { hostname: `${name()}.example.org` }],
  ],
  patch('no adaptive content', 'audience', { adaptiveContent: { enabled: false } }),
  patch('agents admitted', 'audience', { agentsContext: 'included' }),
  ['updateSiteById', 'another default', 'manage', ({ api, second }) => ['PATCH', api, { defaultSiteSpace: second }]],
  ['deleteSiteById', '', 'audience', ({ api }) => ['DELETE', api]],
  ['publishSite', '', 'audience', ({ api }) => ['POST', `${api}/publish`]],
  ['unpublishSite', '', 'manage', ({ api }) => ['POST', `${api}/unpublish`]],
  ['checkSiteHostname', '', 'audience', ({ api }) => ['POST', `${api}/hostname/check`]],

  ['createSiteShareLink', '', 'audience', ({ api }) => ['POST', `${api}/share-links`, { name: 'Friends' }]],
  [
    'updateSiteShareLinkById',
    'activation',
    'audience',
    ({ api, inactiveLink }) => ['PATCH', `${api}/share-links/${inactiveLink}`, { active: true }],
  ],
  [
    'updateSiteShareLinkById',
    'deactivation',
    'manage',
    ({ api, link }) => ['PATCH', `${api}/share-links/${link}`, { active: false, name: 'Off' }],
  ],
  ['deleteSiteShareLinkById', '', 'manage', ({ api, link }) => ['DELETE', `${api}/share-links/${link}`]],
  [
    'updateSitePublishingAuthById',
    '',
    'audience',
    ({ api }) => ['PATCH', `${api}/publishing/auth`, { fallbackURL: 'https://login.example/' }],
  ],
  ['regenerateSitePublishingAuthById', '', 'audience', ({ api }) => ['POST', `${api}/publishing/auth/regenerate`]],
  ['updateSiteAdaptiveSchema', '', 'audience', ({ api }) => ['PUT', `${api}/adaptive-schema`, { jsonSchema: SCHEMA }]],

  ['addSpaceToSite', '', 'audience', ({ api, freeSpace }) => ['POST', `${api}/site-spaces`, { spaceId: freeSpace }]],
  [
    'updateSiteSpaceById',
    'a path',
    'manage',
    ({ api, second }) => ['PATCH', `${api}/site-spaces/${second}`, { path: 'elsewhere' }],
  ],
  [
    'updateSiteSpaceById',
    'a condition',
    'manage',
    ({ api, second }) => ['PATCH', `${api}/site-spaces/${second}`, { condition: CONDITION }],
  ],
  [
    'updateSiteSpaceById',
    'another condition',
    'audience',
    ({ api, inner }) => [
      'PATCH',
      `${api}/site-spaces/${inner}`,
      { condition: 'visitor.claims.paying && visitor.claims.staff' },
    ],
  ],
  [
    'updateSiteSpaceById',
    'no condition',
    'audience',
    ({ api, inner }) => ['PATCH', `${api}/site-spaces/${inner}`, { condition: null }],
  ],
  [
    'updateSiteSpaceById',
    'another space',
    'audience',
    ({ api, second, freeSpace }) => ['PATCH', `${api}/site-spaces/${second}`, { spaceId: freeSpace }],
  ],
  ['deleteSiteSpaceById', '', 'manage', ({ api, second }) => ['DELETE', `${api}/site-spaces/${second}`]],
  [
    'moveSiteSpace',
    'within a section',
    'manage',
    ({ api, first, second }) => [
      'POST',
      `${api}/site-spaces/${second}/move`,
      { position: { before: { type: 'site-space', siteSpace: first } } },
    ],
  ],
  [
    'moveSiteSpace',
    'out of a section with a condition',
    'audience',
    ({ api, first, inner }) => [
      'POST',
      `${api}/site-spaces/${inner}/move`,
      { position: { before: { type: 'site-space', siteSpace: first } } },
    ],
  ],
  [
    'sortSiteStructure',
    'within a section',
    'manage',
    ({ api, first, second }) => [
      'PATCH',
      `${api}/structure/sort`,
      { item: siteSpace(second), position: { before: siteSpace(first) } },
    ],
  ],
  [
    'sortSiteStructure',
    'out of a section with a condition',
    'audience',
    ({ api, first, inner }) => [
      'PATCH',
      `${api}/structure/sort`,
      { item: siteSpace(inner), position: { before: siteSpace(first) } },
    ],
  ],
  ['duplicateSiteSpace', '', 'audience', ({ api, second }) => ['POST', `${api}/site-spaces/${second}/duplicate`, {}]],
  [
    'overrideSiteSpaceCustomizationById',
    '',
    'manage',
    ({ api, first }) => ['PATCH', `${api}/site-spaces/${first}/customization`, { pagination: { enabled: false } }],
  ],
  [
    'deleteSiteSpaceCustomizationById',
    '',
    'manage',
    ({ api, first }) => ['DELETE', `${api}/site-spaces/${first}/customization`],
  ],
  ['updateSiteCustomizationById', '', 'manage', ({ api }) => ['PUT', `${api}/customization`, CUSTOMIZATION]],

  ['addSectionToSite', '', 'audience', ({ api, freeSpace }) => ['POST', `${api}/sections`, { spaceId: freeSpace }]],
  [
    'updateSiteSectionById',
    'a title',
    'manage',
    ({ api, section }) => ['PATCH', `${api}/sections/${section}`, { title: 'Renamed' }],
  ],
  [
    'updateSiteSectionById',
    'a condition',
    'manage',
    ({ api, section }) => ['PATCH', `${api}/sections/${section}`, { condition: CONDITION }],
  ],
  [
    'updateSiteSectionById',
    'no condition',
    'audience',
    ({ api, staffSection }) => ['PATCH', `${api}/sections/${staffSection}`, { condition: null }],
  ],
  [
    'deleteSiteSectionById',
    'with visible spaces alone',
    'manage',
    ({ api, staffSection }) => ['DELETE', `${api}/sections/${staffSection}`],
  ],
  [
    'deleteSiteSectionById',
    'with every space of the site',
    'audience',
    ({ api, section }) => ['DELETE', `${api}/sections/${section}`],
  ],
  [
    'moveSiteSection',
    '',
    'manage',
    ({ api, section, staffSection }) => [
      'POST',
      `${api}/sections/${staffSection}/move`,
      { position: { before: { type: 'site-section', siteSection: section } } },
    ],
  ],
  [
    'addExternalLinkToSite',
    '',
    'manage',
    ({ api, group }) => [
      'POST',
      `${api}/external-links`,
      { title: 'Another', url: 'https://example.com/', parent: group },
    ],
  ],
  [
    'updateSiteExternalLinkById',
    '',
    'manage',
    ({ api, externalLink }) => ['PATCH', `${api}/external-links/${externalLink}`, { title: 'Renamed' }],
  ],
  [
    'deleteSiteExternalLinkById',
    '',
    'manage',
    ({ api, externalLink }) => ['DELETE', `${api}/external-links/${externalLink}`],
  ],
  ['addSectionGroupToSite', '', 'manage', ({ api }) => ['POST', `${api}/section-groups`, { title: 'Another' }]],
  [
    'updateSiteSectionGroupById',
    '',
    'manage',
    ({ api, group }) => ['PATCH', `${api}/section-groups/${group}`, { title: 'Renamed' }],
  ],
  ['deleteSiteSectionGroupById', '', 'manage', ({ api, group }) => ['DELETE', `${api}/section-groups/${group}`]],
  [
    'addSectionToGroup',
    '',
    'manage',
    ({ api, group, section }) => ['POST', `${api}/section-groups/${group}/sections`, { sectionId: section }],
  ],
  [
    'removeSectionFromGroup',
    '',
    'manage',
    ({ api, group, staffSection }) => ['DELETE', `${api}/section-groups/${group}/sections/${staffSection}`],
  ],
  [
    'moveSiteSectionGroup',
    '',
    'manage',
    ({ api, group, section }) => [
      'POST',
      `${api}/section-groups/${group}/move`,
      { position: { before: { type: 'site-section', id: section } } },
    ],
  ],

  [
    'createSiteRedirect',
    '',
    'manage',
    ({ api }) => [
      'POST',
      `${api}/redirects`,
      { source: `/${name()}`, destination: { kind: 'external', url: 'https://example.com/' } },
    ],
  ],
  [
    'updateSiteRedirectById',
    '',
    'manage',
    ({ api, redirect }) => ['PATCH', `${api}/redirects/${redirect}`, { permanent: false }],
  ],
  ['deleteSiteRedirectById', '', 'manage', ({ api, redirect }) => ['DELETE', `${api}/redirects/${redirect}`]],
  [
    'bulkUpsertSiteRedirects',
    '',
    'manage',
    ({ api }) => [
      'PUT',
      `${api}/redirects`,
      { redirects: [{ source: '/bulk', destination: { kind: 'external', url: 'https://example.com/' } }] },
    ],
  ],
];

/** Callers, with the most that each may do on a site that shows a space hidden from the member called `partial`. */
const CALLERS = {
  admin: 'audience',
  all: 'audience',
  partial: 'manage',
  /** Reads in the organization, and has `create` on each site. */
  granted: 'manage',
  edit: 'insights',
  read: 'read',
  guest: undefined,
} as const;
type CallerName = keyof typeof CALLERS;
const RIGHTS: readonly (Right | undefined)[] = [undefined, 'read', 'insights', 'manage', 'audience'];
const may = (caller: CallerName, needs: Right): boolean => RIGHTS.indexOf(CALLERS[caller]) >= RIGHTS.indexOf(needs);

describe('the table of rights on sites', () => {
  it('[A75] names every operation below a site', () => {
    const below = ROUTES.filter((route) =>
      /^\/v1\/orgs\/:organizationId\/sites\/:siteId/.test(partsOf(route).path),
    ).map(({ useCase }) => useCase.name);
    expect([...new Set(ROWS.map(([operation]) => operation))].sort()).to.deep.equal(below.sort());
  });
});

onEveryBackend('rights on sites', (backend) => {
  let world: World;
  const callers = new Map<CallerName, Person>();
  /** Spaces that everybody may grant access to who creates; then one that `partial` does not see, and one that it only reads. */
  let open: readonly string[];
  let hidden: string;
  let readable: string;
  let holder: Person;
  let teamId: string;
  /** Sites that nothing may change. */
  let guarded: Place;
  let guardedToo: Place;
  let unrestricted: Place;

  before(async function () {
    world = await World.create(await backend.instance());
    const { api } = world.admin;
    callers.set('admin', world.admin);
    for (const [caller, role] of [
      ['all', 'create'],
      ['partial', 'create'],
      ['granted', 'read'],
      ['edit', 'edit'],
      ['read', 'read'],
      ['guest', null],
    ] as const)
      callers.set(caller, await world.member(role));
    const space = async (title: string, defaultLevel: string | null): Promise<string> => {
      const { id } = await world.space({ title });
      must(await api.patch(`/v1/spaces/${id}`, { defaultLevel }), 200);
      must(
        await api.post(`/v1/spaces/${id}/permissions`, { role: 'create', users: [callers.get('all')!.userId] }),
        204,
      );
      return id;
    };
    holder = await world.member('read');
    teamId = must(await api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Team' }), 201).id;
    [hidden, readable] = [await space('Merger plans', null), await space('Handbook', 'read')];
    open = await Promise.all(['First', 'Second', 'Inner', 'Free'].map((title) => space(title, 'create')));
    [guarded, guardedToo, unrestricted] = [await makeSite(hidden), await makeSite(readable), await makeSite()];
  });

  /** @param restricted a space besides those that everybody who creates may grant access to */
  async function makeSite(restricted?: string): Promise<Place> {
    const { api: call } = world.admin;
    const [first, second, inner, free] = open as readonly [string, string, string, string];
    const site = must(
      await call.post(`/v1/orgs/${world.organizationId}/sites`, {
        title: 'Docs',
        visibility: 'unlisted',
        spaces: [first, second, ...(restricted === undefined ? [] : [restricted])],
      }),
      201,
    );
    const api = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
    must(await call.patch(api, { adaptiveContent: { enabled: true }, hostname: `${name()}.example.org` }), 200);
    must(await call.put(`${api}/adaptive-schema`, { jsonSchema: SCHEMA }), 200);
    const staff = must(await call.post(`${api}/sections`, { spaceId: inner, title: 'Staff' }), 201);
    const [section] = must(await call.get(`${api}/sections`), 200).items;
    must(await call.patch(`${api}/sections/${staff.id}`, { condition: 'visitor.claims.paying' }), 200);
    const group = must(await call.post(`${api}/section-groups`, { title: 'Group', sections: [staff.id] }), 201);
    const { id: externalLink } = must(
      await call.post(`${api}/external-links`, { title: 'Elsewhere', url: 'https://example.com/' }),
      201,
    );
    const { items } = must(await call.get(`${api}/site-spaces`), 200);
    const of = (space: string): string => items.find((one: any) => one.space.id === space).id;
    must(await call.patch(`${api}/site-spaces/${of(inner)}`, { condition: CONDITION }), 200);
    const links = [
      must(await call.post(`${api}/share-links`, { name: 'One' }), 201),
      must(await call.post(`${api}/share-links`, { name: 'Two' }), 201),
    ];
    must(await call.patch(`${api}/share-links/${links[1].id}`, { active: false }), 200);
    const redirect = must(
      await call.post(`${api}/redirects`, {
        source: '/sample',
        destination: { kind: 'external', url: 'https://example.com/' },
      }),
      201,
    );
    const { id: mcpServer } = must(await call.post(`${api}/mcp-servers`, MCP_SERVER), 201);
    must(await call.post(`${api}/publish`), 200);
    const managers = { role: 'create', users: [callers.get('granted')!.userId] };
    must(await call.post(`${api}/permissions`, managers), 204);
    return {
      api,
      freeSpace: free,
      section: section.id,
      staffSection: staff.id,
      group: group.id,
      externalLink,
      first: of(first),
      second: of(second),
      inner: of(inner),
      link: links[0].id,
      inactiveLink: links[1].id,
      redirect: redirect.id,
      mcpServer,
      userId: holder.userId,
      teamId,
    };
  }

  const send = (caller: CallerName, [method, path, body]: Request): Promise<Answer> =>
    callers.get(caller)!.api(method, path, body);
  const expectDone = ({ status, body }: Answer): void => {
    expect(status, JSON.stringify(body)).to.be.lessThan(300);
  };

  describe('operations without the right, which change nothing', () => {
    /** Sites as their administrator sees them. */
    const everything = async (): Promise<unknown> => {
      const paths = [
        '',
        '/structure',
        '/share-links',
        '/redirects',
        '/mcp-servers',
        '/publishing/auth',
        '/adaptive-schema',
        '/customization',
        '/hostname',
        '/permissions/users',
        '/permissions/teams',
      ];
      return Promise.all(
        [guarded, guardedToo].flatMap(({ api }) =>
          paths.map(async (path) => must(await world.admin.api.get(api + path), 200)),
        ),
      );
    };
    let untouched: unknown;
    before(async () => {
      untouched = await everything();
    });
    after(async () => {
      expect(await everything()).to.deep.equal(untouched);
    });

    for (const [operation, variant, needs, request] of ROWS)
      it(`[A75] ${operation} needs the right to ${DOING[needs]}${variant === '' ? '' : ` (${variant})`}`, async () => {
        for (const caller of Object.keys(CALLERS) as CallerName[])
          if (!may(caller, needs)) must(await send(caller, request(guarded)), caller === 'guest' ? 404 : 403);
        // What is destroyed has to be visible, and no more.
        if (needs === 'audience' && !operation.startsWith('delete'))
          must(await send('partial', request(guardedToo)), 403);
      });
  });

  describe('operations on a site with a deleted space', () => {
    /** Makes a site with a space that `partial` never sees, and deletes that space. */
    async function makeSiteWithDeleted(): Promise<Place> {
      const { id: secret } = await world.space({ title: 'Kept back' });
      must(await world.admin.api.patch(`/v1/spaces/${secret}`, { defaultLevel: null }), 200);
      const users = [callers.get('all')!.userId];
      must(await world.admin.api.post(`/v1/spaces/${secret}/permissions`, { role: 'create', users }), 204);
      const place = await makeSite(secret);
      must(await world.admin.api.delete(`/v1/spaces/${secret}`), 205);
      return place;
    }

    it('[A75] need the right to grant access to the deleted space, as it comes back when it is restored', async () => {
      const place = await makeSiteWithDeleted();
      const rows = ROWS.filter(([operation, , needs]) => needs === 'audience' && !operation.startsWith('delete'));
      const allowed: string[] = [];
      for (const [operation, variant, , request] of rows)
        if ((await send('partial', request(place))).status !== 403) allowed.push(`${operation} ${variant}`);
      expect(allowed).to.deep.equal([]);
      for (const caller of ['all', 'admin'] as const)
        must(await send(caller, ['PATCH', place.api, { visibility: 'public' }]), 200);
    });

    it('[A75] remove no condition that the deleted space would have when it is restored', async () => {
      const place = await makeSite();
      const section = must(
        await world.admin.api.post(`${place.api}/sections`, { spaceId: hidden, title: 'Conditional' }),
        201,
      );
      const api = `${place.api}/sections/${section.id}`;
      must(await world.admin.api.patch(api, { condition: CONDITION }), 200);
      must(await world.admin.api.delete(`/v1/spaces/${hidden}`), 205);
      must(await send('granted', ['PATCH', api, { condition: null }]), 403);
      must(await world.admin.api.post(`/v1/spaces/${hidden}/restore`), 200);
      const { items } = must(await world.admin.api.get(`${place.api}/sections`), 200);
      expect(items.find(({ id }: any) => id === section.id).condition).to.equal(CONDITION);
    });

    it('[A75] need no right to the deleted space where they admit nobody', async () => {
      const place = await makeSiteWithDeleted();
      for (const [, , needs, request] of ROWS)
        if (needs === 'manage' && request(place)[0] === 'PATCH') expectDone(await send('partial', request(place)));
      must(await send('partial', ['POST', `${place.api}/unpublish`]), 200);
    });
  });

  describe('operations with the right', () => {
    for (const [operation, variant, needs, request] of ROWS)
      it(`[A75] ${operation} succeeds with the right to ${DOING[needs]}${variant === '' ? '' : ` (${variant})`}`, async () => {
        if (needs === 'audience') {
          const isRead = request(guarded)[0] === 'GET';
          for (const caller of ['admin', 'all'] as const)
            expectDone(await send(caller, request(isRead ? guarded : await makeSite(hidden))));
          expectDone(await send('partial', request(isRead ? unrestricted : await makeSite())));
          return;
        }
        for (const caller of needs === 'manage'
          ? (['partial', 'granted'] as const)
          : (['admin', 'all', 'partial', 'granted', 'edit', 'read'] as const).filter((each) => may(each, needs))) {
          const answer = await send(caller, request(needs === 'manage' ? await makeSite(hidden) : guarded));
          expectDone(answer);
          if (caller !== 'admin' && caller !== 'all')
            expect(JSON.stringify(answer.body)).not.to.include(hidden).and.not.to.include('Merger plans');
        }
      });
  });

  describe('updateSiteShareLinkById', () => {
    it('[A75] deactivates a link without showing its key to callers who may not widen the audience', async () => {
      const place = await makeSite(hidden);
      must(await world.admin.api.patch(place.api, { visibility: 'share-link' }), 200);
      const path = `${place.api}/share-links/${place.link}`;
      expect(must(await callers.get('partial')!.api.patch(path, { active: false }), 200).urls).not.to.have.property(
        'published',
      );
      expect(must(await callers.get('all')!.api.patch(path, { active: true }), 200).urls).to.have.property('published');
      must(await callers.get('partial')!.api.patch(path, { active: true }), 200);
      expect(must(await callers.get('partial')!.api.patch(path, { name: 'Renamed' }), 200).urls).not.to.have.property(
        'published',
      );
    });

    it('[A75] activates no link to a space that is added concurrently and that the caller may not grant access to', async () => {
      const place = await makeSite();
      const partial = callers.get('partial')!;
      let added: Answer | undefined;
      beforeNextLock(world.instance, partial, async () => {
        added = await world.admin.api.post(`${place.api}/site-spaces`, { spaceId: hidden });
      });
      must(await partial.api.patch(`${place.api}/share-links/${place.inactiveLink}`, { active: true }), 403);
      must(added!, 201);
    });
  });

  describe('deleteSiteSectionById', () => {
    it('[A75] keeps a section whose spaces are all hidden from the caller, like an unknown one', async () => {
      const place = await makeSite();
      const section = must(
        await world.admin.api.post(`${place.api}/sections`, { spaceId: hidden, title: 'Kept back' }),
        201,
      );
      must(await callers.get('partial')!.api.delete(`${place.api}/sections/${section.id}`), 204);
      expect(must(await world.admin.api.get(`${place.api}/sections`), 200).items.map(({ id }: any) => id)).to.include(
        section.id,
      );
    });
  });

  describe('addSpaceToSite', () => {
    it('[A75] needs only the right to grant access to the added space while the site is not published', async () => {
      const place = await makeSite(hidden);
      must(await world.admin.api.post(`${place.api}/unpublish`), 200);
      must(await callers.get('partial')!.api.post(`${place.api}/site-spaces`, { spaceId: place.freeSpace }), 201);
      must(await callers.get('partial')!.api.post(`${place.api}/site-spaces`, { spaceId: readable }), 403);
      must(await callers.get('partial')!.api.post(`${place.api}/publish`), 403);
    });
  });
});
