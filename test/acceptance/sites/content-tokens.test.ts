import { expect } from 'chai';
import { decodeJwt, SignJWT } from 'jose';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { bodyAt, makePlace, parametersOf, pathAt, type Place } from '../../support/routes/places.ts';
import { audienceSite, shareLink, visitorToken, type AudienceSite } from '../../support/sites/audience.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

/** Operations that read content with a content token. */
const OPEN_TO_VISITORS: readonly string[] = [
  'getCurrentRevision',
  'getDocumentById',
  'getEmbedByUrlInSpace',
  'getFileById',
  'getFileInRevisionById',
  'getLatestOpenAPISpecVersionContent',
  'getPageById',
  'getPageByPath',
  'getPageDocumentById',
  'getPageDocumentInRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPublishedContentSite',
  'getReusableContentById',
  'getReusableContentDocumentInRevisionById',
  'getReusableContentInRevisionById',
  'getRevisionById',
  'getSiteRedirectBySource',
  'getSiteStructure',
  'getSpaceById',
  'listFiles',
  'listFilesInRevisionById',
  'listPages',
  'listPagesInRevisionById',
  'listReusableContents',
  'listReusableContentsInRevisionById',
  'listRevisionPageMetaLinks',
  'listSpacePageMetaLinks',
  'prewarmSiteSearch',
  'searchSiteContent',
  'streamAskInSite',
  'streamRecommendedQuestionsInSite',
  'submitAgentFeedbackToSite',
  'submitSiteAgentFeedback',
  'trackEventsInSiteById',
];

