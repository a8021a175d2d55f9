import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect } from 'chai';
import { openUploadLink } from '../../src/application/uploads/upload-links.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import { readConfig } from '../../src/config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { atTheEnd, onEveryBackend, testEnvironment } from '../support/backends.ts';
import { send, sendBytes, type RawAnswer } from '../support/http-server.ts';
import { PNG } from '../support/published-site.ts';
import { S3_KEY, S3Server } from '../support/s3-server.ts';
import { must, World, type Person } from '../support/world.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const KEY = 'changes.0.files.0.key';

/** Uploads of one organization, as somebody with a program makes them. */
class Uploads {
  constructor(readonly world: World) {}

  async announce(bytes: Uint8Array | string | number, { type = 'text/plain', by = this.world.admin, kind = 'organization_file' }: { type?: string; by?: Person; kind?: string } = {}): Promise<{ url: string; key: string }> {
    const size = typeof bytes === 'number' ? bytes : Buffer.byteLength(bytes);
    return must(await by.api.post(`/v1/orgs/${this.world.organizationId}/storage/upload`, { file: { name: 'a file', type, size }, kind }), 201);
  }
  send(url: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const { origin, pathname } = new URL(url);
    return send(origin, { method: 'PUT', path: pathname, body, headers: { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)), ...headers } });
  }
  /** The key of bytes that are there. */
  async sent(bytes: Uint8Array | string): Promise<string> {
    const { url, key } = await this.announce(bytes);
    const { status, text } = await this.send(url, bytes);
    expect(status, text).to.equal(200);
    return key;
  }
  async space(): Promise<string> {
    return (await this.world.space()).id;
  }
  edit(spaceId: string, changes: readonly object[], by = this.world.admin) {
    return by.api.post(`/v1/spaces/${spaceId}/content`, { changes });
  }
  async insert(spaceId: string, file: object): Promise<any> {
    const { insertedFiles } = must(await this.edit(spaceId, [{ operation: 'insert_files', files: [file] }]), 200);
    return insertedFiles[0];
  }
}
const bytesAt = async (url: string): Promise<Buffer> => {
  const answer = await fetch(url);
  expect(answer.status).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
};

