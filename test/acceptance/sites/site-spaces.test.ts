import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('duplicateSiteSpace', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const partsOf = async ({ api }: PublishedSite) => must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
  const titlesOf = async (site: PublishedSite) => (await partsOf(site)).map(({ title }: any) => title);
  const twoSpaces = () => publish(world, [GUIDE, GUIDE], { titles: ['One', 'Two'] });

  it('copies the content of the original and places the copy behind it', async () => {
    const site = await twoSpaces();
    const [one] = await partsOf(site);
    must(
      await world.admin.api.patch(`${site.api}/site-spaces/${one.id}/customization`, {
        styling: { ...CUSTOMIZATION.styling, corners: 'straight' },
      }),
      200,
    );
    const copy = must(await world.admin.api.post(`${site.api}/site-spaces/${one.id}/duplicate`), 201);
    expect(copy).to.include({ object: 'site-space', default: false }).and.not.have.property('condition');
    expect(copy.id).to.not.equal(one.id);
    expect(copy.space.id).to.not.equal(one.space.id);
    expect(await titlesOf(site)).to.deep.equal(['One', copy.title, 'Two']);
    expect((await partsOf(site))[1]).to.deep.equal(copy);
    expect(copy.urls.published).to.equal(`${world.instance.publicUrl}${site.at}/${copy.path}`);
    must(await world.admin.api.get(`${site.at}/${copy.path}/guides/install`), 200);
    expect(
      must(await world.admin.api.get(`${site.api}/site-spaces/${copy.id}/customization`), 200).styling.corners,
    ).to.equal('straight');

    const again = must(await world.admin.api.post(`${site.api}/site-spaces/${copy.id}/duplicate`, {}), 201);
    expect(await titlesOf(site)).to.deep.equal(['One', copy.title, again.title, 'Two']);
    expect(new Set((await partsOf(site)).map(({ path }: any) => path)).size).to.equal(4);
  });

  it('places the copy in the section of the original', async () => {
    const site = await publish(world, [GUIDE], { titles: ['Guide'] });
    const { id: spaceId } = await world.space({ title: 'API' });
    must(await world.admin.api.post(`${site.api}/sections`, { spaceId: site.spaces[0].id }), 201);
    const section = must(await world.admin.api.post(`${site.api}/sections`, { spaceId }), 201);
    const copy = must(await world.admin.api.post(`${site.api}/site-spaces/${section.siteSpaces[0].id}/duplicate`), 201);
    expect(copy).to.include({ section: section.id, default: false });
  });

  it('hides a draft from everybody until it is published', async () => {
    const site = await twoSpaces();
    const [one] = await partsOf(site);
    const draft = must(await world.admin.api.post(`${site.api}/site-spaces/${one.id}/duplicate`, { draft: true }), 201);
    expect(draft).to.include({ draft: true, hidden: false });
    expect(draft.urls).to.deep.equal({});
    must(await world.admin.api.get(`${site.at}/${draft.path}`), 404);
    must(await world.admin.api.patch(`${site.api}/site-spaces/${draft.id}`, { draft: false }), 200);
    must(await world.admin.api.get(`${site.at}/${draft.path}`), 200);
    expect(
      must(await world.admin.api.post(`${site.api}/site-spaces/${one.id}/duplicate`, { draft: 'yes' }), 400).error
        .issues[0].path,
    ).to.equal('draft');
  });

  it('is for those who may copy and publish the original', async () => {
    const count = async () => must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).count;
    const [site, otherSite] = [await twoSpaces(), await twoSpaces()];
    const [one] = await partsOf(site);
    const before = await count();
    const creator = await world.member('create');
    const copy = (api = creator.api, of = site, id = one.id) => api.post(`${of.api}/site-spaces/${id}/duplicate`);
    must(await copy(), 201);
    must(await world.admin.api.patch(`/v1/spaces/${one.space.id}`, { defaultLevel: 'review' }), 200);
    must(await copy(), 403);
    must(await world.admin.api.patch(`/v1/spaces/${one.space.id}`, { defaultLevel: null }), 200);
    must(await copy(), 404);
    must(await copy((await world.member('review')).api), 403);
    for (const id of [one.id, '00000000000000000000']) must(await copy(world.admin.api, otherSite, id), 404);
    expect(await partsOf(otherSite)).to.have.length(2);
    expect(await count()).to.equal(before + 1);
  });
});

onEveryBackend('deleteSpaceById for spaces of a site', (backend) => {
  let world: World;
  let other: World;
  before(async () => {
    world = await World.create(await backend.instance());
    other = await World.create(world.instance);
  });

  it('changes the default of the site for the time being, and keeps the place of a space that is restored', async () => {
    const { api } = world.admin;
    const base = `/v1/orgs/${world.organizationId}/sites`;
    const spaces: any[] = [];
    for (const title of ['A', 'B', 'C']) spaces.push(await world.space({ title }));
    const site = must(await api.post(base, { title: 'Shaken' }), 201);
    const at = `${base}/${site.id}`;
    const first = must(await api.post(`${at}/sections`, { spaceId: spaces[0].id, title: 'First' }), 201);
    must(await api.post(`${at}/sections`, { spaceId: spaces[1].id, title: 'Second' }), 201);
    must(await api.post(`${at}/site-spaces`, { spaceId: spaces[2].id, sectionId: first.id }), 201);
    must(await api.post(`${at}/publish`), 200);
    const home = `${world.instance.publicUrl}/sites/${site.basename}/`;
    /** Sections with their spaces, defaults marked, and where those are found. */
    const shape = async () => {
      const { items } = must(await api.get(`${at}/sections`), 200);
      const parts = items.flatMap((one: any) => one.siteSpaces);
      expect(must(await api.get(at), 200).siteSpaces).to.equal(parts.length);
      return items.map(
        (one: any) =>
          `${one.title}${one.default ? '*' : ''}: ${one.siteSpaces.map((part: any) => `${part.title}${part.default ? '*' : ''} ${part.urls.published.slice(home.length - 1)}`).join(', ')}`,
      );
    };
    const whole = ['First*: A* /, C /c', 'Second: B* /second'];
    expect(await shape()).to.deep.equal(whole);

    must(await api.delete(`/v1/spaces/${spaces[0].id}`), 205);
    expect(await shape()).to.deep.equal(['First*: C* /', 'Second: B* /second']);
    must(await api.delete(`/v1/spaces/${spaces[2].id}`), 205);
    expect(await shape()).to.deep.equal(['First: ', 'Second*: B* /']);
    must(await api.delete(`/v1/spaces/${spaces[1].id}`), 205);
    expect(await shape()).to.deep.equal(['First*: ', 'Second: ']);
    for (const { id } of spaces) must(await api.post(`/v1/spaces/${id}/restore`), 200);
    expect(await shape()).to.deep.equal(whole);

    // An administrator of both organizations takes one along, and brings it back.
    must(
      await world.operator.put(`/v1/instance/orgs/${other.organizationId}/members/${world.admin.userId}`, {
        role: 'admin',
      }),
      200,
    );
    must(await api.post(`/v1/spaces/${spaces[0].id}/transfer`, { organization: other.organizationId }), 200);
    expect(await shape()).to.deep.equal(['First*: C* /', 'Second: B* /second']);
    must(await api.post(`/v1/spaces/${spaces[0].id}/transfer`, { organization: world.organizationId }), 200);
    expect(await shape()).to.deep.equal(whole);
  });
});
