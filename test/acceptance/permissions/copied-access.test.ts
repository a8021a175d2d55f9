import { expect } from 'chai';
import { onEveryBackend, type Backend } from '../../support/backends.ts';
import { chat, EngineServer, toUpperCaseMarkup } from '../../support/servers/translation-engines.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { beforeNextLock, onNextWork } from '../../support/next-work.ts';
import { must, World, type Api, type Person } from '../../support/world.ts';
import type { Instance } from '../../../src/instance.ts';

/** Makes a copy of a space that is kept apart from its source, in one of the ways there are. */
type Copying = (world: World, space: string) => Promise<string>;

const duplicate: Copying = async (world, space) =>
  must(await world.admin.api.post(`/v1/spaces/${space}/duplicate`), 201).id;
const translate: Copying = async (world, space) => {
  const translations = new Translations(world);
  return (await translations.completed((await translations.create(space)).id)).result.space;
};

const startedWith = async (
  backend: Backend,
): Promise<{ readonly instance: Instance; readonly engine: EngineServer }> => {
  const engine = await EngineServer.start();
  engine.answer = chat((text) => toUpperCaseMarkup(text));
  const settings = { TRANSLATION_ENGINE: 'openai', TRANSLATION_URL: engine.url, TRANSLATION_MODEL: 'model' };
  return { instance: await instanceWith(backend, settings), engine };
};

