import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { lockDataDirectory } from '../../src/adapters/database/data-directory-lock.ts';
import { StartupError } from '../../src/adapters/database/startup-error.ts';
import { loadOrCreateSecret } from '../../src/adapters/system/secret-file.ts';
import { runChecks } from '../../src/cli/doctor.ts';
import { backends, temporaryFolder, testEnvironment } from '../support/backends.ts';
import { insert } from '../support/content/api-content.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { poll } from '../support/until.ts';
import { apiOf, must, type Answer, type Api } from '../support/world.ts';
import { QuireProcess } from './quire-process.ts';

const TOKEN = 'an-operator-token-0123456789';
const FILE_BYTES = 300_000;
const TYPE = 'application/octet-stream';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a full disk', function () {
  this.timeout(300_000);

  /** Space of the first organization whose primary content can be edited. */
  async function newSpace(api: Api): Promise<{ readonly organizationId: string; readonly spaceId: string }> {
    const [{ id: organizationId }] = must(await api.get('/v1/orgs'), 200).items;
    const body = { title: 'Docs', editMode: 'live' };
    return { organizationId, spaceId: must(await api.post(`/v1/orgs/${organizationId}/spaces`, body), 201).id };
  }

  it('of stored files refuses uploads with 503 and a reason, keeps everything else working, and needs no restart', async function () {
    const disk = SmallDisk.mount(this, 4);
    const quire = QuireProcess.start({
      DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      DATA_DIR: join(temporaryFolder(), 'data'),
      BLOB_DIR: join(disk.folder, 'blobs'),
      ADMIN_TOKEN: TOKEN,
    });
    const api = apiOf({ url: await quire.ready() }, TOKEN);
    const { organizationId, spaceId } = await newSpace(api);
    const stored = new Map<string, string>();
    const upload = async (name: string): Promise<Answer> => {
      const bytes = randomBytes(FILE_BYTES);
      const { url, key } = must(
        await api.post(`/v1/orgs/${organizationId}/storage/upload`, {
          file: { name, type: TYPE, size: FILE_BYTES },
          kind: 'organization_file',
        }),
        201,
      );
      const response = await fetch(url, { method: 'PUT', headers: { 'content-type': TYPE }, body: bytes });
      const answer = { status: response.status, headers: response.headers, body: await response.json() };
      if (answer.status !== 200) return answer;
      const changes = [{ operation: 'insert_files', files: [{ name, key }] }];
      must(await api.post(`/v1/spaces/${spaceId}/content`, { changes }), 200);
      stored.set(name, sha256(bytes));
      return answer;
    };

    must(await upload('first.bin'), 200);
    disk.fill(2 * FILE_BYTES);
    let answer = must(await upload('second.bin'), 200) && (await upload('third.bin'));
    while (answer.status === 200) answer = await upload(`file-${stored.size}.bin`);
    expect([answer.status, answer.body.error.message]).to.deep.equal([503, 'no space left to store the content']);
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
    // Content is in the database, which has space.
    must(await api.post(`/v1/spaces/${spaceId}/content`, { changes: [insert('Written meanwhile')] }), 200);

    disk.empty();
    must(await upload('last.bin'), 200);
    const { items } = must(await api.get(`/v1/spaces/${spaceId}/content/files?limit=100`), 200);
    expect(items.map(({ name }: any) => name)).to.have.members([...stored.keys()]);
    for (const { name, downloadURL } of items)
      expect(sha256(Buffer.from(await (await fetch(downloadURL)).arrayBuffer())), name).to.equal(stored.get(name));
    await quire.end();
  });

  it('of backups fails each backup with the reason, and Quire keeps running', async function () {
    const disk = SmallDisk.mount(this, 4);
    const environment = {
      DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      DATA_DIR: join(temporaryFolder(), 'data'),
      ADMIN_TOKEN: TOKEN,
    };
    disk.fill();
    const schedule = { BACKUP_CRON: '* * * * * *', BACKUP_TO: join(disk.folder, 'backups') };
    const quire = QuireProcess.start({ ...environment, ...schedule });
    const api = apiOf({ url: await quire.ready() }, TOKEN);
    const status = async () => must(await api.get('/v1/instance/status'), 200).backups;
    const { last } = await poll('a scheduled backup fails', status, (backups) => backups.last?.state === 'failed');
    expect(last.error).to.match(/ENOSPC/);
    const archive = join(disk.folder, 'backup.tar.gz');
    const { code, stderr } = await QuireProcess.command(['backup', archive], environment);
    expect(stderr).to.match(/^quire: ENOSPC: no space left on device, write\n$/);
    expect(code).to.equal(1);

    disk.empty();
    await poll('a scheduled backup is complete', status, (backups) => backups.complete !== undefined);
    expect((await QuireProcess.command(['backup', archive], environment)).code).to.equal(0);
    await quire.end();
  });

  it('of rendered files, or one that is read-only, refuses them with 503 and a reason, and needs no restart', async function () {
    const disk = SmallDisk.mount(this, 4);
    const quire = QuireProcess.start({
      DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      DATA_DIR: join(disk.folder, 'data'),
      ADMIN_TOKEN: TOKEN,
    });
    const api = apiOf({ url: await quire.ready() }, TOKEN);
    const { organizationId, spaceId } = await newSpace(api);
    must(await api.post(`/v1/spaces/${spaceId}/content`, { changes: [insert('Printed')] }), 200);
    const { url: pdf } = must(await api.get(`/v1/spaces/${spaceId}/pdf`), 200);
    const answerOf = async (response: Promise<Response>): Promise<unknown[]> => {
      const { status, ...rest } = await response.then(async (one) => ({ status: one.status, text: await one.text() }));
      return status === 200 ? [200] : [status, JSON.parse(rest.text).error.message];
    };
    disk.fill();
    expect(await answerOf(fetch(pdf))).to.deep.equal([503, 'no space left to store the content']);
    disk.empty();
    disk.protect(true);
    expect(await answerOf(fetch(pdf))).to.deep.equal([503, 'the storage of files cannot be written (EROFS)']);
    const file = { name: 'file.bin', type: TYPE, size: FILE_BYTES };
    const { url } = must(
      await api.post(`/v1/orgs/${organizationId}/storage/upload`, { file, kind: 'organization_file' }),
      201,
    );
    const upload = () =>
      answerOf(fetch(url, { method: 'PUT', headers: { 'content-type': TYPE }, body: randomBytes(FILE_BYTES) }));
    expect(await upload()).to.deep.equal([503, 'the storage of files cannot be written (EROFS)']);
    // Operators find the reason in the log.
    await quire.says(/"level":50.*\(EROFS\)/);
    disk.protect(false);
    expect([await upload(), await answerOf(fetch(pdf))]).to.deep.equal([[200], [200]]);
    disk.protect(true);
    expect(await answerOf(fetch(pdf))).to.deep.equal([200]);
    disk.protect(false);
    await quire.end();
  });

  it('of the embedded database refuses changes with 503, and loses nothing that was acknowledged', async function () {
    const disk = SmallDisk.mount(this, 400);
    const environment = { DATA_DIR: join(disk.folder, 'data'), ADMIN_TOKEN: TOKEN };
    let quire = QuireProcess.start(environment);
    let api = apiOf({ url: await quire.ready() }, TOKEN);
    const { spaceId } = await newSpace(api);
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const write = async (): Promise<number> => {
      const title = `Page ${acknowledged.length} ${randomBytes(4).toString('hex')}`;
      const document = { markdown: randomBytes(20_000).toString('base64') };
      const changes = [{ ...insert(title), document }];
      const answer = await api.post(`/v1/spaces/${spaceId}/content`, { changes }).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(title);
      else if (answer !== undefined) expect(answer.body.error.message).to.match(/database/);
      statuses.add(answer?.status ?? 0);
      return answer?.status ?? 0;
    };
    await write();
    disk.fill(1_000_000);
    await poll('writes are refused', write, (status) => status !== 200);
    for (let attempt = 0; attempt < 5; attempt++) await write();
    expect([...statuses].filter((status) => ![200, 503, 0].includes(status))).to.deep.equal([]);

    disk.empty();
    // A server that cannot write its log ends; whoever supervises Quire starts it again.
    const hasEnded = quire.child.exitCode !== null;
    if (hasEnded) {
      expect(quire.stderr).to.match(/^quire: the database ended unexpectedly/);
      quire = QuireProcess.start(environment);
      api = apiOf({ url: await quire.ready() }, TOKEN);
    }
    await poll('writes are accepted', write, (status) => status === 200);
    const { pages } = must(await api.get(`/v1/spaces/${spaceId}/content/pages`), 200);
    const titles = new Set(pages.map(({ title }: any) => title));
    expect(acknowledged.filter((title) => !titles.has(title))).to.deep.equal([]);
    await quire.end();
    const { stdout } = await QuireProcess.command(['verify'], environment);
    expect(stdout).to.match(/ checked: 0 problems\n$/);
  });

  it('of the data directory leaves no temporary files of what could not be written, and is named by the doctor', async function () {
    const disk = SmallDisk.mount(this, 4);
    mkdirSync(join(disk.folder, 'pg18'));
    writeFileSync(join(disk.folder, 'pg18/PG_VERSION'), '18\n');
    disk.fill();
    const files = readdirSync(disk.folder);
    const noSpace = `no space left for the data directory ${disk.folder} (ENOSPC)`;
    expect(() => lockDataDirectory(disk.folder)).to.throw(StartupError, noSpace);
    expect(() => loadOrCreateSecret(join(disk.folder, 'secret-key'), () => 'x'.repeat(40))).to.throw('ENOSPC');
    const findings = await runChecks(testEnvironment({ DATA_DIR: disk.folder }));
    expect(findings.find(({ check }) => check === 'database')).to.deep.equal({
      check: 'database',
      ok: false,
      message: noSpace,
    });
    expect(readdirSync(disk.folder)).to.deep.equal(files);
    // The lock of a process that was killed is replaced.
    disk.empty();
    writeFileSync(join(disk.folder, 'quire.lock'), '{}');
    disk.fill();
    expect(() => lockDataDirectory(disk.folder)).to.throw(StartupError, noSpace);
    expect(readdirSync(disk.folder)).to.have.members([...files, 'quire.lock']);
  });

  it('of the data directory is named in one line at the first start, and leaves no part of a database', async function () {
    const disk = SmallDisk.mount(this, 8);
    const quire = QuireProcess.start({ DATA_DIR: disk.folder });
    expect((await quire.ended).code).to.equal(1);
    expect(quire.stderr).to.equal(`quire: no space left for the data directory ${disk.folder} (ENOSPC)\n`);
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('pg18.'))).to.deep.equal([]);
  });

  it('that is read-only is named with BLOB_DIR at the start', async function () {
    const disk = SmallDisk.mount(this, 4);
    disk.protect(true);
    const quire = QuireProcess.start({
      DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      DATA_DIR: join(temporaryFolder(), 'data'),
      BLOB_DIR: disk.folder,
    });
    expect((await quire.ended).code).to.equal(1);
    expect(quire.stderr).to.equal(
      `quire: the file storage ${disk.folder} is on a read-only file system: set BLOB_DIR to another directory\n`,
    );
  });

  it('that has become read-only under the data directory is named in one line when Quire stops', async function () {
    const disk = SmallDisk.mount(this, 4);
    const quire = QuireProcess.start({
      DATABASE_URL: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      DATA_DIR: join(disk.folder, 'data'),
    });
    await quire.ready();
    disk.protect(true);
    quire.child.kill('SIGTERM');
    expect((await quire.ended).code).to.equal(1);
    expect(quire.stderr).to.match(/^quire: not everything could be stopped in order: EROFS: [^\n]+\n$/);
  });
});