onEveryBackend('uploads', (backend) => {
  let instance: Instance;
  let world: World;
  let uploads: Uploads;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    uploads = new Uploads(world);
  });

  it('are announced with the official client, sent to a signed address, and become files by their key', async () => {
    const file = { name: 'logo.png', type: 'image/png', size: PNG.length };
    const { data } = await world.admin.client.orgs.generateStorageUploadUrl(world.organizationId, { file, kind: 'customization_font' });
    expect(data.object).to.equal('storage-signed-url');
    const sent = await fetch(data.url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
    expect(sent.status).to.equal(200);
    expect(await sent.json()).to.deep.equal({ key: data.key, size: PNG.length });

    const space = await uploads.space();
    const inserted = await uploads.insert(space, { name: 'logo.txt', key: data.key });
    expect(inserted).to.deep.include({ name: 'logo.txt', contentType: 'image/png', size: PNG.length });
    expect(inserted.dimensions).to.be.an('object');
    expect((await bytesAt(inserted.downloadURL)).equals(PNG)).to.equal(true);
  });

  it('give a file new bytes, and leave its id and name alone', async () => {
    const space = await uploads.space();
    const { id } = await uploads.insert(space, { name: 'notes.md', key: await uploads.sent('old') });
    const bytes = randomBytes(2_000_000);
    must(await uploads.edit(space, [{ operation: 'update_file', file: id, key: await uploads.sent(bytes) }]), 200);
    const file = must(await world.admin.api.get(`/v1/spaces/${space}/content/files/${id}`), 200);
    expect(file).to.deep.include({ id, name: 'notes.md', size: bytes.length, contentType: 'application/octet-stream' });
    expect((await bytesAt(file.downloadURL)).equals(bytes)).to.equal(true);
  });

  it('know text by its bytes, also where what is looked at ends within a character', async () => {
    const space = await uploads.space();
    const text = `a${'€'.repeat(400_000)}`;
    expect(await uploads.insert(space, { name: 'long.csv', key: await uploads.sent(text) })).to.include({ contentType: 'text/csv', size: 1_200_001 });
    expect(await uploads.insert(space, { name: 'nothing', key: await uploads.sent('') })).to.include({ contentType: 'text/plain', size: 0 });
  });

  it('are of at most the configured size, and of the kinds there are', async () => {
    const { limits } = instance.container.get(Tokens.Config);
    await uploads.announce(limits.file);
    const path = `/v1/orgs/${world.organizationId}/storage/upload`;
    const file = { name: 'x', type: 'text/plain', size: 1 };
    for (const [body, field] of [
      [{ file: { ...file, size: limits.file + 1 }, kind: 'organization_file' }, 'file.size'],
      [{ file: { ...file, size: -1 }, kind: 'organization_file' }, 'file.size'],
      [{ file: { ...file, size: 1.5 }, kind: 'organization_file' }, 'file.size'],
      [{ file: { ...file, name: '' }, kind: 'organization_file' }, 'file.name'],
      [{ file: { ...file, name: 'x'.repeat(257) }, kind: 'organization_file' }, 'file.name'],
      [{ file: { ...file, type: 'text' }, kind: 'organization_file' }, 'file.type'],
      [{ file: { ...file, type: 'text/plain\r\nx: y' }, kind: 'organization_file' }, 'file.type'],
      [{ file, kind: 'anything' }, 'kind'],
      [{ file }, 'kind'],
    ] as const) expect(must(await world.admin.api.post(path, body), 400).error.issues.map((issue: any) => issue.path), JSON.stringify(body)).to.deep.equal([field]);
    for (const kind of ['customization_font', 'import_file', 'organization_file']) await uploads.announce(1, { kind });
  });

  it('take exactly the bytes that were announced, and after a refusal still do', async () => {
    const { url, key } = await uploads.announce('0123456789');
    const { origin, pathname } = new URL(url);
    const inChunks = (text: string) => `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const refused = async (answer: Promise<RawAnswer>, status: number, says: RegExp) => {
      const { body, status: got } = await answer;
      expect(got).to.equal(status);
      expect(body.error.message).to.match(says);
    };
    await refused(uploads.send(url, '012345678'), 400, /content-length: must be 10/);
    await refused(uploads.send(url, '0123456789x'), 413, /larger than 10 bytes/);
    await refused(uploads.send(url, '0123456789', { 'content-type': 'text/html' }), 400, /content-type: must be text\/plain/);
    await refused(uploads.send(url, '0123456789', { 'content-encoding': 'gzip' }), 415, /content encoding/);
    expect(await sendBytes(origin, inChunks('012345678'))).to.match(/^HTTP\/1.1 400 .*9 bytes, not the 10/s);
    expect(await sendBytes(origin, inChunks('0123456789x'))).to.match(/^HTTP\/1.1 413 /);
    await new Promise<void>((resolve) => {
      const broken = request(url, { method: 'PUT', headers: { 'content-type': 'text/plain', 'content-length': 10 } });
      broken.on('error', () => {}).on('close', resolve);
      broken.write('01234', () => broken.destroy());
    });
    const space = await uploads.space();
    expect(must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key }] }]), 400).error.issues).to.deep.equal([{ path: KEY, message: 'its bytes have not been sent yet' }]);
    expect(await sendBytes(origin, inChunks('0123456789'))).to.match(/^HTTP\/1.1 200 /);
    expect((await bytesAt((await uploads.insert(space, { name: 'x', key })).downloadURL)).toString()).to.equal('0123456789');
  });

  it('have an address that works once, also for many at the same time', async () => {
    const { url, key } = await uploads.announce('a');
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => uploads.send(url, text)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
    const again = await uploads.send(url, 'f');
    expect([again.status, again.body.error.message]).to.deep.equal([409, 'this address was used already: ask for another one']);
    const winner = 'abcde'[answers.findIndex(({ status }) => status === 200)];
    expect((await bytesAt((await uploads.insert(await uploads.space(), { name: 'x', key })).downloadURL)).toString()).to.equal(winner);
  });

  it('have the same 404 for every address that is no longer or never was one', async () => {
    const { url } = await uploads.announce('x');
    const member = await world.member('create');
    const { url: theirs } = await uploads.announce('x', { by: member });
    must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${member.userId}`, { role: 'review' }), 200);
    const last = url.slice(-1) === 'A' ? 'B' : 'A';
    for (const dead of [theirs, `${url}A`, url.slice(0, -1) + last, url.replace(/[^/]+$/, 'nonsense'), `${url}/x`, new URL('/uploads/', url).href]) {
      const { status, body } = await uploads.send(dead, 'x');
      expect([status, body.error.message], dead).to.deep.equal([404, 'upload not found']);
    }
    const get = await fetch(url);
    expect([get.status, get.headers.get('allow')]).to.deep.equal([405, 'PUT']);
    expect((await uploads.send(url, 'x')).status).to.equal(200);
  });

  it('take bytes for an hour', async () => {
    const { url, key } = await uploads.announce('x');
    const reads = instance.container.get(Tokens.Reads);
    const { sealer } = instance.container.get(Tokens.Services);
    const { createdAt } = (await reads.uploads.get({ id: key })).snapshot();
    const opened = async (after: number) => (await openUploadLink({ sealer, read: reads }, url.split('/').at(-1)!, new Date(Date.parse(createdAt) + after).toISOString()))?.id;
    expect(await opened(HOUR - 1)).to.equal(key);
    expect(await opened(HOUR)).to.equal(undefined);
  });

  it('may be used by whoever made them, in their organization alone', async () => {
    const key = await uploads.sent('mine');
    const colleague = await world.member('create');
    const elsewhere = await World.create(instance);
    const foreign = await new Uploads(elsewhere).sent('foreign');
    const space = await uploads.space();
    const insert = (wanted: string, by: Person) => uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key: wanted }] }], by);
    for (const answer of [await insert(key, colleague), await insert(foreign, world.admin), await insert('nonsense', world.admin), await insert('0'.repeat(20), world.admin)])
      expect(must(answer, 400).error.issues).to.deep.equal([{ path: KEY, message: 'no such upload' }]);
    must(await insert(key, world.admin), 200);
    must(await insert(key, world.admin), 200);
    for (const source of [{ key, url: 'https://example.com/' }, { key, base64: '', contentType: 'text/plain' }, {}])
      expect(must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', ...source }] }]), 400).error.message).to.include('exactly one of url, base64 and key');
  });

  it('are for those who may create content', async () => {
    for (const [role, status] of [['create', 201], ['review', 403], [null, 403]] as const) {
      const { api } = await world.member(role);
      must(await api.post(`/v1/orgs/${world.organizationId}/storage/upload`, { file: { name: 'x', type: 'text/plain', size: 1 }, kind: 'import_file' }), status);
    }
  });

  it('are forgotten after a day, while files that were made of them stay', async () => {
    const key = await uploads.sent('kept');
    const space = await uploads.space();
    const { downloadURL } = await uploads.insert(space, { name: 'x', key });
    const forget = () => instance.container.get(Tokens.Jobs).run({ name: 'remove-upload', payload: { organizationId: world.organizationId, uploadId: key }, attempt: 1, lastAttempt: false, signal: new AbortController().signal });
    await forget();
    await forget();
    expect(must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'y', key }] }]), 400).error.issues[0].message).to.equal('no such upload');
    expect((await bytesAt(downloadURL)).toString()).to.equal('kept');
  });
});

