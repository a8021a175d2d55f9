import { expect } from 'chai';
import { audienceSite, shareLink, unsignedToken, visitorToken } from '../../support/sites/audience.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

/** Parts of the site: the site, a hidden page, a section for staff, a variant for staff. */
const PATHS = { site: '/', hidden: '/hidden', section: '/staff', variant: '/inner' };

/** Who is shown what of a site, by its visibility: (s)ite, (h)idden page, section for staff (S), variant for staff (V). */
const EXPECTED = `
                       public  unlisted  share-link  visitor-auth
  anonymous            sh..    sh..      ....        ....
  a wrong key          ....    ....      ....        ....
  the right key        ....    ....      sh..        ....
  a revoked key        ....    ....      ....        ....
  a key turned off     ....    ....      ....        ....
  another site's key   ....    ....      ....        ....
  a token of staff     shSV    shSV      ....        shSV
  a token of a guest   sh..    sh..      ....        sh..
  an expired token     sh..    sh..      ....        ....
  alg none             sh..    sh..      ....        ....
  a wrong algorithm    sh..    sh..      ....        ....
  another site's token sh..    sh..      ....        ....
  a member's token     sh..    sh..      ....        sh..
  a member unproven    sh..    sh..      ....        ....
  key and token        ....    ....      shSV        ....
`;
const [HEAD, ...ROWS] = EXPECTED.trim().split('\n');
const VISIBILITIES = HEAD!.trim().split(/\s+/);
const TABLE = ROWS.map((row) => ({ who: row.slice(0, 22).trim(), shown: row.slice(22).trim().split(/\s+/) })).map(
  ({ who, shown }) => ({
    who,
    shown: Object.fromEntries(VISIBILITIES.map((visibility, i) => [visibility, shown[i]!])),
  }),
);

onEveryBackend('visibility of a site', (backend) => {
  let world: World;
  let web: Api;
  before(async () => {
    world = await World.create(await backend.instance());
    web = apiOf(world.instance);
  });

  for (const visibility of VISIBILITIES)
    it(`[A14][A17][A18][A22] shows every caller their part of a site that is ${visibility}`, async function () {
      const [site, other] = [await audienceSite(world, visibility), await audienceSite(world, visibility)];
      // Keys are had while the site is one for share links.
      const key = async (of: typeof site) => {
        must(await world.admin.api.patch(of.api, { visibility: 'share-link' }), 200);
        const made = await shareLink(world, of);
        must(await world.admin.api.patch(of.api, { visibility }), 200);
        return made;
      };
      const [right, revoked, off, foreign] = [await key(site), await key(site), await key(site), await key(other)];
      must(await world.admin.api.delete(`${site.api}/share-links/${revoked.id}`), 205);
      must(await world.admin.api.patch(`${site.api}/share-links/${off.id}`, { active: false }), 200);
      const { serviceVisitorClaims: ofMember } = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/ping`),
        200,
      );

      const withKey = (secret: string) => ({ at: `${site.at}/~quire/s/${secret}` });
      const withToken = (token: string) => ({ at: site.at, headers: { cookie: `quire-visitor=${token}` } });
      const staff = { staff: true, aud: site.site.id };
      const token = await visitorToken(site.key, staff);
      const comers: Record<string, { at: string; headers?: Record<string, string> }> = {
        anonymous: { at: site.at },
        'a wrong key': withKey(`${right.key.slice(0, -1)}${right.key.endsWith('A') ? 'B' : 'A'}`),
        'the right key': withKey(right.key),
        'a revoked key': withKey(revoked.key),
        'a key turned off': withKey(off.key),
        "another site's key": withKey(foreign.key),
        'a token of staff': withToken(token),
        'a token of a guest': withToken(await visitorToken(site.key)),
        'an expired token': withToken(await visitorToken(site.key, staff, { exp: Math.floor(Date.now() / 1000) - 1 })),
        'alg none': withToken(unsignedToken(staff)),
        'a wrong algorithm': withToken(await visitorToken(site.key, staff, { alg: 'HS512' })),
        "another site's token": withToken(await visitorToken(other.key, { staff: true })),
        "a member's token": withToken(ofMember),
        'a member unproven': { at: site.at, headers: { authorization: `Bearer ${world.admin.token}` } },
        'key and token': { ...withKey(right.key), ...withToken(token), at: withKey(right.key).at },
      };
      const unknown = await web.get('/sites/there-is-none/');
      const shown: Record<string, string> = {};
      for (const [who, { at, headers }] of Object.entries(comers)) {
        const answers = await Promise.all(Object.values(PATHS).map((path) => web.get(at + path, headers)));
        const isThere = answers[0]!.status === 200;
        shown[who] = answers.map(({ status }, i) => (status === 200 ? 'shSV'[i] : '.')).join('');
        for (const answer of answers) {
          const caching = answer.headers.get('cache-control')!;
          expect(caching, `${who}: never in a shared cache`).to.match(/^(?:private, no-store|no-store)$/);
          if (isThere) {
            const found = must(await web.get(`${at}/~quire/search?q=variant`, headers), 200);
            expect(
              /<a[^>]*href="[^"]*\/inner[^"]*"/.test(found.replace(/<nav[^]*?<\/nav>/g, '')),
              `${who} finds it`,
            ).to.equal(shown[who]!.includes('V'));
          }
          // To whom the site is not there, nothing is.
          if (!isThere)
            expect({ body: answer.body, caching }, who).to.deep.equal({
              body: unknown.body,
              caching: unknown.headers.get('cache-control'),
            });
        }
      }
      expect(shown).to.deep.equal(Object.fromEntries(TABLE.map(({ who, shown: by }) => [who, by[visibility]])));

      // What those see who may see it in the app, and where they are told that readers find it.
      const reader = await world.member('read');
      const profile = async (query = '') => must(await reader.api.get(`${site.api}/published${query}`), 200);
      const isOpen = visibility === 'public' || visibility === 'unlisted';
      expect((await profile()).site.urls).to[isOpen ? 'have' : 'not']['property']('published');
      for (const wrong of [revoked, off, foreign])
        expect((await profile(`?shareKey=${wrong.key}`)).site.urls, 'a key that opens nothing').to[
          isOpen ? 'have' : 'not'
        ]['property']('published');
      const { site: seen, structure } = await profile(`?shareKey=${right.key}`);
      if (visibility === 'visitor-auth') expect(seen.urls).to.not.have.property('published');
      else {
        expect(seen.urls.published).to.include(visibility === 'share-link' ? `/~quire/s/${right.key}/` : site.at);
        for (const url of [seen.urls.published, structure.structure[0].urls.published])
          must(await web.get(new URL(url).pathname), 200);
      }
      must(await web.get(`${site.api}/published`), 401);
      must(await (await world.stranger()).api.get(`${site.api}/published`), 404);
      must(await world.admin.api.post(`${site.api}/unpublish`), 200);
      must(await reader.api.get(`${site.api}/published`), 404);
      must(await world.admin.api.get(`${site.api}/published`), 200);
      for (const { at, headers } of Object.values(comers)) must(await web.get(`${at}/`, headers), 404);
    });
});
