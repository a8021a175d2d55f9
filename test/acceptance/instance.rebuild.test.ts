import { Readable } from 'node:stream';
import { expect } from 'chai';
import pg from 'pg';
import { rebuildInstance } from '../../src/adapters/persistence/mikro-orm/instance/rebuild-instance.ts';
import { verifyInstance } from '../../src/adapters/persistence/mikro-orm/instance/verify-instance.ts';
import { Database } from '../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import type { BlobStore } from '../../src/ports/uploads.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { backends, QUICK_START, testEnvironment } from '../support/backends.ts';
import { must, World } from '../support/world.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`rebuildInstance (${backend.name})`, () => {
    let url: string;
    let instance: Instance;
    let world: World;
    let database: Database;
    let client: pg.Client;
    before(async () => {
      url = (await backend.database())!;
      instance = await startInstance(readConfig(testEnvironment({ DATABASE_URL: url })), {
        welcome: false,
        ...QUICK_START,
        drainMs: 500,
      });
      world = await World.create(instance);
      database = await Database.open({ url, connections: 2 });
      client = new pg.Client({ connectionString: url });
      await client.connect();
    });
    after(async () => {
      await client.end();
      await database.close();
      await instance.stop();
    });

    const problems = async (): Promise<readonly string[]> =>
      (await verifyInstance({ url, blobs: instance.container.get(Tokens.Services).blobs })).problems;
    const spaceWith = async (word: string): Promise<{ id: string; changeRequest: string; comment: string }> => {
      const { id } = await world.space({ title: word });
      const { api } = world.admin;
      must(
        await api.post(`/v1/spaces/${id}/content`, {
          changes: [
            {
              operation: 'insert_page',
              title: word,
              document: { markdown: `${word} [home](https://example.com/${word}) [lost](/pages/none)` },
            },
            { operation: 'insert_page', title: 'Other', document: { markdown: 'other words' } },
          ],
        }),
        200,
      );
      const changeRequest = must(await api.post(`/v1/spaces/${id}/change-requests`, {}), 201).id;
      const comment = must(await api.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'Why?' } }), 200).id;
      return { id, changeRequest, comment };
    };
    const corrupt = async (space: string, changeRequest: string, comment: string): Promise<void> => {
      for (const sql of [
        `DELETE FROM page_search WHERE ctid = (SELECT min(ctid) FROM page_search WHERE space_id = $1)`,
        `INSERT INTO page_search (space_id, page_id, title, head, body) VALUES ($1, 'gone', 'Gone', 'gone', 'gone')`,
        `DELETE FROM search_words WHERE space_id = $1`,
        `DELETE FROM page_links WHERE space_id = $1`,
        `UPDATE link_counts SET targets = targets + 3 WHERE space_id = $1`,
        `UPDATE spaces SET change_requests = 17 WHERE id = $1`,
      ])
        await client.query(sql, [space]);
      await client.query('UPDATE change_requests SET comments = 5 WHERE id = $1', [changeRequest]);
      await client.query('UPDATE comments SET replies = 9 WHERE id = $1', [comment]);
    };

    it('corrects everything that "quire verify" finds, in the selected space only, while the instance runs', async () => {
      const [one, two] = [await spaceWith('aardvark'), await spaceWith('zebra')];
      expect(await problems()).to.deep.equal([]);
      for (const { id, changeRequest, comment } of [one, two]) await corrupt(id, changeRequest, comment);
      const found = await problems();
      for (const { id, changeRequest, comment } of [one, two]) {
        for (const table of ['page_search', 'search_words', 'page_links'])
          expect(found).to.include(`${table} of space ${id} differs from its content`);
        for (const [table, row] of [
          ['search_terms', id],
          ['link_counts', id],
          ['spaces', id],
          ['change_requests', changeRequest],
          ['comments', comment],
        ])
          expect(found).to.include(`counts in ${table} of ${row} differ from the rows that they count`);
      }
      expect(await rebuildInstance(database, { spaceId: one.id })).to.equal(1);
      const left = await problems();
      expect(left.filter((line) => line.includes(one.id))).to.deep.equal([]);
      expect(left.filter((line) => line.includes(two.id))).to.deep.equal(found.filter((line) => line.includes(two.id)));
      const rebuilt: string[] = [];
      await rebuildInstance(database, { organizationId: world.organizationId }, (id) => void rebuilt.push(id));
      expect(rebuilt).to.deep.equal([one.id, two.id].sort());
      expect(await problems()).to.deep.equal([]);
      for (const [space, word] of [
        [one.id, 'aardvark'],
        [two.id, 'zebra'],
      ]) {
        expect(must(await world.admin.api.get(`/v1/spaces/${space}/search?query=${word}`), 200).count).to.equal(1);
        expect(must(await world.admin.api.get(`/v1/spaces/${space}/search?query=gone`), 200).count).to.equal(0);
      }
    });

    it('rebuilds the other spaces when the content of one cannot be read, which "quire verify" reports', async () => {
      const [damaged, whole] = [await spaceWith('wombat'), await spaceWith('yak')];
      for (const { id, changeRequest, comment } of [damaged, whole]) await corrupt(id, changeRequest, comment);
      const lost = (
        await client.query<{ hash: Buffer; type: string; bytes: Buffer; refs: Buffer[] }>(
          'DELETE FROM objects WHERE hash = (SELECT content FROM branches WHERE id = $1) RETURNING hash, type, bytes, refs',
          [damaged.id],
        )
      ).rows[0]!;
      try {
        const missing = `content object ${lost.hash.toString('hex')} is missing`;
        const found = await problems();
        expect(found).to.include(`search and links of space ${damaged.id} cannot be compared: ${missing}`);
        expect(found).to.include(`page_search of space ${whole.id} differs from its content`);
        const rebuilt: string[] = [];
        const refusal = await rebuildInstance(database, {}, (id) => void rebuilt.push(id)).catch(
          ({ message }: Error) => message,
        );
        expect(refusal).to.equal(`space ${damaged.id} cannot be rebuilt: ${missing}`);
        expect(rebuilt).to.include(whole.id).and.not.include(damaged.id);
        expect((await problems()).filter((line) => line.includes(whole.id))).to.deep.equal([]);
      } finally {
        await client.query('INSERT INTO objects (hash, type, bytes, refs) VALUES ($1, $2, $3, $4)', [
          lost.hash,
          lost.type,
          lost.bytes,
          lost.refs,
        ]);
      }
      await rebuildInstance(database, { spaceId: damaged.id });
      expect(await problems()).to.deep.equal([]);
    });

    it('loses no change that is made while it runs', async () => {
      const { id } = await spaceWith('heron');
      const rebuilding = rebuildInstance(database, {});
      for (let page = 0; page < 10; page++)
        must(
          await world.admin.api.post(`/v1/spaces/${id}/content`, {
            changes: [{ operation: 'insert_page', title: `Page ${page}`, document: { markdown: `heron${page}` } }],
          }),
          200,
        );
      expect(await rebuilding).to.be.at.least(3);
      await rebuildInstance(database, { spaceId: id });
      expect(await problems()).to.deep.equal([]);
      for (let page = 0; page < 10; page++)
        expect(must(await world.admin.api.get(`/v1/spaces/${id}/search?query=heron${page}`), 200).count).to.equal(1);
    });

    it('finds revisions and change requests that lead nowhere', async () => {
      const { id, changeRequest } = await spaceWith('ibis');
      await client.query('DELETE FROM branches WHERE id = $1', [changeRequest]);
      await client.query(
        `UPDATE revisions SET parents = '{nowhere}' WHERE id = (SELECT revision_id FROM branches WHERE id = $1)`,
        [id],
      );
      const found = await problems();
      expect(found).to.include(`the change request ${changeRequest} has no branch`);
      expect(found.filter((line) => line.startsWith('the revision nowhere, a parent of '))).to.have.length(1);
    });

    it('counts all problems, of which "quire verify" lists the first 1,000', async () => {
      const hashes = Array.from({ length: 1_001 }, (_, index) => index.toString(16).padStart(64, '0'));
      const blobs: Pick<BlobStore, 'list' | 'get'> = {
        list: async (after = '', limit) => hashes.filter((hash) => hash > after).slice(0, limit),
        get: async () => ({ size: 1, stream: Readable.from([Buffer.from('x')]) }),
      };
      const before = (await problems()).length;
      const report = await verifyInstance({ url, blobs });
      expect(report.problems).to.have.length(1_000);
      expect(report.problemCount - before).to.equal(1_001);
    });
  });