onEveryBackend('content tokens of visitors', (backend) => {
  let world: World;
  let web: Api;
  before(async () => {
    world = await World.create(await backend.instance());
    web = apiOf(world.instance);
  });
  const resolve = async (url: string, visitor: object = {}, by: Api = web) =>
    must(await by.post('/v1/urls/published', { url, visitor }), 200);
  const tokenAt = async (url: string, visitor: object = {}, by: Api = web): Promise<string> =>
    (await resolve(url, visitor, by)).apiToken;
  const titles = (pages: readonly any[]): string[] =>
    pages.flatMap((page) => [page.title, ...titles(page.pages ?? [])]);

  it('is a JSON Web Token for the published content, valid for an hour', async () => {
    const { site, spaces, api } = await publish(world, [GUIDE, { pages: [{ title: 'Start' }] }]);
    const [first] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    const before = Math.floor(Date.now() / 1000);
    const { exp, iat, iss, proof, issuedAt, ...claims } = decodeJwt(await tokenAt(site.urls.published));
    expect(claims).to.deep.equal({
      kind: 'site',
      organization: world.organizationId,
      site: site.id,
      siteSpace: first.id,
      space: spaces[0].id,
      spaces: spaces.map(({ id }) => id),
    });
    expect(iat).to.be.within(before, before + 60);
    expect(exp! - iat!).to.be.within(3600, 3601);
    expect(iss).to.equal(world.instance.publicUrl);
  });

  describe('every operation', () => {
    let place: Place;
    let reader: Api;
    before(async function () {
      place = await makePlace(world);
      must(
        await world.admin.api.patch(`/v1/orgs/${world.organizationId}/openapi/${place.specSlug}`, {
          visibility: 'public',
        }),
        200,
      );
      const { revision } = must(await world.admin.api.get(`/v1/spaces/${place.spaceId}`), 200);
      place = { ...place, revisionId: revision };
      reader = apiOf(world.instance, await tokenAt(place.siteUrl!));
      await waitForProjections(world.instance);
    });

    it('is refused to the token, except for reads of content', async () => {
      const allowed: string[] = [];
      for (const route of ROUTES.filter(({ useCase }) => useCase.requires !== 'nothing')) {
        const { status, body } = await reader(partsOf(route).method, pathAt(route, place), bodyAt(route, place));
        if (status < 300) allowed.push(route.useCase.name);
        else expect(status, `${route.endpoint}: ${JSON.stringify(body)}`).to.equal(403);
      }
      expect(allowed.sort()).to.deep.equal(OPEN_TO_VISITORS);
    });

    it('is refused to the token where it would identify a caller', async () => {
      must(await reader.post('/v1/urls/published', { url: place.siteUrl }), 403);
    });

    it('finds nothing of other sites and spaces of the organization, nor of other organizations', async function () {
      const sibling = await makePlace(world);
      const foreign = await makePlace(await World.create(world.instance));
      for (const route of ROUTES.filter(({ useCase }) => OPEN_TO_VISITORS.includes(useCase.name)))
        for (const name of parametersOf(route))
          for (const other of [sibling, foreign]) {
            if (other[name] === place[name] || (name === 'pagePath' && other === sibling)) continue;
            const at = pathAt(route, { ...place, [name]: other[name]! });
            expect((await reader(partsOf(route).method, at, bodyAt(route, place))).status, at).to.equal(404);
          }
    });

    it('is refused to an altered token, to one with another key, and to the token of an organization', async () => {
      const token = await tokenAt(place.siteUrl!);
      const { exp: _exp, ...claims } = decodeJwt(token);
      const exp = Math.floor(Date.now() / 1000) + 3600;
      const forged = await new SignJWT({ ...claims, exp })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32)));
      const [header, payload, signature] = token.split('.');
      const changed = Buffer.from(JSON.stringify({ ...claims, exp, spaces: [] })).toString('base64url');
      const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      for (const bad of [forged, `${header}.${changed}.${signature}`, none, `${header}.${payload}.x`])
        must(await apiOf(world.instance, bad).get(`/v1/spaces/${place.spaceId}`), 401);
    });
  });

  describe('the content', () => {
    let guide: PublishedSite;
    before(async () => {
      guide = await publish(world, [GUIDE, { pages: [{ title: 'Start' }] }]);
    });

    it('does not tell the members whom merge rules name', async () => {
      const { site, spaces, api } = await publish(world, [GUIDE]);
      const at = `/v1/spaces/${spaces[0].id}`;
      const rules = [{ rule: 'allow_bypass', users: [world.admin.userId] }];
      must(await world.admin.api.patch(at, { mergeRules: { rules } }), 200);
      const reader = apiOf(world.instance, await tokenAt(site.urls.published));
      for (const path of [at, `${api}/structure`, `${api}/published`])
        expect(JSON.stringify(must(await reader.get(path), 200)), path).not.to.include(world.admin.userId);
    });

    it('is the pages, documents and files that the site shows', async () => {
      const [space] = guide.spaces;
      const reader = apiOf(world.instance, await tokenAt(guide.site.urls.published));
      const at = `/v1/spaces/${space.id}`;
      const shown = must(await reader.get(at), 200);
      expect(shown).to.include({ title: space.title, comments: 0, changeRequests: 0 });
      expect(shown.permissions).to.include({ view: true, edit: false, comment: false, admin: false });
      const { pages, files, createdBy } = must(await reader.get(`${at}/revisions/${shown.revision}`), 200);
      expect(createdBy).to.equal(undefined);
      expect(titles(pages)).to.include.members(['Welcome', 'Install', 'Deep', 'Hidden']);
      expect(titles(pages)).not.to.include('Secret').and.not.include('Below secret');
      const secret = (guide.filledSpaces[0]!.pages as Record<string, string>)['Secret'];
      must(await reader.get(`${at}/content/page/${secret}`), 404);
      must(await reader.get(`${at}/content/path/guides/secret/below-secret`), 404);
      must(await reader.get(`${at}/content/page/${secret}/document`), 404);
      const stored = must(await world.admin.api.get(`${at}/content/page/${secret}`), 200);
      must(await reader.get(`${at}/documents/${stored.documentId}`), 404);
      const install = must(await reader.get(`${at}/content/path/guides/install?format=document`), 200);
      expect(install.document.object).to.equal('document');
      expect(must(await reader.get(`${at}/documents/${install.documentId}`), 200).object).to.equal('document');
      const { downloadURL } = files.find(({ name }: any) => name === 'logo.png');
      const download = downloadURL.replace(world.instance.publicUrl, world.instance.url);
      expect((await fetch(download)).status).to.equal(200);
      must(await world.admin.api.post(`${guide.api}/unpublish`), 200);
      expect((await fetch(download)).status).to.equal(404);
      must(await reader.get(at), 401);
      must(await world.admin.api.post(`${guide.api}/publish`), 200);
      expect((await fetch(download)).status).to.equal(200);
    });

    it('is what the site showed since the token was issued, not earlier revisions or change requests', async () => {
      const [, space] = guide.spaces;
      const at = `/v1/spaces/${space.id}`;
      const insert = { changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'x' } }] };
      const { revision: earlier } = must(await world.admin.api.get(at), 200);
      must(await world.admin.api.post(`${at}/content`, insert), 200);
      const { revision } = must(await world.admin.api.get(at), 200);
      const request = must(await world.admin.api.post(`${at}/change-requests`, { subject: 'Draft' }), 201);
      const edited = must(await world.admin.api.post(`${at}/change-requests/${request.id}/content`, insert), 200);
      const reader = apiOf(world.instance, await tokenAt(guide.site.urls.published));
      must(await world.admin.api.post(`${at}/content`, insert), 200);
      must(await reader.get(`${at}/revisions/${revision}/pages`), 200);
      must(await reader.get(`${at}/revisions/${earlier}/pages`), 404);
      must(await reader.get(`${at}/revisions/${edited.revision}/pages`), 404);
      must(await reader.get(`${at}/revisions/${must(await reader.get(at), 200).revision}/pages`), 200);
    });
  });

  it('reads pages with ids of former versions, which could begin with a digit', async () => {
    const { site, spaces, filledSpaces } = await publish(world, [{ pages: [{ title: 'Start', markdown: 'begin' }] }]);
    const old = `0${filledSpaces[0]!.pages['Start']!.slice(1)}`;
    await fillSpace(
      world.instance,
      spaces[0].id,
      { pages: [{ title: 'Start', markdown: 'old' }] },
      { pages: { Start: old } },
    );
    const reader = apiOf(world.instance, await tokenAt(site.urls.published));
    expect(must(await reader.get(`/v1/spaces/${spaces[0].id}/content/page/${old}`), 200).markdown).to.equal('old');
  });

  it('reads documents for readers, without source that no block represents', async () => {
    const { site, spaces, filledSpaces } = await publish(world, [
      { pages: [{ title: 'Start', markdown: 'a <u>b</u>[^1]\n\n<section>\n\nc\n\n</section>\n\n[^1]: note\n' }] },
    ]);
    const reader = apiOf(world.instance, await tokenAt(site.urls.published));
    const at = `/v1/spaces/${spaces[0].id}/content/page/${filledSpaces[0]!.pages['Start']}/document`;
    for (const query of ['', '?evaluated=deterministic-only']) {
      const { nodes } = must(await reader.get(at + query), 200);
      expect(
        nodes.map(({ type }: any) => type),
        query,
      ).to.deep.equal(['paragraph', 'paragraph']);
      expect(nodes[0].nodes[0].leaves.map(({ text }: any) => text)).to.deep.equal(['a b']);
      expect(nodes[0].nodes[1].fragments[0]).to.include({ type: 'annotation-body' });
    }
    expect(JSON.stringify(must(await world.admin.api.get(at), 200).nodes))
      .to.include('<section>')
      .and.include('<u>');
  });

  it('finds pages by the former paths that the repository redirects to listed pages', async () => {
    const { site, spaces } = await publish(world, [
      {
        pages: [{ title: 'Start' }, { title: 'Hidden', hidden: true, pages: [{ title: 'Below' }] }],
        redirects: { '/old/place': 'Start', '/old/hidden': 'Hidden', '/old/below': 'Below' },
      },
    ]);
    const reader = apiOf(world.instance, await tokenAt(site.urls.published));
    const at = `/v1/spaces/${spaces[0].id}/content/path/`;
    expect(must(await reader.get(`${at}old%2Fplace`), 200)).to.deep.include({ title: 'Start', path: 'start' });
    expect(must(await reader.get(`${at}Old%2FPLACE`), 200)).to.deep.include({ title: 'Start', path: 'start' });
    for (const path of ['old%2Fhidden', 'old%2Fbelow', 'old', 'old%2Fplace%2Fx'])
      must(await reader.get(at + path), 404);
    must(await world.admin.api.get(`${at}old%2Fplace`), 404);
  });

  describe('of sites that adapt to their visitors', () => {
    let staffed: AudienceSite;
    let home: string;
    before(async () => {
      staffed = await audienceSite(world, 'visitor-auth');
      home = `${world.instance.publicUrl}${staffed.at}/`;
    });
    const ofStaff = async (staff: boolean) => ({ jwtToken: await visitorToken(staffed.key, { staff }) });

    it('hides pages, texts and spaces whose conditions do not hold for the visitor', async () => {
      const [space] = staffed.spaces;
      const at = `/v1/spaces/${space.id}`;
      for (const staff of [true, false]) {
        const { apiToken, contextId } = await resolve(home, await ofStaff(staff));
        expect(contextId).to.match(/^\w{20}$/);
        expect(decodeJwt(apiToken)['claims']).to.deep.include({ staff });
        const reader = apiOf(world.instance, apiToken);
        const { pages } = must(await reader.get(`${at}/content/pages`), 200);
        expect(titles(pages)).to.deep.equal(['Home', 'Hidden', ...(staff ? ['Insider'] : [])]);
        const page = must(await reader.get(`${at}/content/path/home`), 200);
        expect(page.markdown.includes('Words for staff.'), page.markdown).to.equal(staff);
        expect(page.markdown).to.include('Words for all.').and.not.include('Bonjour').and.not.include('{%');
        const document = JSON.stringify(must(await reader.get(`${at}/documents/${page.documentId}`), 200));
        expect(document.includes('Words for staff.')).to.equal(staff);
        const inner = await reader.get(`/v1/spaces/${staffed.spaces[1].id}`);
        expect(inner.status).to.equal(staff ? 200 : 404);
        const profile = must(await reader.get(`${staffed.api}/published`), 200);
        expect(profile.structure.structure.map(({ title }: any) => title)).to.deep.equal([
          'For all',
          ...(staff ? ['Staff'] : []),
        ]);
        await waitForProjections(world.instance);
        const found = must(
          await reader.post(`${staffed.api}/search`, { query: 'staff knows', scope: { mode: 'all' } }),
          200,
        );
        expect(JSON.stringify(found.items).includes('Insider')).to.equal(staff);
      }
    });

    it('evaluates conditions of variables and claims together', async () => {
      const site = await audienceSite(world, 'visitor-auth');
      const [space] = site.spaces;
      await fillSpace(world.instance, space.id, {
        pages: [
          {
            title: 'Home',
            markdown:
              '{% if space.vars.edition == "full" && visitor.claims.staff %}\nboth\n{% endif %}\n\n{% if space.vars.edition == "full" %}\nfull\n{% else %}\nsmall\n{% endif %}\n',
          },
        ],
        variables: { edition: 'full' },
      });
      const at = `${world.instance.publicUrl}${site.at}/`;
      for (const staff of [true, false]) {
        const reader = apiOf(world.instance, await tokenAt(at, { jwtToken: await visitorToken(site.key, { staff }) }));
        const { markdown } = must(await reader.get(`/v1/spaces/${space.id}/content/path/home`), 200);
        expect(markdown.match(/\w+/g)).to.deep.equal(staff ? ['both', 'full'] : ['full']);
      }
    });

    it('expires with the token of the visitor, but not before three minutes', async () => {
      const now = Math.floor(Date.now() / 1000);
      const expiryFor = async (seconds: number): Promise<number> => {
        const jwtToken = await visitorToken(staffed.key, {}, { exp: now + seconds });
        return decodeJwt(await tokenAt(home, { jwtToken })).exp! - now;
      };
      expect(await expiryFor(900)).to.be.within(899, 901);
      expect(await expiryFor(30)).to.be.within(179, 200);
      expect(await expiryFor(90_000)).to.be.within(3599, 3620);
    });

    it('ends when the signing key is replaced and the grace period of the old one is over, or when the site changes hands', async () => {
      const reader = apiOf(world.instance, await tokenAt(home, await ofStaff(true)));
      const at = `/v1/spaces/${staffed.spaces[0].id}`;
      must(await reader.get(at), 200);
      must(await world.admin.api.post(`${staffed.api}/publishing/auth/regenerate`), 200);
      must(await reader.get(at), 200);
      must(await world.admin.api.post(`${staffed.api}/publishing/auth/regenerate`), 200);
      must(await reader.get(at), 401);
      must(await world.admin.api.patch(staffed.api, { visibility: 'share-link' }), 200);
      must(await reader.get(at), 401);
      must(await world.admin.api.patch(staffed.api, { visibility: 'public' }), 200);
      must(await reader.get(at), 200);
    });
  });

  it('ends with the share link that opened the site', async () => {
    const site = await publish(world, [GUIDE], { visibility: 'share-link' });
    const link = await shareLink(world, site);
    const reader = apiOf(world.instance, await tokenAt(world.instance.publicUrl + link.at));
    const at = `/v1/spaces/${site.spaces[0].id}`;
    must(await reader.get(at), 200);
    must(await world.admin.api.patch(`${site.api}/share-links/${link.id}`, { active: false }), 200);
    must(await reader.get(at), 401);
  });

  it('ends with the membership that opened the site', async () => {
    const site = await publish(world, [GUIDE], { visibility: 'visitor-auth' });
    const member = await world.member('read');
    const reader = apiOf(world.instance, await tokenAt(`${world.instance.publicUrl}${site.at}/`, {}, member.api));
    const at = `/v1/spaces/${site.spaces[0].id}`;
    must(await reader.get(at), 200);
    must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${member.userId}`), 205);
    must(await reader.get(at), 401);
  });
});
