import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { GUIDE, htmlAt, publish } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('navigation of published sites', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const html = (path: string) => htmlAt(world.admin.api, path);
  const part = (of: string, text: string) => new RegExp(`<nav class="${of}"[\\s\\S]*?</nav>`).exec(text)?.[0] ?? '';
  /** The addresses that a title has. */
  const linked = (text: string, title: string) =>
    [...text.matchAll(new RegExp(`href="([^"]*)"[^>]*>(?:<[^>]*>)*${title}<`, 'g'))].map(([, href]) => href);

  it('shows sections under the title of their group, in the order of the site', async () => {
    const site = await publish(world, [GUIDE], { titles: ['A'] });
    const sections: any[] = [];
    for (const { id, title } of [
      site.spaces[0],
      ...(await Promise.all(['B', 'C', 'D'].map((name) => world.space({ title: name })))),
    ]) {
      sections.push(
        must(await world.admin.api.post(`${site.api}/sections`, { spaceId: id, title: `Section ${title}` }), 201),
      );
    }
    const group = must(
      await world.admin.api.post(`${site.api}/section-groups`, {
        title: 'More <b>',
        sections: [sections[2].id, sections[1].id],
      }),
      201,
    );
    const tabs = part('s-sections', await html(`${site.at}/`));
    expect(
      tabs
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ).to.equal('Section A Section D More &lt;b&gt; Section C Section B');
    expect(tabs).to.match(/More &lt;b&gt;<\/span><ul><li><a href="[^"]*\/section-c"/);
    expect(linked(tabs, 'Section A')).to.deep.equal([`${site.at}/`]);
    must(await world.admin.api.patch(`${site.api}/section-groups/${group.id}`, { title: 'Else' }), 200);
    expect(part('s-sections', await html(`${site.at}/`)))
      .to.include('Else')
      .and.not.include('More');
    must(
      await world.admin.api.patch(`${site.api}/sections/${sections[1].id}`, { condition: 'visitor.claims.unsigned.x' }),
      200,
    );
    must(
      await world.admin.api.patch(`${site.api}/sections/${sections[2].id}`, { condition: 'visitor.claims.unsigned.x' }),
      200,
    );
    expect(part('s-sections', await html(`${site.at}/`)))
      .to.not.include('Else')
      .and.not.include('Section B');
  });

  it('links pages to spaces on other sites of the organization while readers may see them', async () => {
    const elsewhere = await publish(world, [GUIDE]);
    const [space] = elsewhere.spaces;
    const deep = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/path/guides%2Finstall`), 200).id;
    const link = (title: string, target: Record<string, string>) => ({ title, type: 'link' as const, target });
    const pages = [
      { title: 'Home', markdown: 'words' },
      link('The other', { kind: 'space', space: space.id }),
      link('Installing', { kind: 'page', space: space.id, page: deep }),
      link('Steps', { kind: 'anchor', space: space.id, page: deep, anchor: 'steps' }),
      link('Gone', { kind: 'page', space: space.id, page: '00000000000000000000' }),
    ];
    const { at, api } = await publish(world, [{ pages }], { visibility: 'unlisted' });
    const hrefs = async (path = '/') => {
      const navigation = part('s-nav', (await world.admin.api.get(at + path)).body as string);
      return ['The other', 'Installing', 'Steps', 'Gone'].map((title) => linked(navigation, title)[0]);
    };
    const home = `${world.instance.publicUrl}${elsewhere.at}`;
    const all = [`${home}/`, `${home}/guides/install`, `${home}/guides/install#steps`, undefined];
    const none = [undefined, undefined, undefined, undefined];
    expect(await hrefs()).to.deep.equal(all);
    expect(await hrefs('/nowhere')).to.deep.equal(all);

    must(await world.admin.api.patch(elsewhere.api, { visibility: 'share-link' }), 200);
    expect(await hrefs()).to.deep.equal(none);
    must(await world.admin.api.patch(elsewhere.api, { visibility: 'unlisted' }), 200);
    expect(await hrefs()).to.deep.equal(all);
    // What everybody finds does not lead to what nobody is to find.
    must(await world.admin.api.patch(api, { visibility: 'public' }), 200);
    expect(await hrefs()).to.deep.equal(none);
    must(await world.admin.api.patch(elsewhere.api, { visibility: 'public', proxy: 'example.org/other' }), 200);
    expect((await hrefs())[1]).to.equal('https://example.org/other/guides/install');
    must(await world.admin.api.post(`${elsewhere.api}/unpublish`), 200);
    expect(await hrefs()).to.deep.equal(none);
    expect(await hrefs('/nowhere')).to.deep.equal(none);
  });
});
