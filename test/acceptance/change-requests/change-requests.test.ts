import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';

onEveryBackend('change requests', (backend) => {
  let world: World;
  let space: any;
  let base: string;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    space = await world.space();
    base = `/v1/spaces/${space.id}/change-requests`;
  });

  const refused = async (call: Promise<unknown>): Promise<any> =>
    call.then(
      () => expect.fail('was not refused'),
      (error) => error,
    );
  const open = async (body: object = {}): Promise<any> => must(await world.admin.api.post(base, body), 201);

  describe('createChangeRequest', () => {
    it('opens, reads by id and by number, changes and lists a change request through the official client', async () => {
      const { client } = world.admin;
      const created = await client.spaces.createChangeRequest(space.id, { subject: 'Better words' });
      expect(created.status).to.equal(201);
      const { data: changeRequest } = created;
      expect(changeRequest).to.include({
        object: 'change-request',
        number: 1,
        status: 'open',
        subject: 'Better words',
        revision: space.revision,
        revisionInitial: space.revision,
        comments: 0,
        outdated: false,
      });
      expect(changeRequest.createdBy.id).to.equal(world.admin.userId);
      expect(changeRequest).not.to.have.any.keys('revisionMerged', 'revisionMergedAncestor');
      expect(created.headers.get('location')).to.equal(changeRequest.urls.location);

      for (const key of [changeRequest.id, '1'])
        expect((await client.spaces.getChangeRequestById(space.id, key)).data).to.deep.equal(changeRequest);
      const { data: changed } = await client.spaces.updateChangeRequestById(space.id, '1', {
        subject: 'Best words',
        status: 'draft',
      });
      expect(changed).to.include({ id: changeRequest.id, subject: 'Best words', status: 'draft' });
      expect((await client.spaces.getChangeRequestById(space.id, changeRequest.id)).data).to.deep.equal(changed);
      const { data: listed } = await client.spaces.listChangeRequestsForSpace(space.id, { status: 'draft' });
      expect(listed).to.deep.equal({ items: [changed], count: 1 });
    });

    it('needs no subject, and accepts one of 100 characters but not of 101', async () => {
      expect(must(await world.admin.api.post(base), 201).subject).to.equal('');
      expect(await open({ subject: 'x'.repeat(100) })).to.have.property('number', 2);
      for (const call of [
        world.admin.api.post(base, { subject: 'x'.repeat(101) }),
        world.admin.api.patch(`${base}/1`, { subject: 'x'.repeat(101) }),
      ])
        expect(must(await call, 400).error.issues[0].path).to.equal('subject');
      expect(must(await world.admin.api.post(base, { subject: 7 }), 400).error.issues[0].path).to.equal('subject');
    });

    it('ignores fields that callers cannot set', async () => {
      const made = await open({
        subject: 'a',
        number: 99,
        createdBy: UNKNOWN,
        revision: UNKNOWN,
        id: UNKNOWN,
      });
      expect(made).to.include({ number: 1, status: 'open', revision: space.revision });
      expect(made.createdBy.id).to.equal(world.admin.userId);
    });

    it('creates a draft that stays one until it is opened', async () => {
      const path = `/v1/spaces/${space.id}/change-requests`;
      const draft = await open({ subject: 'Later', status: 'draft' });
      const at = `${path}/${draft.id}`;
      expect(draft.status).to.equal('draft');
      const change = { operation: 'insert_page', title: 'Page', document: { markdown: 'x' } };
      must(await world.admin.api.post(`${at}/content`, { changes: [change] }), 200);
      must(await world.admin.api.patch(at, { subject: 'Still' }), 200);
      must(await world.admin.api.post(`${at}/merge`), 409);
      expect(must(await world.admin.api.get(at), 200).status).to.equal('draft');
      const listed = async (status: string): Promise<string[]> =>
        must(await world.admin.api.get(`${path}?status=${status}`), 200).items.map(({ id }: any) => id);
      expect([await listed('draft'), await listed('open')]).to.deep.equal([[draft.id], []]);
      expect(must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200)).to.include({
        changeRequests: 1,
        changeRequestsOpen: 0,
        changeRequestsDraft: 1,
      });
      must(await world.admin.api.patch(at, { status: 'open' }), 200);
      must(await world.admin.api.post(`${at}/merge`), 200);
    });

    it('creates open ones and drafts only', async () => {
      for (const status of ['merged', 'archived', 'none', null])
        expect(
          must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { status }), 400).error.issues[0]
            .path,
        ).to.equal('status');
      expect(await open({ status: 'open' })).to.include({ number: 1, status: 'open' });
    });

    it('numbers twenty that are opened at once from 1 to 20', async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => open()));
      expect(made.map(({ number }) => number).sort((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 20 }, (_, i) => i + 1),
      );
      const { changeRequests, changeRequestsOpen } = must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
      expect([changeRequests, changeRequestsOpen]).to.deep.equal([20, 20]);
    });
  });

  describe('listChangeRequestsForSpace', () => {
    it('lists the open ones, the newest first, unless another status is requested', async () => {
      for (let i = 1; i <= 5; i++) await open({ subject: `${i}` });
      must(await world.admin.api.patch(`${base}/2`, { status: 'archived' }), 200);
      must(await world.admin.api.patch(`${base}/4`, { status: 'draft' }), 200);
      const numbers = async (query: string) =>
        must(await world.admin.api.get(`${base}${query}`), 200).items.map(({ number }: any) => number);
      expect(await numbers('')).to.deep.equal([5, 3, 1]);
      expect(await numbers('?status=archived')).to.deep.equal([2]);
      expect(await numbers('?status=draft')).to.deep.equal([4]);
      expect(await numbers('?status=merged')).to.deep.equal([]);
      expect(must(await world.admin.api.get(`${base}?status=closed`), 400).error.issues[0].path).to.equal('status');

      const first = must(await world.admin.api.get(`${base}?limit=2`), 200);
      const second = must(await world.admin.api.get(`${base}?limit=2&page=${first.next.page}`), 200);
      expect([first, second].map(({ items, count }) => [items.length, count])).to.deep.equal([
        [2, 3],
        [1, 3],
      ]);
      expect(second.items[0].number).to.equal(1);
      expect(second).not.to.have.property('next');
    });

    it('finds change requests that a user created or edited', async () => {
      const editor = await world.member('edit');
      await open();
      const theirs = must(await editor.api.post(base), 201);
      await open();
      must(
        await editor.api.post(`${base}/3/content`, {
          changes: [{ operation: 'insert_page', title: 'Mine', document: {} }],
        }),
        200,
      );
      const found = must(await world.admin.api.get(`${base}?contributor=${editor.userId}`), 200);
      expect(found.items.map(({ number }: any) => number)).to.deep.equal([3, theirs.number]);
      expect(must(await world.admin.api.get(`${base}?contributor=${UNKNOWN}`), 200)).to.deep.equal({
        items: [],
        count: 0,
      });
    });
  });

  describe('getSpaceById', () => {
    it('counts all, open and draft change requests of the space, whatever becomes of them', async () => {
      const counts = async () => {
        const { changeRequests, changeRequestsOpen, changeRequestsDraft } = must(
          await world.admin.api.get(`/v1/spaces/${space.id}`),
          200,
        );
        return [changeRequests, changeRequestsOpen, changeRequestsDraft];
      };
      expect(await counts()).to.deep.equal([0, 0, 0]);
      for (let i = 1; i <= 3; i++) await open();
      expect(await counts()).to.deep.equal([3, 3, 0]);
      must(await world.admin.api.patch(`${base}/1`, { status: 'draft' }), 200);
      must(await world.admin.api.patch(`${base}/2`, { status: 'archived' }), 200);
      must(await world.admin.api.patch(`${base}/3`, { subject: 'still open' }), 200);
      expect(await counts()).to.deep.equal([3, 1, 1]);
      must(await world.admin.api.post(`${base}/3/merge`), 200);
      must(await world.admin.api.patch(`${base}/2`, { status: 'open' }), 200);
      expect(await counts()).to.deep.equal([3, 1, 1]);
      const { items } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces?limit=1000`), 200);
      expect(items.find(({ id }: any) => id === space.id)).to.include({
        changeRequests: 3,
        changeRequestsOpen: 1,
        changeRequestsDraft: 1,
      });
      must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { title: 'Renamed' }), 200);
      expect(await counts()).to.deep.equal([3, 1, 1]);
    });
  });

  describe('updateChangeRequestById', () => {
    it('moves between draft, open and archived, but never from or to merged', async () => {
      await open();
      for (const status of ['draft', 'archived', 'open', 'archived', 'draft', 'open'])
        expect(must(await world.admin.api.patch(`${base}/1`, { status }), 200).status).to.equal(status);
      expect(must(await world.admin.api.patch(`${base}/1`, { status: 'merged' }), 400).error.issues[0].path).to.equal(
        'status',
      );
      must(await world.admin.api.post(`${base}/1/merge`), 200);
      expect(must(await world.admin.api.patch(`${base}/1`, { status: 'open' }), 409).error.message).to.equal(
        'the change request is already merged',
      );
      must(await world.admin.api.patch(`${base}/1`, { subject: 'late' }), 409);
    });
  });

  describe('updateChangeRequestById with the present values', () => {
    it('leaves the change request at its place among those changed last', async () => {
      const { api } = world.admin;
      const { id } = await open();
      const body = { subject: 'First', description: { markdown: 'All *changes*.' }, status: 'open' };
      const link = { ref: { kind: 'url', url: 'https://tickets.example/1' } };
      const first = must(await api.patch(`${base}/${id}`, { ...body, links: [link] }), 200);
      await open({ subject: 'Second' });
      for (const present of [{}, body, { links: first.links }])
        expect(must(await api.patch(`${base}/${id}`, present), 200)).to.deep.equal(first);
      const listed = must(await api.get(`${base}?orderBy=updatedAt`), 200).items;
      expect(listed.map(({ subject }: any) => subject)).to.deep.equal(['Second', 'First']);
    });
  });

  describe('links of a change request', () => {
    const linkTo = (url: string, more: object = {}): object => ({ ref: { kind: 'url', url }, ...more });
    const set = async (id: string, links: readonly object[], status = 200): Promise<any> =>
      must(await world.admin.api.patch(`${base}/${id}`, { links }), status);

    it('are added, changed, put in another order and removed as a whole', async () => {
      const { id, links } = await open();
      expect(links).to.deep.equal([]);
      const { links: added } = await set(id, [
        linkTo('https://tickets.example/1', { title: 'First' }),
        linkTo('https://tickets.example/2'),
      ]);
      expect(added.map(({ id: _id, ...rest }: any) => rest)).to.deep.equal([
        { ref: { kind: 'url', url: 'https://tickets.example/1' }, title: 'First' },
        { ref: { kind: 'url', url: 'https://tickets.example/2' } },
      ]);
      const [first, second] = added;
      const changed = await set(id, [second, linkTo('https://tickets.example/3'), { ...first, title: 'Renamed' }]);
      expect(changed.links.map((one: any) => one.id)).to.deep.equal([second.id, changed.links[1].id, first.id]);
      expect(changed.links[2].title).to.equal('Renamed');
      const { data } = await world.admin.client.spaces.getChangeRequestById(space.id, id);
      expect((data as any).links).to.deep.equal(changed.links);
      must(await world.admin.api.patch(`${base}/${id}`, { subject: 'Other' }), 200);
      expect(must(await world.admin.api.get(base), 200).items[0].links).to.deep.equal(changed.links);
      expect((await set(id, [])).links).to.deep.equal([]);
    });

    it('can be given when the change request is created, and get new IDs', async () => {
      const { id, links } = await open({ links: [linkTo('https://tickets.example/1', { title: 'First' })] });
      expect(links).to.deep.equal([
        { id: links[0].id, ref: { kind: 'url', url: 'https://tickets.example/1' }, title: 'First' },
      ]);
      expect(must(await world.admin.api.get(`${base}/${id}`), 200).links).to.deep.equal(links);
      const eleven = Array.from({ length: 11 }, (_, i) => linkTo(`https://tickets.example/${i}`));
      expect(must(await world.admin.api.post(base, { links: eleven }), 400).error.issues[0].path).to.equal('links');
      const { links: copied } = await open({ links });
      expect(copied).to.deep.equal([{ ...links[0], id: copied[0].id }]);
      expect(copied[0].id).to.not.equal(links[0].id);
    });

    it('stay when the change request is edited and merged', async () => {
      const { id } = await open();
      const { links } = await set(id, [linkTo('https://tickets.example/1')]);
      const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'Text\n' } };
      must(await world.admin.api.post(`${base}/${id}/content`, { changes: [page] }), 200);
      must(await world.admin.api.post(`${base}/${id}/merge`), 200);
      expect(must(await world.admin.api.get(`${base}/${id}`), 200)).to.deep.include({ status: 'merged', links });
      await set(id, [], 409);
    });

    it('are at most ten, lead to web pages, and have titles of at most 128 characters', async () => {
      const { id } = await open();
      const urls = Array.from({ length: 11 }, (_, i) => linkTo(`https://tickets.example/${i}`));
      await set(id, urls.slice(0, 10));
      await set(id, urls, 400);
      await set(id, [linkTo('https://tickets.example', { title: 'x'.repeat(128) })]);
      for (const [bad, field] of [
        [linkTo('https://tickets.example', { title: 'x'.repeat(129) }), 'links.0.title'],
        [linkTo('javascript:alert(1)'), 'links.0.ref.url'],
        [{ ref: { kind: 'page', page: UNKNOWN } }, 'links.0.ref.kind'],
      ] as const)
        expect((await set(id, [bad], 400)).error.issues[0].path).to.equal(field);
    });

    it('are refused with the id of a link of another change request, or an id that is given twice', async () => {
      const [{ id }, { id: other }] = [await open(), await open()];
      const [link] = (await set(id, [linkTo('https://tickets.example/1')])).links;
      for (const [at, links] of [
        [other, [link]],
        [id, [link, link]],
      ] as const) {
        const { error } = await set(at, links, 400);
        expect(error.issues[0].path).to.equal(`links.${links.length - 1}.id`);
      }
    });

    it('cannot be changed by readers', async () => {
      const { id } = await open();
      const reader = await world.member('read');
      must(await reader.api.patch(`${base}/${id}`, { links: [] }), 403);
    });
  });

  describe('getChangeRequestById', () => {
    it('answers 404 to those who cannot see the space, and under another space', async () => {
      const made = await open();
      const other = await world.space();
      const stranger = await world.stranger();
      const unknown = must(await world.admin.api.get(`${base}/${UNKNOWN}`), 404).error.message;
      for (const key of [made.id, '2', '0', '01', '-1', '1.0', '9'.repeat(30), 'x']) {
        const where = key === made.id ? `/v1/spaces/${other.id}/change-requests` : base;
        for (const call of [
          world.admin.api.get(`${where}/${key}`),
          world.admin.api.patch(`${where}/${key}`, { subject: 'no' }),
          world.admin.api.post(`${where}/${key}/merge`),
          world.admin.api.post(`${where}/${key}/update`),
          world.admin.api.post(`${where}/${key}/content`, { changes: [{ operation: 'insert_page', document: {} }] }),
          world.admin.api.get(`${where}/${key}/content`),
          world.admin.api.get(`${where}/${key}/content/pages`),
          world.admin.api.get(`${where}/${key}/content/files`),
        ])
          expect(must(await call, 404).error.message, key).to.equal(unknown);
      }
      const invisible = await Promise.all([
        stranger.api.get(base),
        stranger.api.get(`${base}/1`),
        stranger.api.post(base),
        stranger.api.post(`${base}/1/merge`),
      ]);
      for (const answer of invisible) expect(must(answer, 404).error.message).to.equal('space not found');
      expect((await refused(stranger.client.spaces.getChangeRequestById(space.id, '1'))).code).to.equal(404);
    });
  });

  it('let readers read, editors propose and reviewers merge', async () => {
    const [reader, editor, reviewer] = (await Promise.all(
      (['comment', 'edit', 'review'] as const).map((role) => world.member(role)),
    )) as [Person, Person, Person];
    const made = must(await editor.api.post(base, { subject: 'a' }), 201);
    must(await reader.api.get(`${base}/1`), 200);
    must(await reader.api.get(`${base}/1/content`), 200);
    const page = { changes: [{ operation: 'insert_page', title: 'Page', document: {} }] };
    for (const answer of await Promise.all([
      reader.api.post(base),
      reader.api.patch(`${base}/1`, { subject: 'b' }),
      reader.api.post(`${base}/1/content`, page),
      reader.api.post(`${base}/1/update`),
      reader.api.post(`${base}/1/merge`),
      editor.api.post(`${base}/1/merge`),
    ]))
      must(answer, 403);
    expect(must(await reader.api.get(`${base}/1`), 200)).to.deep.equal(made);

    const readOnly = await world.readOnly(editor);
    for (const answer of await Promise.all([
      readOnly.post(base),
      readOnly.patch(`${base}/1`, { subject: 'b' }),
      readOnly.post(`${base}/1/content`, page),
    ]))
      must(answer, 403);
    must(await readOnly.get(`${base}/1`), 200);
    must(await editor.api.post(`${base}/1/content`, page), 200);
    must(await reviewer.api.post(`${base}/1/merge`), 200);
  });

  it('answer 412 to a condition on a past revision, and change nothing', async () => {
    const { revision } = await open({ subject: 'a' });
    must(
      await world.admin.api.post(
        `${base}/1/content`,
        { changes: [{ operation: 'insert_page', title: 'One', document: {} }] },
        { 'if-match': `"${revision}"` },
      ),
      200,
    );
    const before = must(await world.admin.api.get(`${base}/1`), 200);
    const stale = { 'if-match': `"${revision}"` };
    for (const call of [
      world.admin.api.post(
        `${base}/1/content`,
        { changes: [{ operation: 'insert_page', title: 'Two', document: {} }] },
        stale,
      ),
      world.admin.api.patch(`${base}/1`, { subject: 'b' }, stale),
      world.admin.api.post(`${base}/1/merge`, undefined, stale),
      world.admin.api.post(`${base}/1/update`, undefined, stale),
    ])
      must(await call, 412);
    expect(must(await world.admin.api.get(`${base}/1`), 200)).to.deep.equal(before);

    const etag = (await world.admin.api.get(`${base}/1`)).headers.get('etag')!;
    expect(
      (await world.admin.api.get(`${base}/1`, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status,
    ).to.equal(304);
    must(await world.admin.api.patch(`${base}/1`, { subject: 'b' }, { 'if-match': etag }), 200);
    must(await world.admin.api.patch(`${base}/1`, { subject: 'c' }, { 'if-match': 'yesterday' }), 400);
  });

  describe('listChangeRequestConversations', () => {
    it('lists none, since no agents run here, to those who can read the space', async () => {
      const { id } = await open();
      const reader = await world.member('read');
      expect(must(await reader.api.get(`${base}/${id}/conversations`), 200)).to.deep.equal({ items: [], count: 0 });
      must(await world.admin.api.get(`${base}/${UNKNOWN}/conversations`), 404);
      must(await (await world.stranger()).api.get(`${base}/${id}/conversations`), 404);
    });
  });
});