for (const [operation, copyOf] of [
  ['duplicateSpace', duplicate],
  ['createTranslation', translate],
] as const)
  onEveryBackend(operation, (backend) => {
    let instance: Instance;
    let world: World;
    let api: Api;
    before(async () => void ({ instance } = await startedWith(backend)));
    beforeEach(async () => {
      world = await World.create(instance);
      api = world.admin.api;
    });

    const newSpace = (): Promise<string> => new Translations(world).space({ Secret: 'Secret words.' });
    const grant = async (space: string, role: string | null, to: object): Promise<void> =>
      void must(await api.post(`/v1/spaces/${space}/permissions`, { role, ...to }), 204);
    const seen = async (person: Person, space: string): Promise<number> =>
      (await person.api.get(`/v1/spaces/${space}`)).status;
    const roleOn = async (person: Person, space: string): Promise<string | undefined> => {
      const { items } = must(await api.get(`/v1/spaces/${space}/permissions/users`), 200);
      const found = items.find(({ user }: any) => user.id === person.userId);
      return found?.permission ?? found?.role;
    };
    const setDefault = async (space: string, defaultLevel: string | null): Promise<void> =>
      void must(await api.patch(`/v1/spaces/${space}`, { defaultLevel }), 200);
    const defaultOf = async (space: string): Promise<string | null> =>
      must(await api.get(`/v1/spaces/${space}`), 200).defaultLevel ?? null;

    it('[A95] takes back from every copy the grants that are withdrawn on the source', async () => {
      const space = await newSpace();
      await setDefault(space, null);
      const guest = await world.member(null);
      await grant(space, 'edit', { users: [guest.userId] });
      const copy = await copyOf(world, space);
      const second = await duplicate(world, copy);
      expect([await seen(guest, space), await seen(guest, copy), await seen(guest, second)]).to.deep.equal([
        200, 200, 200,
      ]);
      must(await api.delete(`/v1/spaces/${space}/permissions/users/${guest.userId}`), 205);
      expect([await seen(guest, space), await seen(guest, copy), await seen(guest, second)]).to.deep.equal([
        404, 404, 404,
      ]);
      const { items } = must(
        await api.get(`/v1/orgs/${world.organizationId}/audit-events?action=grant.withdrawn`),
        200,
      );
      expect(items.map(({ payload }: any) => payload.space)).to.have.members([space, copy, second]);
    });

    it('[A95] lowers a grant on the copy with the one on the source, and raises none', async () => {
      const space = await newSpace();
      const member = await world.member(null);
      await grant(space, 'review', { users: [member.userId] });
      const copy = await copyOf(world, space);
      await grant(space, 'comment', { users: [member.userId] });
      expect(await roleOn(member, copy)).to.equal('comment');
      await grant(space, 'create', { users: [member.userId] });
      expect(await roleOn(member, copy)).to.equal('comment');
      await grant(space, 'read', { users: [member.userId] });
      expect(await roleOn(member, copy)).to.equal('read');
    });

    it('[A95] takes the grant of a team back from the copy', async () => {
      const space = await newSpace();
      await setDefault(space, null);
      const member = await world.member('read');
      const team = must(
        await api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Team', members: [member.userId] }),
        201,
      ).id;
      await grant(space, 'edit', { teams: [team] });
      const copy = await copyOf(world, space);
      expect(await seen(member, copy)).to.equal(200);
      await grant(space, null, { teams: [team] });
      expect(await seen(member, copy)).to.equal(404);
    });

    it('keeps a grant that was given on the copy itself', async () => {
      const space = await newSpace();
      await setDefault(space, null);
      const [again, own] = [await world.member(null), await world.member(null)];
      await grant(space, 'edit', { users: [again.userId] });
      const copy = await copyOf(world, space);
      await grant(copy, 'edit', { users: [again.userId, own.userId] });
      must(await api.delete(`/v1/spaces/${space}/permissions/users/${again.userId}`), 205);
      expect([await seen(again, space), await seen(again, copy), await seen(own, copy)]).to.deep.equal([404, 200, 200]);
    });

    it('[A95] narrows the default of the copy with that of the source, and widens none', async () => {
      const space = await newSpace();
      await setDefault(space, 'edit');
      const member = await world.member('create');
      const copy = await copyOf(world, space);
      await setDefault(space, 'comment');
      expect(await defaultOf(copy)).to.equal('comment');
      await setDefault(space, 'review');
      expect(await defaultOf(copy)).to.equal('comment');
      await setDefault(space, null);
      expect(await seen(member, copy)).to.equal(404);
      await setDefault(space, 'inherit');
      expect(await seen(member, copy)).to.equal(404);
    });

    it('keeps a default that was stated on the copy itself', async () => {
      const space = await newSpace();
      const copy = await copyOf(world, space);
      await setDefault(copy, 'comment');
      await setDefault(space, null);
      expect(await defaultOf(copy)).to.equal('comment');
    });

    it('[A95] narrows the default of the copy when the source moves to where members see less', async () => {
      const space = await newSpace();
      const member = await world.member('create');
      const copy = await copyOf(world, space);
      const { id: parent } = must(
        await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Closed' }),
        201,
      );
      must(await api.patch(`/v1/collections/${parent}`, { defaultLevel: null }), 200);
      must(await api.post(`/v1/spaces/${space}/move`, { parent }), 200);
      expect([await seen(member, space), await seen(member, copy)]).to.deep.equal([404, 404]);
    });

    const newCollection = async (defaultLevel = 'inherit', parent?: string): Promise<string> => {
      const { id } = must(await api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'C', parent }), 201);
      must(await api.patch(`/v1/collections/${id}`, { defaultLevel }), 200);
      return id;
    };
    /** Moves a place into a collection where members see nothing. */
    const hide = async (path: string, operation: 'move' | 'transfer'): Promise<void> => {
      const parent = await newCollection();
      must(await api.patch(`/v1/collections/${parent}`, { defaultLevel: null }), 200);
      const target = operation === 'transfer' ? { organization: world.organizationId, parent } : { parent };
      must(await api.post(`/v1/${path}/${operation}`, target), 200);
    };
    for (const [title, narrow] of [
      ['is transferred to where members see less', ({ space }) => hide(`spaces/${space}`, 'transfer')],
      ['is in a collection that is closed', ({ outer }) => narrowed(outer)],
      ['is in a collection that moves to where members see less', ({ outer }) => hide(`collections/${outer}`, 'move')],
      [
        'is in a collection that is transferred to where members see less',
        ({ outer }) => hide(`collections/${outer}`, 'transfer'),
      ],
    ] as readonly (readonly [string, (of: { space: string; outer: string }) => Promise<void>])[])
      it(`[A95] narrows the default of the copy when the source ${title}`, async () => {
        const outer = await newCollection();
        const inner = await newCollection('inherit', outer);
        const space = await newSpace();
        must(await api.post(`/v1/spaces/${space}/move`, { parent: inner }), 200);
        const copy = await copyOf(world, space);
        const second = await duplicate(world, copy);
        for (const moved of [copy, second]) must(await api.post(`/v1/spaces/${moved}/move`, { parent: null }), 200);
        const member = await world.member('create');
        expect([await seen(member, copy), await seen(member, second)]).to.deep.equal([200, 200]);
        await narrow({ space, outer });
        expect([await seen(member, space), await seen(member, copy), await seen(member, second)]).to.deep.equal([
          404, 404, 404,
        ]);
      });
    const narrowed = async (collection: string): Promise<void> =>
      void must(await api.patch(`/v1/collections/${collection}`, { defaultLevel: null }), 200);

    it('leaves the default of a copy as it is when the collection of the source gets a wider one', async () => {
      const outer = await newCollection('read');
      const space = await newSpace();
      must(await api.post(`/v1/spaces/${space}/move`, { parent: outer }), 200);
      const copy = await copyOf(world, space);
      must(await api.post(`/v1/spaces/${copy}/move`, { parent: await newCollection('edit') }), 200);
      must(await api.patch(`/v1/collections/${outer}`, { title: 'Renamed', defaultLevel: 'comment' }), 200);
      const member = await world.member('read');
      expect(must(await member.api.get(`/v1/spaces/${copy}`), 200).permissions).to.include({ edit: true });
    });

    it('[A95] takes a grant back from a copy whose collection was deleted', async () => {
      const collection = await newCollection();
      const space = await newSpace();
      must(await api.post(`/v1/spaces/${space}/move`, { parent: collection }), 200);
      await setDefault(space, null);
      const [higher, lower] = [await world.member(null), await world.member(null)];
      await grant(space, 'review', { users: [higher.userId] });
      await grant(space, 'read', { users: [lower.userId] });
      const copy = await copyOf(world, space);
      must(await api.post(`/v1/spaces/${space}/move`, { parent: null }), 200);
      for (const [role, { userId }] of [
        ['read', higher],
        ['edit', lower],
      ] as const)
        must(await api.post(`/v1/collections/${collection}/permissions`, { role, users: [userId] }), 204);
      must(await api.delete(`/v1/collections/${collection}`), 205);
      expect([await roleOn(higher, copy), await roleOn(lower, copy)]).to.deep.equal(['review', 'edit']);
      await grant(space, null, { users: [higher.userId, lower.userId] });
      // What the collection gave at least as high is the copy's own.
      expect([await seen(higher, copy), await roleOn(lower, copy)]).to.deep.equal([404, 'edit']);
    });

    it('keeps the access of the copy when the source is deleted', async () => {
      const space = await newSpace();
      await setDefault(space, null);
      const guest = await world.member(null);
      await grant(space, 'read', { users: [guest.userId] });
      const copy = await copyOf(world, space);
      must(await api.delete(`/v1/spaces/${space}`), 205);
      expect(await seen(guest, copy)).to.equal(200);
    });
  });

