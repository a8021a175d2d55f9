import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect } from 'chai';
import { openUploadLink } from '../../src/application/uploads/upload-links.ts';
import { Tokens } from '../../src/composition/tokens.ts';
import type { Instance } from '../../src/instance.ts';
import { onEveryBackend } from '../support/backends.ts';
import { sendBytes, type RawResponse } from '../support/http-server.ts';
import { PNG } from '../support/sites/published-site.ts';
import { download, Uploads } from '../support/files/uploads.ts';
import { must, World, type Person } from '../support/world.ts';

const HOUR = 60 * 60 * 1000;
const KEY = 'changes.0.files.0.key';

onEveryBackend('uploads', (backend) => {
  let instance: Instance;
  let world: World;
  let uploads: Uploads;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    uploads = new Uploads(world);
  });

  describe('generateStorageUploadURL', () => {
    it('makes a signed address for bytes that become a file by their key, through the official client', async () => {
      const file = { name: 'logo.png', type: 'image/png', size: PNG.length };
      const { data } = await world.admin.client.orgs.generateStorageUploadUrl(world.organizationId, {
        file,
        kind: 'organization_file' as never,
      });
      expect(data.object).to.equal('storage-signed-url');
      const sent = await fetch(data.url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
      expect(sent.status).to.equal(200);
      expect(await sent.json()).to.deep.equal({ key: data.key, size: PNG.length });

      const space = await uploads.space();
      const inserted = await uploads.insert(space, { name: 'logo.txt', key: data.key });
      expect(inserted).to.deep.include({ name: 'logo.txt', contentType: 'image/png', size: PNG.length });
      expect(inserted.dimensions).to.be.an('object');
      expect((await download(inserted.downloadURL)).equals(PNG)).to.equal(true);
    });

    it('accepts the configured size and the known kinds only', async () => {
      const { limits } = instance.container.get(Tokens.Config);
      await uploads.announce(limits.file);
      const path = `/v1/orgs/${world.organizationId}/storage/upload`;
      const file = { name: 'x', type: 'text/plain', size: 1 };
      for (const [body, field] of [
        [{ file: { ...file, size: limits.file + 1 }, kind: 'organization_file' }, 'file.size'],
        [{ file: { ...file, size: -1 }, kind: 'organization_file' }, 'file.size'],
        [{ file: { ...file, size: 1.5 }, kind: 'organization_file' }, 'file.size'],
        [{ file: { ...file, name: '' }, kind: 'organization_file' }, 'file.name'],
        [{ file: { ...file, name: '\u200b' }, kind: 'organization_file' }, 'file.name'],
        [{ file: { ...file, name: 'x'.repeat(257) }, kind: 'organization_file' }, 'file.name'],
        [{ file: { ...file, type: 'text' }, kind: 'organization_file' }, 'file.type'],
        [{ file: { ...file, type: 'text/plain\r\nx: y' }, kind: 'organization_file' }, 'file.type'],
        [{ file, kind: 'anything' }, 'kind'],
        [{ file }, 'kind'],
      ] as const)
        expect(
          must(await world.admin.api.post(path, body), 400).error.issues.map((issue: any) => issue.path),
          JSON.stringify(body),
        ).to.deep.equal([field]);
    });

    it('accepts only the content types of the kind', async () => {
      const taken = {
        organization_file: ['image/png', 'application/octet-stream', 'video/mp4', 'made/up'],
        space_archive: ['application/zip', 'application/x-zip-compressed'],
        customization_font: ['font/woff2', 'font/otf', 'application/x-font-ttf'],
      };
      for (const [kind, types] of Object.entries(taken))
        for (const type of types) await uploads.announce(1, { kind, type });
      for (const [kind, type] of [
        ['space_archive', 'application/octet-stream'],
        ['space_archive', 'image/svg+xml'],
        ['space_archive', 'application/zipped'],
        ['customization_font', 'image/png'],
      ]) {
        const refused = must(
          await world.admin.api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
            file: { name: 'x', type, size: 1 },
            kind,
          }),
          400,
        );
        expect(refused.error.issues, `${kind} ${type}`).to.have.length(1);
        expect(refused.error.issues[0].path).to.equal('file.type');
      }
    });

    it('is for those who may create content', async () => {
      for (const [role, status] of [
        ['create', 201],
        ['review', 403],
        [null, 403],
      ] as const) {
        const { api } = await world.member(role);
        must(
          await api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
            file: { name: 'x', type: 'text/plain', size: 1 },
            kind: 'organization_file',
          }),
          status,
        );
      }
    });
  });

  describe('updateSpaceContent', () => {
    it('replaces the bytes of a file, which keeps its id and name', async () => {
      const space = await uploads.space();
      const { id } = await uploads.insert(space, { name: 'notes.md', key: await uploads.sent('old') });
      const bytes = randomBytes(2_000_000);
      must(await uploads.edit(space, [{ operation: 'update_file', file: id, key: await uploads.sent(bytes) }]), 200);
      const file = must(await world.admin.api.get(`/v1/spaces/${space}/content/files/${id}`), 200);
      expect(file).to.deep.include({
        id,
        name: 'notes.md',
        size: bytes.length,
        contentType: 'application/octet-stream',
      });
      expect((await download(file.downloadURL)).equals(bytes)).to.equal(true);
    });

    it('uses an upload once, and keeps it after a refused change', async () => {
      const space = await uploads.space();
      const [first, second] = [await uploads.sent('first'), await uploads.sent('second')];
      const file = (key: string) => ({ operation: 'insert_files', files: [{ name: 'x', key }] });
      const refused = (path: string) => [{ path, message: 'does not name an upload' }];
      expect(must(await uploads.edit(space, [file(first), file(second), file(first)]), 400).error.issues).to.deep.equal(
        refused('changes.2.files.0.key'),
      );
      must(await uploads.edit(space, [file(first), { operation: 'delete_page', page: '0'.repeat(20) }]), 400);
      must(
        await world.admin.api.post(
          `/v1/spaces/${space}/content`,
          { changes: [file(first)] },
          { 'if-match': `"${'0'.repeat(20)}"` },
        ),
        412,
      );
      const {
        insertedFiles: [{ id }],
      } = must(await uploads.edit(space, [file(first)]), 200);
      expect(
        must(await uploads.edit(space, [{ operation: 'update_file', file: id, key: first }]), 400).error.issues,
      ).to.deep.equal(refused('changes.0.key'));

      const draft = await world.admin.api.post(`/v1/spaces/${space}/change-requests`);
      const path = `/v1/spaces/${space}/change-requests/${must(draft, 201).id}/content`;
      const spaces = await Promise.all([0, 1, 2].map(() => uploads.space()));
      const answers = await Promise.all([
        world.admin.api.post(path, { changes: [file(second)] }),
        ...spaces.map((one) => uploads.edit(one, [file(second)])),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    });
  });

  it('are recognized as text by their bytes, also where a character is cut at the end of the sample', async () => {
    const space = await uploads.space();
    const text = `a${'€'.repeat(400_000)}`;
    expect(await uploads.insert(space, { name: 'long.csv', key: await uploads.sent(text) })).to.include({
      contentType: 'text/csv',
      size: 1_200_001,
    });
    expect(await uploads.insert(space, { name: 'nothing', key: await uploads.sent('') })).to.include({
      contentType: 'text/plain',
      size: 0,
    });
  });

  it('have to be of their kind by their bytes, whatever was announced', async () => {
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    const send = async (kind: string, type: string, bytes: Uint8Array | string) => {
      const announced = await uploads.announce(bytes, { kind, type });
      return { ...announced, ...(await uploads.send(announced.url, bytes, { 'content-type': type })) };
    };
    for (const [kind, type, bytes] of [
      ['space_archive', 'application/zip', zip],
      ['space_archive', 'application/x-zip-compressed', zip],
      ['organization_file', 'text/html', zip],
    ] as const) {
      const { status, text } = await send(kind, type, bytes);
      expect(status, text).to.equal(200);
    }
    for (const [kind, type, bytes, says] of [
      ['space_archive', 'application/zip', PNG, /are image\/png, not a ZIP archive/],
      ['space_archive', 'application/zip', '<script>alert(1)</script>', /are text\/plain, not a ZIP archive/],
      ['space_archive', 'application/zip', Buffer.from([0x4d, 0x5a, 0, 255]), /not a ZIP archive/],
    ] as const) {
      const { status, body, url } = await send(kind, type, bytes);
      expect([status, body.error.message], type).to.satisfy(
        ([got, message]: [number, string]) => got === 400 && says.test(message),
      );
      expect((await uploads.send(url, bytes, { 'content-type': type })).status).to.equal(400);
    }
    const { key } = await send('space_archive', 'application/zip', zip);
    expect(
      must(await uploads.edit(await uploads.space(), [{ operation: 'insert_files', files: [{ name: 'x', key }] }]), 400)
        .error.issues,
    ).to.deep.equal([{ path: KEY, message: 'names an upload of the kind space_archive, not organization_file' }]);
  });

  it('never run when they are opened, whatever their name or announced type', async () => {
    const space = await uploads.space();
    for (const [name, announced, bytes, type, shown] of [
      [
        'logo.png',
        'image/png',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        'image/svg+xml',
        'inline',
      ],
      ['page.html', 'text/html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
      ['both.html', 'text/html', 'GIF89a/*<script>*/=1;alert(1)//', 'image/gif', 'inline'],
      [
        '../../etc/pass\r\nX-Evil: 1;"',
        'image/png',
        Buffer.from([0, 1, 2, 255]),
        'application/octet-stream',
        'attachment',
      ],
      ['con', 'application/pdf', '%PDF-1.4\n1 0 obj', 'application/pdf', 'attachment'],
    ] as const) {
      const { url, key } = await uploads.announce(bytes, { type: announced });
      expect((await uploads.send(url, bytes, { 'content-type': announced })).status).to.equal(200);
      const { downloadURL } = await uploads.insert(space, { name, key });
      const answer = await fetch(downloadURL);
      const header = (of: string) => answer.headers.get(of) ?? '';
      expect([answer.status, header('content-type'), header('x-content-type-options')], name).to.deep.equal([
        200,
        type,
        'nosniff',
      ]);
      expect(header('content-security-policy'))
        .to.match(/default-src 'none'.*sandbox$/)
        .and.not.include('allow-');
      expect(header('content-disposition'))
        .to.match(new RegExp(`^${shown};`))
        .and.not.match(/[\\/]|[^\x20-\x7e]/);
      expect(answer.headers.has('x-evil')).to.equal(false);
      await answer.arrayBuffer();
    }
  });

  it('accept exactly the announced bytes, also after a refused attempt', async () => {
    const { url, key } = await uploads.announce('0123456789');
    const { origin, pathname } = new URL(url);
    const inChunks = (text: string) =>
      `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    const refused = async (answer: Promise<RawResponse>, status: number, says: RegExp) => {
      const { body, status: got } = await answer;
      expect(got).to.equal(status);
      expect(body.error.message).to.match(says);
    };
    await refused(uploads.send(url, '012345678'), 400, /content-length: must be 10/);
    await refused(uploads.send(url, '0123456789x'), 413, /larger than 10 bytes/);
    await refused(
      uploads.send(url, '0123456789', { 'content-type': 'text/html' }),
      400,
      /content-type: must be text\/plain/,
    );
    await refused(uploads.send(url, '0123456789', { 'content-encoding': 'gzip' }), 415, /content encoding/);
    expect(await sendBytes(origin, inChunks('012345678'))).to.match(
      /^HTTP\/1.1 400 .*9 bytes instead of the announced 10/s,
    );
    expect(await sendBytes(origin, inChunks('0123456789x'))).to.match(/^HTTP\/1.1 413 /);
    await new Promise<void>((resolve) => {
      const broken = request(url, { method: 'PUT', headers: { 'content-type': 'text/plain', 'content-length': 10 } });
      broken.on('error', () => {}).on('close', resolve);
      broken.write('01234', () => broken.destroy());
    });
    const space = await uploads.space();
    expect(
      must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key }] }]), 400).error.issues,
    ).to.deep.equal([{ path: KEY, message: 'names an upload without content; send the bytes first' }]);
    expect(await sendBytes(origin, inChunks('0123456789'))).to.match(/^HTTP\/1.1 200 /);
    expect((await download((await uploads.insert(space, { name: 'x', key })).downloadURL)).toString()).to.equal(
      '0123456789',
    );
  });

  it('have an address that works once, even for many at the same time', async () => {
    const { url, key } = await uploads.announce('a');
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => uploads.send(url, text)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
    const again = await uploads.send(url, 'f');
    expect([again.status, again.body.error.message]).to.deep.equal([
      409,
      'this upload URL has already been used; request a new one',
    ]);
    const winner = 'abcde'[answers.findIndex(({ status }) => status === 200)];
    expect(
      (await download((await uploads.insert(await uploads.space(), { name: 'x', key })).downloadURL)).toString(),
    ).to.equal(winner);
  });

  it('accept the same bytes again, from a client that did not get the answer', async () => {
    const { url, key } = await uploads.announce('abc');
    const answers = [await uploads.send(url, 'abc'), await uploads.send(url, 'abc')];
    expect(answers.map(({ status, body }) => [status, body])).to.deep.equal([1, 2].map(() => [200, { key, size: 3 }]));
    const together = await uploads.announce('abc');
    const both = await Promise.all([1, 2].map(() => uploads.send(together.url, 'abc')));
    expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await uploads.send(url, 'abd')).status).to.equal(409);
  });

  it('answer 404 alike for every address that is no longer valid or never was', async () => {
    const { url } = await uploads.announce('x');
    const member = await world.member('create');
    const { url: theirs } = await uploads.announce('x', { by: member });
    must(
      await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${member.userId}`, {
        role: 'review',
      }),
      200,
    );
    const last = url.slice(-1) === 'A' ? 'B' : 'A';
    for (const dead of [
      theirs,
      `${url}A`,
      url.slice(0, -1) + last,
      url.replace(/[^/]+$/, 'nonsense'),
      `${url}/x`,
      new URL('/uploads/', url).href,
    ]) {
      const { status, body } = await uploads.send(dead, 'x');
      expect([status, body.error.message], dead).to.deep.equal([404, 'upload not found']);
    }
    const get = await fetch(url);
    expect([get.status, get.headers.get('allow')]).to.deep.equal([405, 'PUT']);
    expect((await uploads.send(url, 'x')).status).to.equal(200);
  });

  it('accept bytes for an hour', async () => {
    const { url, key } = await uploads.announce('x');
    const reads = instance.container.get(Tokens.Reads);
    const { sealer } = instance.container.get(Tokens.Services);
    const { createdAt } = (await reads.uploads.get({ id: key })).snapshot();
    const opened = async (after: number) =>
      (
        await openUploadLink(
          { sealer, read: reads },
          url.split('/').at(-1)!,
          new Date(Date.parse(createdAt) + after).toISOString(),
        )
      )?.id;
    expect(await opened(HOUR - 1)).to.equal(key);
    expect(await opened(HOUR)).to.equal(undefined);
  });

  it('can be used by the user who announced them only, in their organization alone', async () => {
    const key = await uploads.sent('mine');
    const colleague = await world.member('create');
    const otherWorld = await World.create(instance);
    const foreign = await new Uploads(otherWorld).sent('foreign');
    const space = await uploads.space();
    const insert = (key: string, by: Person) =>
      uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', key }] }], by);
    for (const answer of [
      await insert(key, colleague),
      await insert(foreign, world.admin),
      await insert('nonsense', world.admin),
      await insert('0'.repeat(20), world.admin),
    ])
      expect(must(answer, 400).error.issues).to.deep.equal([{ path: KEY, message: 'does not name an upload' }]);
    for (const source of [{ key, url: 'https://example.com/' }, { key, base64: '', contentType: 'text/plain' }, {}])
      expect(
        must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'x', ...source }] }]), 400).error
          .message,
      ).to.include('exactly one of url, base64 and key');
  });

  it('are deleted after a day, while files made of them stay', async () => {
    const [used, unused] = [await uploads.sent('kept'), await uploads.sent('gone')];
    const space = await uploads.space();
    const { downloadURL } = await uploads.insert(space, { name: 'x', key: used });
    const forget = (uploadId: string) =>
      instance.container.get(Tokens.JobRunner).run({
        name: 'remove-upload',
        payload: { organizationId: world.organizationId, uploadId },
        attempt: 1,
        lastAttempt: false,
        signal: new AbortController().signal,
      });
    for (const key of [used, unused, unused]) await forget(key);
    expect(
      must(await uploads.edit(space, [{ operation: 'insert_files', files: [{ name: 'y', key: unused }] }]), 400).error
        .issues[0].message,
    ).to.equal('does not name an upload');
    expect((await download(downloadURL)).toString()).to.equal('kept');
  });
});