describe('the day of an upload', () => {
  let ahead = 0;
  let uploads: Uploads;
  before(async () => {
    const clock = { now: () => new Date(Date.now() + ahead).toISOString() };
    const instance = await startInstance(readConfig(testEnvironment({ PERSISTENCE: 'memory' })), { clock, welcome: false, drainMs: 1_000 });
    atTheEnd(() => instance.stop());
    uploads = new Uploads(await World.create(instance));
  });
  beforeEach(() => void (ahead = 0));
  const insert = async (space: string, key: string) => (await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key }] }])).status;

  it('is when its key can be used', async () => {
    const [space, key] = [await uploads.space(), await uploads.sent('x')];
    ahead = DAY - HOUR;
    expect(await insert(space, key)).to.equal(200);
    ahead = DAY;
    expect(await insert(space, key)).to.equal(400);
  });

  it('ends with its removal, without anybody asking', async () => {
    // The day begins so early that it is over in half a second.
    ahead = 500 - DAY;
    const [space, key] = [await uploads.space(), await uploads.sent('x')];
    let status = 200;
    while (status === 200) status = await insert(space, key);
    expect(status).to.equal(400);
  });
});

describe('an instance that keeps files in S3-compatible storage', () => {
  let server: S3Server;
  let instance: Instance;
  let uploads: Uploads;
  before(async () => {
    server = await S3Server.start();
    const settings = { BLOB_STORE: 's3', S3_ENDPOINT: server.url, S3_REGION: server.settings.region, S3_BUCKET: server.bucket, S3_ACCESS_KEY_ID: S3_KEY.accessKeyId, S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey };
    instance = await startInstance(readConfig(testEnvironment({ PERSISTENCE: 'memory', ...settings })), { welcome: false, drainMs: 1_000 });
    atTheEnd(() => instance.stop());
    atTheEnd(() => server.stop());
    uploads = new Uploads(await World.create(instance));
  });

  it('uploads and serves through it, in whole and in part', async () => {
    const bytes = randomBytes(300_000);
    const { downloadURL } = await uploads.insert(await uploads.space(), { name: 'x', key: await uploads.sent(bytes) });
    expect([...server.objects.values()].some((object) => object.equals(bytes))).to.equal(true);
    expect((await bytesAt(downloadURL)).equals(bytes)).to.equal(true);
    const part = await fetch(downloadURL, { headers: { range: 'bytes=299990-' } });
    expect([part.status, part.headers.get('content-range')]).to.deep.equal([206, 'bytes 299990-299999/300000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(299_990))).to.equal(true);
  });

  it('says that it cannot now while the storage cannot, and takes the same upload later', async () => {
    const { url } = await uploads.announce('x');
    server.troubles.push(503, 503, 503, 503);
    const { status, headers } = await uploads.send(url, 'x');
    expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
    expect((await uploads.send(url, 'x')).status).to.equal(200);
  });
});
