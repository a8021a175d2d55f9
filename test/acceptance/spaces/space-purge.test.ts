import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { download, Uploads } from '../../support/files/uploads.ts';
import { must, World } from '../../support/world.ts';

const WEEK = 7 * DAY_MS;

onEveryBackend('the purge of deleted spaces', (backend) => {
  let time: TimeTravel;
  let world: World;
  let uploads: Uploads;
  before(async () => {
    time = await TimeTravel.start(backend);
    world = await World.create(time.instance);
    uploads = new Uploads(world);
  });

  const remove = async (id: string): Promise<string> => (
    must(await world.admin.api.delete(`/v1/spaces/${id}`), 205),
    time.now
  );
  const purge = (spaceId: string, deletedAt: string) =>
    time.run('purge-space', { organizationId: world.organizationId, spaceId, deletedAt });
  const blobs = () => time.instance.container.get(Tokens.Services).blobs;

  /** Rows of tables that name the space, but for what happened to it. */
  const rowsOf = async (spaceId: string): Promise<Record<string, number>> => {
    if (time.database === undefined) {
      const { spaces, comments, changeRequests, reviews, grants, siteSpaces, invites, revisions } =
        time.instance.container.get(Tokens.Reads);
      const counts: Record<string, number> = {
        spaces: await spaces.count({ id: spaceId }),
        revisions: (await revisions.list(spaceId, spaceId, { limit: 0 })).count,
      };
      for (const [name, table] of Object.entries({ comments, changeRequests, reviews, grants, siteSpaces, invites }))
        counts[name] = await table.count({ spaceId } as never);
      return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    }
    const client = new pg.Client({ connectionString: time.database });
    await client.connect();
    try {
      const { rows } = await client.query(
        `SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_name, table_schema) WHERE c.column_name = 'space_id' AND c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> 'events'`,
      );
      const places = [
        ...rows.map(({ table_name: table }) => [table, 'space_id']),
        ['spaces', 'id'],
        ['git_syncs', 'id'],
        ['counters', 'scope'],
      ];
      const counts: Record<string, number> = {};
      for (const [table, column] of places) {
        const {
          rows: [{ n }],
        } = await client.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [spaceId]);
        if (n > 0) counts[table!] = n;
      }
      return counts;
    } finally {
      await client.end();
    }
  };

  /** A space with something of everything; `bytes` is what its file holds. */
  const full = async (bytes: Uint8Array): Promise<{ id: string; page: string; file: any }> => {
    const { api } = world.admin;
    const space = await world.space({ title: 'Full' });
    const at = `/v1/spaces/${space.id}`;
    const page = must(
      await api.post(`${at}/content`, {
        changes: [
          {
            operation: 'insert_page',
            title: 'Page',
            document: { markdown: `Words ${randomBytes(8).toString('hex')}, [a link](https://example.com)` },
          },
        ],
      }),
      200,
    ).changes[0].page.id;
    const file = await uploads.insert(space.id, { name: 'file', key: await uploads.sent(bytes) });
    const { id: comment } = must(await api.post(`${at}/comments`, { body: { markdown: 'Words' } }), 200);
    must(await api.post(`${at}/comments/${comment}/replies`, { body: { markdown: 'More' } }), 200);
    const member = await world.member('read');
    must(await api.post(`${at}/permissions`, { role: 'review', users: [member.userId] }), 204);
    const { id: changeRequest } = must(await api.post(`${at}/change-requests`, { subject: 'Better' }), 201);
    must(
      await api.post(`${at}/change-requests/${changeRequest}/content`, {
        changes: [{ operation: 'insert_page', title: 'Other', document: { markdown: 'x' } }],
      }),
      200,
    );
    must(await member.api.post(`${at}/change-requests/${changeRequest}/reviews`, { status: 'approved' }), 201);
    must(
      await api.post(`/v1/orgs/${world.organizationId}/sites`, {
        title: `Site ${randomBytes(4).toString('hex')}`,
        spaces: [space.id],
      }),
      201,
    );
    must(await api.post(`/v1/orgs/${world.organizationId}/link-invites`, { level: 'read', space: space.id }), 201);
    return { id: space.id, page, file };
  };

  it('removes the redirects of sites to the space', async () => {
    const { api } = world.admin;
    const [gone, stays] = [await world.space(), await world.space()];
    const { id } = must(
      await api.post(`/v1/orgs/${world.organizationId}/sites`, { title: 'Docs', spaces: [gone.id, stays.id] }),
      201,
    );
    const at = `/v1/orgs/${world.organizationId}/sites/${id}`;
    const parts = must(await api.get(`${at}/site-spaces`), 200).items;
    const redirect = async (source: string, { id: siteSpaceId }: any) =>
      must(await api.post(`${at}/redirects`, { source, destination: { kind: 'site-space', siteSpaceId } }), 201).id;
    await redirect('/former', parts[0]);
    const other = await redirect('/current', parts[1]);
    const deletedAt = await remove(gone.id);
    time.to(deletedAt, WEEK + 1);
    await purge(gone.id, deletedAt);
    const again = await redirect('/former', parts[1]);
    expect(must(await api.get(`${at}/redirects`), 200).items.map((one: any) => one.id)).to.deep.equal([other, again]);
  });

  it('removes a space with everything that belongs to it once its week is over, and nothing else', async () => {
    const [gone, stays] = [await full(randomBytes(100)), await full(randomBytes(100))];
    const untouched = await rowsOf(stays.id);
    const sites = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites`), 200).count;
    const at = await remove(gone.id);
    time.to(at, WEEK);
    await purge(gone.id, at).catch(() => {});
    expect(await rowsOf(gone.id), 'it can still be restored').to.include({ spaces: 1 });
    time.to(at, WEEK + 1);
    for (let i = 0; i < 2; i++) {
      await purge(gone.id, at);
      expect(await rowsOf(gone.id)).to.deep.equal({});
    }
    must(await world.admin.api.get(`/v1/spaces/${gone.id}`), 404);
    must(await world.admin.api.delete(`/v1/spaces/${gone.id}`), 204);
    expect(await rowsOf(stays.id)).to.deep.equal(untouched);
    expect(must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites`), 200).count).to.equal(sites);
    const { items } = must(
      await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?target=${gone.id}`),
      200,
    );
    expect(items.map(({ action }: any) => action)).to.include.members([
      'space.created',
      'space.deleted',
      'space.purged',
    ]);
  });

  it('completes a purge that was stopped half-way', async () => {
    const { id } = await full(randomBytes(100));
    const at = await remove(id);
    time.to(at, WEEK + 1);
    const call = {
      name: 'purge-space',
      payload: { organizationId: world.organizationId, spaceId: id, deletedAt: at },
      attempt: 1,
      lastAttempt: false,
    };
    const jobs = time.instance.container.get(Tokens.JobRunner);
    await jobs.run({ ...call, signal: AbortSignal.abort() }).catch(() => {});
    await Promise.all([1, 2].map((attempt) => jobs.run({ ...call, attempt, signal: new AbortController().signal })));
    expect(await rowsOf(id)).to.deep.equal({});
  });

  describe('restoreSpace', () => {
    it('keeps a restored space from the purge, and gives it another week when it is deleted again', async () => {
      const space = await world.space();
      const first = await remove(space.id);
      time.to(first, DAY_MS);
      must(await world.admin.api.post(`/v1/spaces/${space.id}/restore`), 200);
      time.to(first, 2 * DAY_MS);
      const second = await remove(space.id);
      time.to(first, WEEK + 1);
      await purge(space.id, first);
      must(await world.admin.api.post(`/v1/spaces/${space.id}/restore`), 200);
      time.to(second, WEEK + 1);
      await purge(space.id, second);
      must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    });

    it('restores a space wholly or not at all while it is being purged at the end of its week', async () => {
      for (const late of [0, 1]) {
        const { id, page } = await full(randomBytes(100));
        const at = await remove(id);
        time.to(at, WEEK + late);
        const [, { status }] = await Promise.all([
          purge(id, at).catch(() => {}),
          world.admin.api.post(`/v1/spaces/${id}/restore`),
        ]);
        expect(status).to.equal(late === 0 ? 200 : 404);
        if (late === 0) must(await world.admin.api.get(`/v1/spaces/${id}/content/page/${page}`), 200);
        else expect(await rowsOf(id)).to.deep.equal({});
      }
    });
  });

  it('removes the files of the space except those that another space has too', async () => {
    const [own, shared] = [randomBytes(10_000), randomBytes(10_000)];
    const [alone, original] = [await full(own), await full(shared)];
    const copy = must(await world.admin.api.post(`/v1/spaces/${original.id}/duplicate`), 201);
    const at = time.now;
    for (const { id } of [alone, original]) await remove(id);
    time.to(at, WEEK + 1);
    for (const { id } of [alone, original]) await purge(id, at);
    for (let n = 0; n < 3; n++) {
      time.to(time.now, DAY_MS + 60 * 60 * 1000);
      await time.run('collect-unneeded');
    }
    expect(await blobs().has(createHash('sha256').update(own).digest('hex'))).to.equal(false);
    const read = must(
      await world.admin.api.get(`/v1/spaces/${copy.id}/content/page/${original.page}?format=markdown`),
      200,
    );
    expect(read.markdown).to.match(/^Words/);
    const {
      items: [file],
    } = must(await world.admin.api.get(`/v1/spaces/${copy.id}/content/files`), 200);
    expect((await download(file.downloadURL)).equals(shared)).to.equal(true);
  });
});