onEveryBackend('grants that are revoked while they are copied', (backend) => {
  let world: World;
  before(async () => void (world = await World.create(await backend.instance())));

  /** Revokes as `revoker` while `copier` has read the grants and has not stored their copies. */
  async function revokeDuring(
    copier: Person,
    copying: (api: Api) => ReturnType<Api>,
    revoker: Person,
    revoking: (api: Api) => ReturnType<Api>,
    statuses: readonly [copied: number, revoked: number],
  ): Promise<void> {
    let revocation: ReturnType<Api> | undefined;
    onNextWork(world.instance, copier, ({ grants }) => {
      const save = grants.save.bind(grants);
      grants.save = async (grant) => {
        await save(grant);
        if (revocation !== undefined) return;
        // It ends, or waits for the one that copies.
        await new Promise<void>((resolve) => {
          beforeNextLock(world.instance, revoker, resolve);
          revocation = revoking(revoker.api);
          void revocation.then(() => resolve());
        });
      };
    });
    must(await copying(copier.api), statuses[0]);
    must(await revocation!, statuses[1]);
  }

  for (const holder of ['users', 'teams'] as const)
    it(`[A95] are revoked from ${holder} on the copy as well, and not found in a collection that is gone`, async () => {
      const [admin, guest] = [await world.member('admin'), await world.member(null)];
      const team = must(
        await admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'T', members: [guest.userId] }),
        201,
      ).id;
      const id = holder === 'users' ? guest.userId : team;
      const space = (await world.space()).id;
      must(await admin.api.post(`/v1/spaces/${space}/permissions`, { role: 'read', [holder]: [id] }), 204);
      must(await guest.api.get(`/v1/spaces/${space}`), 200);
      let copy = '';
      await revokeDuring(
        world.admin,
        async (api) => {
          const answer = await api.post(`/v1/spaces/${space}/duplicate`);
          copy = answer.body.id;
          return answer;
        },
        admin,
        (api) => api.delete(`/v1/spaces/${space}/permissions/${holder}/${id}`),
        [201, 205],
      );
      for (const each of [space, copy]) must(await guest.api.get(`/v1/spaces/${each}`), 404);

      const collection = must(
        await admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'C' }),
        201,
      ).id;
      const inside = (await world.space({ parent: collection })).id;
      must(await admin.api.post(`/v1/collections/${collection}/permissions`, { role: 'read', [holder]: [id] }), 204);
      await revokeDuring(
        world.admin,
        (api) => api.delete(`/v1/collections/${collection}`),
        admin,
        (api) => api.delete(`/v1/collections/${collection}/permissions/${holder}/${id}`),
        // The collection is gone, and with it the grant: what became of it is on the space.
        [205, 404],
      );
      must(await guest.api.get(`/v1/spaces/${inside}`), 200);
    });
});

