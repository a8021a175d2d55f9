import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

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
