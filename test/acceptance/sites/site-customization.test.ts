import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import {
  CUSTOMIZATION,
  LINK_PLACES,
  NEWER_CUSTOMIZATION,
  withNewerFields,
} from '../../support/sites/customizations.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('customization of sites', (backend) => {
  let world: World;
  let client: any;
  let api: Api;
  let published: PublishedSite;
  let look: string;
  let part: string;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ client, api } = world.admin);
  });
  beforeEach(async () => {
    published = await publish(world, [GUIDE], { titles: ['Guide'] });
    look = `${published.api}/customization`;
    part = `${published.api}/site-spaces/${must(await api.get(`${published.api}/site-spaces`), 200).items[0].id}/customization`;
  });
  const put = async (change: object, status = 200) =>
    must(await api.put(look, { ...CUSTOMIZATION, ...change }), status);
  const issue = (body: any): string => body.error.issues[0].path;

  describe('updateSiteCustomizationById', () => {
    it('replaces the default customization, through the official client', async () => {
      const { organizationId: org } = world;
      const { data: before } = await client.orgs.getSiteCustomizationById(org, published.site.id);
      expect(before).to.deep.include({
        title: published.site.title,
        header: { preset: 'default', links: [] },
        internationalization: { locale: 'en' },
        pagination: { enabled: true },
      });
      const said = {
        ...CUSTOMIZATION,
        title: 'The docs',
        favicon: { emoji: '📘' },
        announcement: {
          enabled: true,
          message: 'New!',
          style: 'success',
          link: { title: 'More', to: { kind: 'url', url: 'mailto:docs@example.com' } },
        },
      };
      const shown = withNewerFields(said);
      expect((await client.orgs.updateSiteCustomizationById(org, published.site.id, said)).data).to.deep.equal(shown);
      expect((await client.orgs.getSiteCustomizationById(org, published.site.id)).data).to.deep.equal(shown);
      expect(await put({})).to.deep.equal(withNewerFields({ ...CUSTOMIZATION, title: published.site.title }));
      // Clients send back what they read.
      expect(must(await api.put(look, shown), 200)).to.deep.equal(shown);
    });

    it('takes the customization of the newest client, and answers it with the fields of the contract', async () => {
      const shown = {
        ...NEWER_CUSTOMIZATION,
        title: published.site.title,
        pageActions: { externalAI: false, markdown: true, mcp: true, items: ['mcp', 'git', 'markdown'] },
        pdf: { enabled: false },
        git: { showEditLink: true },
      };
      expect(must(await api.put(look, NEWER_CUSTOMIZATION), 200)).to.deep.equal(shown);
      expect(must(await api.get(look), 200)).to.deep.equal(shown);
      const { ai } = must(await (await world.member('read')).api.get(look), 200);
      const { instructions: _, ...publicSettings } = NEWER_CUSTOMIZATION.ai;
      expect(ai).to.deep.equal(publicSettings);
      const { customizations } = must(await api.get(`${published.api}/published`), 200);
      expect(customizations.site.ai).to.deep.equal(publicSettings);
      const displayed = await put({ socialAccounts: [{ platform: 'x-twitter', handle: 'a' }] }, 400);
      expect(issue(displayed)).to.equal('socialAccounts.0.platform');
      expect(
        (await put({ socialAccounts: [{ platform: 'github', handle: 'a' }] })).socialAccounts[0].display,
      ).to.deep.equal({ footer: true, header: false });
    });

    it('refuses texts, lists and names of the newest client beyond their limits', async () => {
      const { ai, header, styling } = NEWER_CUSTOMIZATION;
      const account = { platform: 'github', handle: 'a' };
      for (const [change, path] of [
        [{ localizedTitle: { xx: 'a' } }, 'localizedTitle'],
        [{ localizedTitle: { de: 'x'.repeat(129) } }, 'localizedTitle.de'],
        [{ themes: { default: 'dim', toggeable: true } }, 'themes.default'],
        [{ styling: { ...styling, headingFont: 'Comic' } }, 'styling.headingFont'],
        [
          { styling: { ...styling, codeTheme: { ...styling.codeTheme, default: { light: 'x', dark: 'nord' } } } },
          'styling.codeTheme.default.light',
        ],
        [{ header: { ...header, primaryLink: { kind: 'url', url: 'javascript:x' } } }, 'header.primaryLink.url'],
        [{ ai: { ...ai, suggestions: ['ab'] } }, 'ai.suggestions.0'],
        [{ ai: { ...ai, suggestions: Array(6).fill('Why so?') } }, 'ai.suggestions'],
        [{ ai: { ...ai, greeting: 'x'.repeat(257) } }, 'ai.greeting'],
        [{ ai: { ...ai, instructions: 'x'.repeat(10_001) } }, 'ai.instructions'],
        [{ pageActions: { items: ['print'] } }, 'pageActions.items.0'],
        [{ pageActions: { items: ['pdf', 'pdf'] } }, 'pageActions.items'],
        [{ pageActions: {} }, 'pdf'],
        [{ socialAccounts: Array(11).fill(account) }, 'socialAccounts'],
        [{ socialAccounts: [{ ...account, handle: '' }] }, 'socialAccounts.0.handle'],
      ] as const)
        expect(issue(must(await api.put(look, { ...NEWER_CUSTOMIZATION, ...change }), 400)), path).to.equal(path);
    });

    it('keeps both forms of the page actions in agreement', async () => {
      const { pageActions, pdf, git } = must(await api.put(look, NEWER_CUSTOMIZATION), 200);
      const stored = must(await api.get(look), 200);
      const flagged = must(
        await api.put(look, { ...stored, pageActions: { ...pageActions, externalAI: true }, pdf: { enabled: true } }),
        200,
      );
      expect(flagged.pageActions.items).to.deep.equal(['mcp', 'git', 'markdown', 'external-ai', 'pdf']);
      expect([pdf.enabled, git.showEditLink]).to.deep.equal([false, true]);
      const listed = must(
        await api.put(look, { ...flagged, pageActions: { ...flagged.pageActions, items: ['pdf'] } }),
        200,
      );
      expect(listed.pageActions).to.deep.equal({
        externalAI: false,
        markdown: false,
        mcp: false,
        items: ['pdf'],
      });
      expect([listed.pdf.enabled, listed.git.showEditLink]).to.deep.equal([true, false]);
      const own = must(await api.patch(part, { pageActions: { items: ['markdown'] } }), 200);
      expect(own.pageActions.items).to.deep.equal(['markdown']);
      expect(own.pdf.enabled).to.equal(false);
    });

    it('requires every part, valid colors, and texts and lists within their limits', async () => {
      for (const name of Object.keys(CUSTOMIZATION))
        expect(issue(must(await api.put(look, { ...CUSTOMIZATION, [name]: undefined }), 400)), name).to.equal(name);
      const colored = (light: string) => ({
        styling: { ...CUSTOMIZATION.styling, primaryColor: { light, dark: '#000' } },
      });
      for (const color of ['#fff', '#A0b1C2']) await put(colored(color));
      for (const color of ['fff', '#ff', '#ffff', '#fffffff', 'red', '#ggg', '#fff;}', 'url(x)'])
        expect(issue(await put(colored(color), 400)), color).to.equal('styling.primaryColor.light');
      for (const title of ['ab', 'x'.repeat(128)]) await put({ title });
      for (const title of ['a', 'x'.repeat(129)]) expect(issue(await put({ title }, 400))).to.equal('title');
      await put({ footer: { groups: [], copyright: 'x'.repeat(512) } });
      expect(issue(await put({ footer: { groups: [], copyright: 'x'.repeat(513) } }, 400))).to.equal(
        'footer.copyright',
      );
      const announced = (message: string) => ({ announcement: { enabled: true, message, style: 'info' } });
      for (const message of ['ab', 'x'.repeat(128)]) await put(announced(message));
      for (const message of ['a', 'x'.repeat(129)])
        expect(issue(await put(announced(message), 400))).to.equal('announcement.message');
      const links = (count: number, length = 64) => ({
        header: {
          preset: 'default',
          links: Array.from({ length: count }, () => ({
            title: 'x'.repeat(128),
            to: null,
            links: [{ title: 'y'.repeat(length), to: { kind: 'url', url: 'https://example.com/' } }],
          })),
        },
      });
      await put(links(32));
      expect(issue(await put(links(33), 400))).to.equal('header.links');
      expect(issue(await put(links(1, 65), 400))).to.equal('header.links.0.links.0.title');
      expect(issue(await put({ internationalization: { locale: 'xx' } }, 400))).to.equal('internationalization.locale');
      expect(issue(must(await api.patch(part, { styling: { corners: 'wavy' } }), 400))).to.equal('styling.corners');
    });

    it('accepts web addresses only, and mail addresses for links', async () => {
      for (const url of [
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        '//example.com',
        '/path',
        'ftp://example.com/',
      ]) {
        for (const [field, of] of Object.entries(LINK_PLACES))
          expect(issue(await put(of({ kind: 'url', url }), 400)), url).to.equal(`${field.replaceAll('[]', '.0')}.url`);
        expect(issue(await put({ privacyPolicy: { url } }, 400)), url).to.equal('privacyPolicy.url');
        expect(issue(await put({ socialPreview: { url } }, 400)), url).to.equal('socialPreview.url');
        expect(
          issue(
            await put(
              { header: { ...CUSTOMIZATION.header, logo: { light: url, dark: 'https://example.com/l.png' } } },
              400,
            ),
          ),
          url,
        ).to.equal('header.logo.light');
      }
      expect(issue(await put({ privacyPolicy: { url: 'mailto:a@example.com' } }, 400))).to.equal('privacyPolicy.url');
      for (const url of ['https://example.com/x', 'mailto:a@example.com'])
        await put(LINK_PLACES['footer.groups[].links[].to']!({ kind: 'url', url }));
    });

    it('refuses a condition that is invalid or reads other names than the claims of visitors', async () => {
      const item = (condition: string) => ({
        header: { preset: 'default', links: [{ title: 'Beta', to: null, links: [], condition }] },
      });
      await put(item('visitor.claims.unsigned.beta == true'));
      for (const condition of [
        '',
        'x'.repeat(1025),
        'a b',
        'constructor.constructor("x")()',
        'user.beta',
        'visitor.beta',
      ])
        expect(issue(await put(item(condition), 400)), condition).to.equal('header.links.0.condition');
    });

    it('keeps links that lead nowhere since, or where the caller sees nothing, while the rest changes', async () => {
      const docs = await publish(world, [{ pages: [{ title: 'Start' }, { title: 'Leaving' }] }]);
      const at = `${docs.api}/customization`;
      const page = docs.filledSpaces[0]!.pages['Leaving']!;
      const secluded = await world.space({ title: 'Secluded' });
      const links = [
        { title: 'Page', to: { kind: 'page', page }, links: [] },
        { title: 'Space', to: { kind: 'space', space: secluded.id }, links: [] },
      ];
      must(await api.put(at, { ...CUSTOMIZATION, header: { ...CUSTOMIZATION.header, links } }), 200);
      must(
        await api.post(`/v1/spaces/${docs.spaces[0].id}/content`, { changes: [{ operation: 'delete_page', page }] }),
        200,
      );
      must(await api.patch(`/v1/spaces/${secluded.id}`, { defaultLevel: null }), 200);
      const { api: creator } = await world.member('create');
      for (const caller of [api, creator]) {
        const read = must(await caller.get(at), 200);
        const changed = must(await caller.put(at, { ...read, pagination: { enabled: false } }), 200);
        expect(changed.header.links).to.deep.equal(read.header.links);
      }
      const [siteSpace] = must(await api.get(`${docs.api}/site-spaces`), 200).items;
      const { header } = must(await creator.get(at), 200);
      must(await creator.patch(`${docs.api}/site-spaces/${siteSpace.id}/customization`, { header }), 200);
      const other = { title: 'Other', to: { kind: 'anchor', page, anchor: 'x' }, links: [] };
      expect(
        must(await creator.put(at, { ...CUSTOMIZATION, header: { ...header, links: [...header.links, other] } }), 400)
          .error.issues,
      ).to.deep.equal([{ path: 'header.links.2.to', message: 'leads to a page that does not exist' }]);
    });

    it('links to pages and files of the site without their space, and elsewhere to what the caller sees', async () => {
      const [{ id: space }] = published.spaces;
      const [{ pages, files }] = published.filledSpaces as any;
      const to = async (target: Record<string, string>, status = 200) => {
        const body = await put(LINK_PLACES['footer.groups[].links[].to']!(target), status);
        if (status === 200) return body.footer.groups[0].links[0].to;
        expect(issue(body)).to.equal('footer.groups.0.links.0.to');
      };
      expect(await to({ kind: 'page', page: pages.Install })).to.deep.equal({
        kind: 'page',
        page: pages.Install,
        space,
      });
      expect(await to({ kind: 'anchor', page: pages.Install, anchor: 'steps' })).to.deep.equal({
        kind: 'anchor',
        page: pages.Install,
        anchor: 'steps',
        space,
      });
      expect(await to({ kind: 'file', file: files['logo.png'] })).to.deep.equal({
        kind: 'file',
        file: files['logo.png'],
        space,
      });
      await to({ kind: 'page', page: pages.Elsewhere }, 400);
      for (const [field, of] of Object.entries(LINK_PLACES)) {
        const { error } = await put(of({ kind: 'page', page: UNKNOWN }), 400);
        expect(error.issues).to.deep.equal([
          { path: field.replaceAll('[]', '.0'), message: 'leads to a page that does not exist' },
        ]);
      }
      const other = await world.space({ title: 'Other' });
      expect(await to({ kind: 'space', space: other.id })).to.deep.equal({ kind: 'space', space: other.id });
      await to({ kind: 'page', page: pages.Install, space: other.id }, 400);
      await to({ kind: 'space', space: UNKNOWN }, 400);
      must(await api.patch(`/v1/spaces/${other.id}`, { defaultLevel: null }), 200);
      const creator = await world.member('create');
      must(
        await creator.api.put(look, {
          ...CUSTOMIZATION,
          ...LINK_PLACES['header.links[].to']!({ kind: 'space', space: other.id }),
        }),
        400,
      );
      must(
        await creator.api.put(look, {
          ...CUSTOMIZATION,
          ...LINK_PLACES['header.links[].to']!({ kind: 'space', space }),
        }),
        200,
      );
    });
  });

  describe('overrideSiteSpaceCustomizationById', () => {
    it('overrides single fields and inherits the others, through the official client', async () => {
      const { organizationId: org } = world;
      const [{ id }] = must(await api.get(`${published.api}/site-spaces`), 200).items;
      const said = await put({ title: 'The docs' });
      expect((await client.orgs.getSiteSpaceCustomizationById(org, published.site.id, id)).data).to.deep.equal({
        ...said,
        hasOverrides: false,
      });
      const { data: over } = await client.orgs.overrideSiteSpaceCustomizationById(org, published.site.id, id, {
        title: 'The guide',
        styling: { corners: 'circular', sidebar: { list: 'line' } },
        favicon: { emoji: '📗' },
        pagination: { enabled: true },
        header: { links: [{ title: 'Home', to: { kind: 'url', url: 'https://example.com/' }, links: [] }] },
      });
      expect(over).to.deep.include({
        title: 'The guide',
        favicon: { emoji: '📗' },
        pagination: { enabled: true },
        hasOverrides: true,
        footer: said.footer,
      });
      expect(over.styling).to.deep.equal({
        ...said.styling,
        corners: 'circular',
        sidebar: { background: 'filled', list: 'line' },
      });
      expect(over.header).to.deep.equal({
        preset: 'bold',
        links: [{ title: 'Home', to: { kind: 'url', url: 'https://example.com/' }, links: [] }],
      });

      await put({ title: 'Other docs', styling: { ...CUSTOMIZATION.styling, theme: 'clean', corners: 'rounded' } });
      const later = must(
        await api.patch(part, { title: null, styling: { sidebar: { list: null } }, header: { links: null } }),
        200,
      );
      expect(later).to.deep.include({ title: 'Other docs', header: CUSTOMIZATION.header, hasOverrides: true });
      expect(later.styling).to.deep.include({
        theme: 'clean',
        corners: 'circular',
        sidebar: CUSTOMIZATION.styling.sidebar,
      });

      expect((await client.orgs.deleteSiteSpaceCustomizationById(org, published.site.id, id)).status).to.equal(205);
      expect((await client.orgs.deleteSiteSpaceCustomizationById(org, published.site.id, id)).status).to.equal(204);
      expect(must(await api.get(part), 200)).to.deep.equal({ ...must(await api.get(look), 200), hasOverrides: false });
    });

    it('leaves no override once every field is inherited again', async () => {
      must(await api.patch(part, { styling: { corners: 'circular' } }), 200);
      expect(must(await api.patch(part, { styling: { corners: null } }), 200).hasOverrides).to.equal(false);
      must(await api.delete(part), 204);
      must(await api.patch(part, {}), 200);
    });
  });

  describe('getPublishedContentSite', () => {
    it('shows the customization of the site and of each space', async () => {
      await put({ title: 'The docs' });
      const { corners } = must(await api.patch(part, { styling: { corners: 'circular' } }), 200).styling;
      const { customizations } = must(await api.get(`${published.api}/published`), 200);
      expect(customizations.site).to.deep.equal(must(await api.get(look), 200));
      const [own] = Object.values<any>(customizations.siteSpaces);
      expect(own.styling.corners).to.equal(corners);
      expect(own.title).to.equal('The docs');
    });
  });

  describe('deleteSiteSpaceById', () => {
    it('deletes the customization with the space, as deleting the site does', async () => {
      must(await api.patch(part, { title: 'The guide' }), 200);
      const { id } = must(await api.get(`${published.api}/site-spaces`), 200).items[0];
      must(await api.delete(`${published.api}/site-spaces/${id}`), 205);
      must(await api.get(part), 404);
      must(await api.delete(published.api), 205);
      must(await api.get(look), 404);
      must(await api.put(look, CUSTOMIZATION), 404);
    });
  });

  describe('getSiteCustomizationById', () => {
    it('returns the default customization of a new site to members alone', async () => {
      const { title } = must(await (await world.member('read')).api.get(look), 200);
      expect(title).to.equal(published.site.title);
      must(await (await world.stranger()).api.get(look), 404);
    });
  });

  describe('getSiteSpaceCustomizationById', () => {
    it('returns the customization of the site while the space overrides nothing', async () => {
      const site = must(await api.get(look), 200);
      expect(must(await api.get(part), 200)).to.deep.equal({ ...site, hasOverrides: false });
      must(await api.get(`${published.api}/site-spaces/${UNKNOWN}/customization`), 404);
    });
  });

  describe('deleteSiteSpaceCustomizationById', () => {
    it('deletes the overrides of a space once', async () => {
      must(await api.patch(part, { title: 'Own title' }), 200);
      must(await (await world.member('read')).api.delete(part), 403);
      for (const status of [205, 204]) expect((await api.delete(part)).status).to.equal(status);
      expect(must(await api.get(part), 200)).to.include({ title: published.site.title, hasOverrides: false });
    });
  });
});