onEveryBackend('runTranslation', (backend) => {
  let world: World;
  before(async () => {
    const { instance } = await startedWith(backend);
    world = await World.create(instance);
  });

  it('[A95] hides all texts from those who saw the result by a default that a collection of the source no longer has', async () => {
    const translations = new Translations(world);
    const { api } = world.admin;
    const member = await world.member('create');
    const collections = `/v1/orgs/${world.organizationId}/collections`;
    const { id: parent } = must(await api.post(collections, { title: 'Open' }), 201);
    const { id: other } = must(await api.post(collections, { title: 'Other' }), 201);
    const space = await translations.space({ Plan: 'Plan words.' });
    must(await api.post(`/v1/spaces/${space}/move`, { parent }), 200);
    const { id, result } = await translations.completed((await translations.create(space)).id);
    must(await api.post(`/v1/spaces/${result.space}/move`, { parent: other }), 200);
    must(await member.api.get(`/v1/spaces/${result.space}`), 200);
    must(await api.patch(`/v1/collections/${parent}`, { defaultLevel: null }), 200);
    must(await member.api.get(`/v1/spaces/${result.space}`), 404);
    await translations.write(space, 'Plan', { document: { markdown: 'Secret plan.' } });
    await translations.run(id);
    must(await member.api.get(`/v1/spaces/${result.space}`), 404);
    expect((await translations.pages(result.space))[0].markdown).to.equal('SECRET PLAN.');
  });

  it('[A95] gives the result no level above that of the person who ordered the first run', async () => {
    const translations = new Translations(world);
    const { api } = world.admin;
    const [author, owner] = [await world.member('create'), await world.member(null)];
    const space = await translations.space({ Cap: 'Capped words.' });
    must(await api.post(`/v1/spaces/${space}/permissions`, { role: 'admin', users: [owner.userId] }), 204);
    const { id } = must(
      await author.api.post(translations.all, { language: 'es', source: { space, language: 'en' } }),
      201,
    );
    const { result } = await translations.completed(id);
    const { items } = must(await api.get(`/v1/spaces/${result.space}/permissions/users`), 200);
    expect(items.map(({ permission, role }: any) => permission ?? role)).to.deep.equal(['create']);
  });
});
