import { Readable } from 'node:stream';
import { expect } from 'chai';
import pg from 'pg';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { listTables } from '../../../src/adapters/persistence/mikro-orm/instance/backup-tables.ts';
import { rebuildInstance } from '../../../src/adapters/persistence/mikro-orm/instance/rebuild-instance.ts';
import { secretKeyDigest } from '../../../src/adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { verifyInstance } from '../../../src/adapters/persistence/mikro-orm/instance/verify-instance.ts';
import { Database } from '../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { exportOrganization } from '../../../src/adapters/persistence/mikro-orm/organizations/export-organization.ts';
import {
  importOrganization,
  type ImportReport,
} from '../../../src/adapters/persistence/mikro-orm/organizations/import-organization.ts';
import {
  OBJECTS,
  OMITTED_TABLES,
  ORGANIZATION_TABLES,
  USERS,
} from '../../../src/adapters/persistence/mikro-orm/organizations/organization-tables.ts';
import { AesSecretBox } from '../../../src/adapters/system/aes-secret-box.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { backends, QUICK_START, temporaryFolder, testEnvironment } from '../../support/backends.ts';
import { EditedArchive, MemoryTarget } from '../../support/organization-archives.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const KEY = 'k'.repeat(40);
const OTHER_KEY = 'o'.repeat(40);

/** Reads of an organization and what it has. */
const READS = ROUTES.filter(
  (route) =>
    partsOf(route).method === 'GET' &&
    /:(organizationId|spaceId|collectionId|siteId|siteUrl)\b/.test(partsOf(route).path) &&
    !partsOf(route).path.startsWith('/v1/instance'),
);
/** Reads whose answers depend on the time or on the network, and those of events, which are compared by themselves. */
const CHANGING_READS: ReadonlySet<string> = new Set([
  'getOrganizationKeys',
  'getEmbedByUrlInSpace',
  'getSpaceArchive',
  'listOrganizationAuditEvents',
  'getOrganizationAuditEvent',
]);
/** Number of an event, which is that of the instance. */
const EVENT_NUMBER = /\b\d{20}\b/g;
const EVENTS = `SELECT type, subject, space_id, actor_id, token_id, request_id, address, at, data FROM events
  WHERE organization_id = $1 ORDER BY seq`;

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`exportOrganization (${backend.name})`, function () {
    this.timeout(600_000);
    let source: Instance;
    let sourceUrl: string;
    let world: World;
    let place: Place;
    let archive: Buffer;

    const start = async (url: string, key: string): Promise<Instance> =>
      startInstance(
        readConfig({ ...testEnvironment({ DATABASE_URL: url, SECRET_KEY: key }), DATA_DIR: temporaryFolder() }),
        { welcome: false, drainMs: 500, ...QUICK_START },
      );
    const blobsOf = (instance: Instance) => instance.container.get(Tokens.Services).blobs;
    const exportOf = async (organizationId: string): Promise<Buffer> => {
      const target = new MemoryTarget();
      const from = { url: sourceUrl, blobs: blobsOf(source), version: '0', secretKeyDigest: secretKeyDigest(KEY) };
      await exportOrganization(from, organizationId, target);
      return target.bytes;
    };
    /** Instance with an empty database, and what its database is asked. */
    const emptyInstance = async (key = KEY) => {
      const url = (await backend.database())!;
      const instance = await start(url, key);
      const client = new pg.Client({ connectionString: url });
      // The server ends before the client where a test has failed.
      client.on('error', () => {});
      await client.connect();
      const into = (bytes: Buffer, sourceKey?: string): Promise<ImportReport> =>
        importOrganization(
          {
            url,
            blobs: blobsOf(instance),
            secretKeyDigest: secretKeyDigest(key),
            box: new AesSecretBox(key),
            source:
              sourceKey === undefined
                ? undefined
                : { digest: secretKeyDigest(sourceKey), box: new AesSecretBox(sourceKey) },
          },
          Readable.from([bytes]),
        );
      return {
        url,
        instance,
        client,
        operator: apiOf(instance, instance.adminToken),
        import: into,
        /** Numbers of rows that an import adds to. */
        rows: async (): Promise<unknown> =>
          (
            await client.query(`SELECT (SELECT count(*) FROM organizations) AS organizations,
              (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM objects) AS objects,
              (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM graphile_worker.jobs) AS jobs`)
          ).rows[0],
        end: async () => {
          await client.end();
          await instance.stop();
        },
      };
    };
    type Target = Awaited<ReturnType<typeof emptyInstance>>;
    const adminOf = async ({ instance, operator }: Target, userId = world.admin.userId): Promise<Api> => {
      const { token } = must(await operator.post(`/v1/instance/users/${userId}/tokens`, { name: 'moved' }), 201);
      return apiOf(instance, token);
    };
    const refusal = async (target: Target, bytes: Buffer): Promise<string> =>
      target.import(bytes).then(
        () => 'imported',
        (error: Error) => error.message,
      );
    /** Answers without results of the scheduled DNS check, which may run between two of them. */
    const shown = (body: unknown, { url, publicUrl }: Instance): string =>
      JSON.stringify(body, (key, value) => (key === 'checkedAt' || key === 'finding' ? undefined : value))
        .replaceAll(publicUrl, 'https://origin')
        .replaceAll(url, 'https://origin')
        .replaceAll(EVENT_NUMBER, 'number');
    /** Events in their order; the operators of both instances have the same address, and count as one user. */
    const eventsAt = async (url: string, operator: Api): Promise<readonly string[]> => {
      const { id } = must(await operator.get('/v1/user'), 200);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(EVENTS, [world.organizationId]);
      await client.end();
      return rows.map((row) => JSON.stringify(row).replaceAll(id, 'operator'));
    };

    before(async () => {
      sourceUrl = (await backend.database())!;
      source = await start(sourceUrl, KEY);
      world = await World.create(source);
      place = await makePlace(world);
      // Another organization of the same instance, whose rows must not come along.
      await makePlace(await World.create(source));
      await waitForProjections(source);
      archive = await exportOf(world.organizationId);
    });
    after(() => source.stop());

    it('gives every table a place in the export, or a reason to be left out', async () => {
      const client = new pg.Client({ connectionString: sourceUrl });
      await client.connect();
      const tables = (await listTables(client)).map(({ name }) => name).sort();
      await client.end();
      const known = [USERS, OBJECTS, ...ORGANIZATION_TABLES].map(({ name }) => name);
      expect([...known, ...OMITTED_TABLES].sort()).to.deep.equal(tables);
    });

    it('answers all reads of an imported organization as before, and "quire verify" finds nothing', async () => {
      const target = await emptyInstance();
      const ask = async (api: Api, route: Route) => {
        const { status, body } = await api.get(pathAt(route, place));
        return { status, body };
      };
      const before = new Map<string, string>();
      for (const route of READS)
        if (!CHANGING_READS.has(route.useCase.name))
          before.set(route.useCase.name, shown(await ask(world.admin.api, route), source));
      archive = await exportOf(world.organizationId);
      await target.import(archive);
      expect(await eventsAt(target.url, target.operator)).to.deep.equal(await eventsAt(sourceUrl, world.operator));
      const database = await Database.open({ url: target.url, connections: 2 });
      await rebuildInstance(database, { organizationId: world.organizationId });
      await database.close();
      const api = await adminOf(target);
      const differences: Record<string, unknown> = {};
      for (const route of READS) {
        const expected = before.get(route.useCase.name);
        if (expected === undefined) continue;
        const answer = shown(await ask(api, route), target.instance);
        if (answer !== expected) differences[route.useCase.name] = { expected, answer };
      }
      expect(differences, JSON.stringify(differences, null, 2)).to.deep.equal({});
      expect(before.size).to.be.above(80);
      const [delivery] = must(
        await api.get(`/v1/orgs/${world.organizationId}/webhooks/${place['webhookId']}/deliveries`),
        200,
      ).items;
      const event = must(await api.get(`/v1/orgs/${world.organizationId}/audit-events/${delivery.event}`), 200);
      expect([event.action, event.target.id]).to.deep.equal(['webhook.created', place['webhookId']]);
      const { problems } = await verifyInstance({ url: target.url, blobs: blobsOf(target.instance) });
      expect(problems).to.deep.equal([]);
      // It can be changed as before.
      must(await api.post(`/v1/spaces/${place['spaceId']}/change-requests`, { subject: 'After' }), 201);
      must(
        await api.post(`/v1/spaces/${place['spaceId']}/content`, {
          changes: [{ operation: 'insert_page', title: 'After', document: { markdown: 'Moved' } }],
        }),
        200,
      );
      expect(await refusal(target, archive)).to.equal(`the organization ${world.organizationId} exists here already`);
      await target.end();
    });

    it('makes users of the same addresses the members and authors, and creates the others without a password', async () => {
      const target = await emptyInstance();
      const known = must(
        await target.operator.post('/v1/instance/users', { email: world.admin.email, displayName: 'Known here' }),
        201,
      );
      const report = await target.import(archive);
      // The operators of both instances have the same address, too.
      expect(report.matchedUsers).to.equal(2);
      expect(report.createdUsers).to.be.above(0);
      const api = await adminOf(target, known.id);
      const members = must(await api.get(`/v1/orgs/${world.organizationId}/members`), 200).items;
      expect(members.map(({ id }: { id: string }) => id)).to.include(known.id);
      const request = must(
        await api.get(`/v1/spaces/${place['spaceId']}/change-requests/${place['changeRequestId']}`),
        200,
      );
      expect([request.createdBy.id, request.createdBy.displayName]).to.deep.equal([known.id, 'Known here']);
      const { rows } = await target.client.query('SELECT 1 FROM users WHERE id = $1', [world.admin.userId]);
      expect(rows).to.deep.equal([]);
      const named = await target.client.query(`SELECT count(*)::int AS n FROM events e WHERE e::text LIKE $1`, [
        `%${world.admin.userId}%`,
      ]);
      expect(named.rows[0].n).to.equal(0);
      await target.end();
    });

    it('imports nothing while a user with the same address has not proven the address', async () => {
      const target = await emptyInstance();
      await target.operator.post('/v1/instance/users', { email: world.admin.email, displayName: 'Anybody' });
      await target.client.query('UPDATE users SET unproven = true WHERE email = $1', [world.admin.email]);
      const before = await target.rows();
      expect(await refusal(target, archive)).to.include(
        `have not proven them, so they may be others: ${world.admin.email}`,
      );
      expect(await target.rows()).to.deep.equal(before);
      await target.end();
    });

    it('seals secrets with the key of the instance when it gets the former one, and names them otherwise', async () => {
      const target = await emptyInstance(OTHER_KEY);
      const report = await target.import(archive, KEY);
      expect(report.lost).to.deep.equal([]);
      expect(report.resealed).to.be.above(3);
      const { rows } = await target.client.query('SELECT id, sealed_key AS box FROM site_share_links');
      const opened = rows.map(({ id, box }) => new AesSecretBox(OTHER_KEY).open(box, `share link ${id}`) !== undefined);
      const api = await adminOf(target);
      const links = must(
        await api.get(`/v1/orgs/${world.organizationId}/sites/${place['siteId']}/share-links`),
        200,
      ).items;
      expect([opened.length, links.length]).to.deep.equal([1, 1]);
      await target.end();

      const without = await emptyInstance(OTHER_KEY);
      const { lost, resealed } = await without.import(archive);
      expect(resealed).to.equal(0);
      expect(lost).to.include(`key of the share link ${place['shareLinkId']}`);
      expect(lost.join()).to.match(/secret of the webhook/);
      await without.end();
      const wrong = await emptyInstance(OTHER_KEY);
      const problem = await wrong.import(archive, 'w'.repeat(40)).catch((error: Error) => error.message);
      expect(problem).to.equal('SOURCE_SECRET_KEY is not the key of the instance that wrote the archive');
      await wrong.end();
    });

    it('gives a site whose address is taken another one, and refuses a hostname that is taken', async () => {
      const target = await emptyInstance();
      const other = await World.create(target.instance);
      const { id } = must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/sites`, { title: 'Taken' }),
        201,
      );
      const { rows } = await target.client.query('SELECT basename FROM sites WHERE id = $1', [id]);
      const withAddress = (await EditedArchive.of(archive)).rows(
        'sites',
        (row) => void (row['basename'] = rows[0].basename),
      );
      const taken = must(
        await other.admin.api.patch(`/v1/orgs/${other.organizationId}`, { hostname: 'taken-here' }),
        200,
      );
      const withHostname = (await EditedArchive.of(archive)).rows(
        'organizations',
        (row) => void (row['hostname'] = taken.hostname),
      );
      expect(await refusal(target, await withHostname.bytes())).to.equal(
        'something of the archive is taken here, in organizations: Key (hostname)=(taken-here) already exists.',
      );
      const { renamedSites } = await target.import(await withAddress.bytes());
      expect(renamedSites).to.have.length(1);
      expect(renamedSites[0]).to.include(`: ${rows[0].basename}-${place['siteId']!.slice(-6).toLowerCase()}`);
      await target.end();
    });

    it('moves organizations that have exchanged spaces, in any order', async () => {
      const [one, two] = [await World.create(source), await World.create(source)];
      const { api, userId } = one.admin;
      must(
        await world.operator.put(`/v1/instance/orgs/${two.organizationId}/members/${userId}`, { role: 'admin' }),
        200,
      );
      const left = await makePlace(one);
      const { id: came } = await two.space({ title: 'Came' });
      const copy = must(await api.post(`/v1/spaces/${left['spaceId']}/duplicate`), 201);
      const transfers: readonly (readonly [string, World])[] = [
        [`spaces/${left['spaceId']}`, two],
        [`collections/${left['collectionId']}`, two],
        [`spaces/${came}`, one],
      ];
      for (const [path, { organizationId }] of transfers)
        must(await api.post(`/v1/${path}/transfer`, { organization: organizationId }), 200);
      await waitForProjections(source);

      const archives = [await exportOf(one.organizationId), await exportOf(two.organizationId)];
      const logOf = async (of: Api, { organizationId }: World): Promise<readonly string[]> =>
        must(await of.get(`/v1/orgs/${organizationId}/audit-events?action=space&limit=100`), 200).items.map(
          ({ action, target, space }: any) => `${action} ${target.id} ${space}`,
        );
      for (const order of [archives, [...archives].reverse()]) {
        const target = await emptyInstance();
        for (const bytes of order) await target.import(bytes);
        const moved = await adminOf(target, userId);
        for (const of of [one, two]) expect(await logOf(moved, of)).to.deep.equal(await logOf(api, of));
        expect(must(await moved.get(`/v1/spaces/${copy.id}`), 200).organization).to.equal(one.organizationId);
        expect(must(await moved.get(`/v1/spaces/${came}`), 200).organization).to.equal(one.organizationId);
        expect(must(await moved.get(`/v1/spaces/${left['spaceId']}`), 200).organization).to.equal(two.organizationId);
        const database = await Database.open({ url: target.url, connections: 2 });
        for (const { organizationId } of [one, two]) await rebuildInstance(database, { organizationId });
        await database.close();
        const { problems } = await verifyInstance({ url: target.url, blobs: blobsOf(target.instance) });
        expect(problems).to.deep.equal([]);
        await target.end();
      }
    });

    describe('of an archive that cannot be trusted', () => {
      let target: Target;
      let other: World;
      let otherSpace: string;
      let otherGrant: string;
      before(async () => {
        target = await emptyInstance();
        other = await World.create(target.instance);
        otherSpace = (await other.space({ title: 'Of others' })).id;
        must(
          await other.admin.api.post(`/v1/spaces/${otherSpace}/content`, {
            changes: [{ operation: 'insert_page', title: 'Private', document: { markdown: 'Of others' } }],
          }),
          200,
        );
        const { userId } = await other.member('read');
        must(
          await other.admin.api.post(`/v1/spaces/${otherSpace}/permissions`, { role: 'review', users: [userId] }),
          204,
        );
        const { rows } = await target.client.query('SELECT id FROM grants WHERE space_id = $1', [otherSpace]);
        otherGrant = rows[0].id;
      });
      after(() => target.end());

      /** Attacks: what an archive is changed to, and why it is refused. */
      const ATTACKS: Readonly<Record<string, { edit: (of: EditedArchive) => unknown; reason: () => string | RegExp }>> =
        {
          'with rows of another organization': {
            edit: (of) => of.rows('members', (row) => void (row['organization_id'] = other.organizationId)),
            reason: () => 'the archive has members of another organization',
          },
          'with a grant on a space of another organization': {
            edit: (of) =>
              of.rows('grants', (row) => void (row['space_id'] !== '\\N' && (row['space_id'] = otherSpace))),
            reason: () => `${otherSpace}, which the archive names, exists here already, in spaces`,
          },
          'with a translation of a space of another organization': {
            edit: (of) => of.rows('translations', (row) => void (row['space_id'] = otherSpace)),
            reason: () => `${otherSpace}, which the archive names, exists here already, in spaces`,
          },
          'with a site that shows a space of another organization': {
            edit: (of) => of.rows('site_spaces', (row) => void (row['space_id'] = otherSpace)),
            reason: () => `${otherSpace}, which the archive names, exists here already, in spaces`,
          },
          'with a space that inherits the level of a space of another organization': {
            edit: (of) => of.rows('spaces', (row) => void (row['default_from'] = otherSpace)),
            reason: () => `${otherSpace}, which the archive names, exists here already, in spaces`,
          },
          'with a grant that follows a grant of another organization': {
            edit: (of) => of.rows('grants', (row) => void (row['copied_from'] = otherGrant)),
            reason: () => `${otherGrant}, which the archive names, exists here already, in grants`,
          },
          'with a member who is a user of the instance': {
            edit: (of) => of.rows('members', (row) => void (row['user_id'] = other.admin.userId)),
            reason: () => `${other.admin.userId}, which the archive names, exists here already, in users`,
          },
          'with a user who takes the id of a user of the instance': {
            edit: (of) =>
              of.rows('users', (row) => void (row['id'] === world.admin.userId && (row['id'] = other.admin.userId))),
            reason: () => `${other.admin.userId}, which the archive names, exists here already, in users`,
          },
          'with an object that has other bytes than its hash': {
            edit: (of) => of.rows('objects', (row) => void (row['type'] === 'document' && (row['bytes'] = '\\\\x00'))),
            reason: () => /^the object [0-9a-f]{64} of the archive is not what its hash says$/,
          },
          'with an object that hides what it refers to': {
            edit: (of) => of.rows('objects', (row) => void (row['refs'] = '{}')),
            reason: () => /^the object [0-9a-f]{64} of the archive is not what its hash says$/,
          },
          'without a content that a revision has': {
            edit: (of) => of.rows('objects', (row) => row['type'] !== 'content'),
            reason: () => 'the archive lacks the content of a revision',
          },
          'without a stored file': {
            edit: (of) => of.remove('blobs/'),
            reason: () => /^the archive lacks the file [0-9a-f]{64}$/,
          },
          'with a stored file that nothing names': {
            edit: (of) => of.add({ name: `blobs/${'0'.repeat(64)}`, bytes: Buffer.from('hidden') }, 'summary.json'),
            reason: () => `the archive has a file that nothing of it names: ${'0'.repeat(64)}`,
          },
          'with a path that leaves its folder': {
            edit: (of) => of.add({ name: 'blobs/../../escaped', bytes: Buffer.from('escaped') }, 'summary.json'),
            reason: () => 'the archive has an unknown entry: blobs/../../escaped',
          },
          'with rows of a table of the instance': {
            edit: (of) => of.add({ name: 'tables/api_tokens/00000000', bytes: Buffer.from('x') }, 'jobs.json'),
            reason: () => 'the archive has rows of an unknown table: api_tokens',
          },
          'with a job of the instance': {
            edit: (of) =>
              of.json('jobs.json', (jobs) => [
                ...jobs,
                { ...jobs[0], name: 'collect-garbage', payload: {}, key: 'collection' },
              ]),
            reason: () => 'the archive has a job that no organization has: collect-garbage',
          },
          'with a job for a space of another organization': {
            edit: (of) =>
              of.json('jobs.json', (jobs) => [
                { ...jobs[0], name: 'purge-space', key: null, queue: null, payload: { spaceId: otherSpace } },
              ]),
            reason: () => `${otherSpace}, which the archive names, exists here already, in spaces`,
          },
          'with columns that do not exist': {
            edit: (of) =>
              of.json('organization.json', (manifest) => ({
                ...manifest,
                tables: manifest.tables.map((table: { columns: string[] }) => ({ ...table, columns: ['id"; --'] })),
              })),
            reason: () => 'the archive has other tables than its version',
          },
          'with a row of more columns than its table': {
            edit: (of) => of.rows('teams', (row) => void (row['title'] = 'One\tTwo')),
            reason: () => 'the rows of the archive cannot be read: extra data after last expected column',
          },
          'with a time that is none': {
            edit: (of) => of.rows('members', (row) => void (row['joined_at'] = 'no time')),
            reason: () => /^the rows of the archive cannot be read: invalid input syntax/,
          },
          'with a time that never comes': {
            edit: (of) => of.rows('members', (row) => void (row['joined_at'] = 'infinity')),
            reason: () => 'the archive has members with a joined_at out of range',
          },
          'with a time before our era': {
            edit: (of) => of.rows('teams', (row) => void (row['created_at'] = '0044-03-15 12:00:00+00 BC')),
            reason: () => 'the archive has teams with a created_at out of range',
          },
          'with a time of the year 10000': {
            edit: (of) => of.rows('teams', (row) => void (row['created_at'] = '10000-01-01 00:00:00+00')),
            reason: () => 'the archive has teams with a created_at out of range',
          },
          'of another version of Quire': {
            edit: (of) => of.json('organization.json', (manifest) => ({ ...manifest, migrations: ['001-foundation'] })),
            reason: () => 'the archive is of another version of Quire: export it with the version of this instance',
          },
          'for another organization than it names': {
            edit: (of) =>
              of.json('organization.json', (manifest) => ({
                ...manifest,
                organization: { id: 'A'.repeat(20), title: 'Another' },
              })),
            reason: () => 'the archive has another organization than its manifest names',
          },
        };
      let rowsBefore: unknown;
      before(async () => {
        await waitForProjections(target.instance);
        rowsBefore = await target.rows();
      });

      for (const [what, { edit, reason }] of Object.entries(ATTACKS))
        it(`imports nothing ${what}`, async () => {
          const edited = await EditedArchive.of(archive);
          edit(edited);
          const answer = await refusal(target, await edited.bytes());
          const expected = reason();
          if (typeof expected === 'string') expect(answer).to.equal(expected);
          else expect(answer).to.match(expected);
          expect(await target.rows()).to.deep.equal(rowsBefore);
        });

      it('imports nothing of an archive that is cut off, damaged, or declares more than it has', async () => {
        const damaged = Buffer.from(archive);
        damaged[Math.floor(damaged.length / 2)]! ^= 0x10;
        const changed = (await EditedArchive.of(archive)).rows('teams', (row) => void (row['title'] = 'Changed'));
        const huge = await hugeEntry(await EditedArchive.of(archive));
        for (const bytes of [
          archive.subarray(0, Math.floor(archive.length * 0.9)),
          damaged,
          Buffer.from('no archive'),
          await changed.bytes({ withOldSummary: true }),
          huge,
        ]) {
          const answer = await refusal(target, bytes);
          expect(answer).to.match(/^the (archive|file|rows|manifest)|is larger than/);
          expect(answer).not.to.include('\n');
          expect(await target.rows()).to.deep.equal(rowsBefore);
        }
      });

      it('shows events of an archive to its own organization alone, whatever they name', async () => {
        const forged = (await EditedArchive.of(archive)).rows('events', (row) => {
          if (row['type'] === 'organization.created') Object.assign(row, { subject: otherSpace, space_id: otherSpace });
        });
        const events = `/v1/orgs/${other.organizationId}/audit-events`;
        const before = must(await other.admin.api.get(events), 200);
        await target.import(await forged.bytes());
        expect(must(await other.admin.api.get(events), 200)).to.deep.equal(before);
        expect(must(await other.admin.api.get(`/v1/spaces/${otherSpace}`), 200).title).to.equal('Of others');
      });
    });
  });

/** Archive that declares more bytes of a file than any file has. */
async function hugeEntry(edited: EditedArchive): Promise<Buffer> {
  return edited.bytes({ declaredSize: 3 * 1024 ** 3 });
}
