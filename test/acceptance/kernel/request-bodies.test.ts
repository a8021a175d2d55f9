import { randomBytes } from 'node:crypto';
import { brotliCompressSync, crc32, deflateRawSync } from 'node:zlib';
import { expect } from 'chai';
import { FREE_EXPANSION, MAX_EXPANSION } from '../../../src/adapters/http/kernel/body.ts';
import { HOOK_LIMIT } from '../../../src/adapters/http/git/git-hooks.handlers.ts';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { onEveryBackend, testEnvironment } from '../../support/backends.ts';
import { send, sendBytes, type RawResponse } from '../../support/http-server.ts';
import { World } from '../../support/world.ts';

const ID = '0'.repeat(20);
const WITH_BODY = ROUTES.filter(({ body, useCase }) => body !== undefined && useCase.requires !== 'nothing');
const JSON_TYPE = { 'content-type': 'application/json' };

/** The head of a request that announces a body and never sends it. */
const headOf = (method: string, path: string, headers: Record<string, string>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: quire',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** A gzip file of exactly `length` bytes, padded in the comment of its header. */
function gzipOf(content: string, length: number): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(Buffer.byteLength(content), 4);
  const COMMENT = 0x10;
  const header = Buffer.from([0x1f, 0x8b, 8, COMMENT, 0, 0, 0, 0, 0, 255]);
  const padding = length - header.length - 1 - packed.length - trailer.length;
  expect(padding).to.be.at.least(0);
  return Buffer.concat([header, Buffer.alloc(padding, 'x'), Buffer.from([0]), packed, trailer]);
}

onEveryBackend('request bodies', (backend) => {
  let world: World;
  let instance: Instance;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
  });
  const authorization = () => `Bearer ${world.admin.token}`;
  const create = (body: Buffer, headers: Record<string, string>): Promise<RawResponse> =>
    send(instance.url, {
      method: 'POST',
      path: `/v1/orgs/${world.organizationId}/spaces`,
      headers: { authorization: authorization(), ...JSON_TYPE, ...headers },
      body,
    });

  it('[A71] answers 401 on every operation before the body of a caller without a valid token arrives', async () => {
    expect(WITH_BODY.length).to.be.greaterThan(80);
    const answers = await Promise.all(
      WITH_BODY.map(async (row) => {
        const { method, path } = partsOf(row);
        const at = path.replace(/:\w+\*?/g, ID);
        const head = { authorization: 'Bearer wrong', ...JSON_TYPE, 'content-encoding': 'br', 'content-length': '72' };
        return { name: row.useCase.name, status: statusOf(await sendBytes(instance.url, headOf(method, at, head))) };
      }),
    );
    expect(answers.filter(({ status }) => status !== 401)).to.deep.equal([]);
  });

  it('refuses null, arrays, strings, numbers and booleans in place of an object on every operation', async () => {
    const answers = await Promise.all(
      WITH_BODY.flatMap((row) =>
        ['null', '[]', '[{}]', '"{}"', '1', 'true'].map(async (body) => {
          const { method, path } = partsOf(row);
          const { status, body: answer } = await world.admin.api(method, path.replace(/:\w+\*?/g, ID), body);
          return { name: row.useCase.name, body, status, paths: answer.error?.issues?.map((issue: any) => issue.path) };
        }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 400)).to.deep.equal([]);
    expect(answers.filter(({ paths }) => !paths?.includes(''))).to.deep.equal([]);
  });

  it('[A71] answers 403 before the body of a read-only token arrives', async () => {
    const token = (await world.admin.api.post('/v1/user/tokens', { name: 'reader', readOnly: true })).body
      .token as string;
    const head = { authorization: `Bearer ${token}`, ...JSON_TYPE, 'content-length': '72' };
    expect(statusOf(await sendBytes(instance.url, headOf('POST', '/v1/orgs', head)))).to.equal(403);
  });

  it('[A71] answers 401 or 403 for a small body that is wrong too, from a token that was valid a moment ago', async () => {
    const tokenWith = async (fields: object) => (await world.admin.api.post('/v1/user/tokens', fields)).body;
    const postAs = async (token: string) =>
      (
        await send(instance.url, {
          method: 'POST',
          path: '/v1/orgs',
          headers: { authorization: `Bearer ${token}`, ...JSON_TYPE },
          body: Buffer.from('{"title":'),
        })
      ).status;
    const [full, reader] = [await tokenWith({ name: 'full' }), await tokenWith({ name: 'reader', readOnly: true })];
    for (const { token } of [full, reader])
      await send(instance.url, { method: 'GET', path: '/v1/user', headers: { authorization: `Bearer ${token}` } });
    expect(await postAs(full.token)).to.equal(400);
    expect(await postAs(reader.token)).to.equal(403);
    await world.admin.api('DELETE', `/v1/user/tokens/${full.id}`);
    expect(await postAs(full.token)).to.equal(401);
  });

  it('[A71] answers before a long or a compressed body of a token that was valid a moment ago arrives', async () => {
    const announced: readonly Record<string, string>[] = [
      { 'content-length': '16385' },
      { 'content-length': '72', 'content-encoding': 'gzip' },
    ];
    for (const headers of announced) {
      const { id, token } = (await world.admin.api.post('/v1/user/tokens', { name: 'revoked' })).body;
      const head = { authorization: `Bearer ${token}`, ...JSON_TYPE };
      await send(instance.url, { method: 'GET', path: '/v1/user', headers: head });
      await world.admin.api('DELETE', `/v1/user/tokens/${id}`);
      const answer = await sendBytes(instance.url, headOf('POST', '/v1/orgs', { ...head, ...headers }));
      expect(statusOf(answer)).to.equal(401);
    }
  });

  it('[A71] releases their memory after every answer', async () => {
    await Promise.all([
      create(Buffer.from('{"title":"One"}'), {}),
      create(Buffer.from('{"title":'), {}),
      create(brotliCompressSync(Buffer.alloc(FREE_EXPANSION * 10, ' ')), { 'content-encoding': 'br' }),
      create(randomBytes(100), { 'content-encoding': 'gzip' }),
      sendBytes(instance.url, headOf('POST', '/v1/orgs', { authorization: 'Bearer wrong', 'content-length': '100' })),
    ]);
    expect(instance.container.get(Tokens.BodyMemory).held).to.equal(0);
  });

  it('[A71] refuses a body that expands to more than 100 times its size', async () => {
    const titled = (bytes: number): string => JSON.stringify({ title: 'Docs' }).padEnd(bytes, ' ');
    const packed = 1_000;
    for (const [bytes, status] of [
      [packed * MAX_EXPANSION, 201],
      [packed * MAX_EXPANSION + 1, 413],
    ] as const) {
      const answer = await create(gzipOf(titled(bytes), packed), { 'content-encoding': 'gzip' });
      expect(answer.status, answer.text).to.equal(status);
      if (status === 413)
        expect(answer.body.error.message).to.equal('the body expands to more than 100 times its compressed size');
    }
  });

  it('accepts a small body whatever its ratio', async () => {
    const titled = (bytes: number): Buffer => brotliCompressSync(JSON.stringify({ title: 'Docs' }).padEnd(bytes, ' '));
    expect((await create(titled(FREE_EXPANSION), { 'content-encoding': 'br' })).status).to.equal(201);
    expect((await create(titled(FREE_EXPANSION + 1), { 'content-encoding': 'br' })).status).to.equal(413);
  });

  it('[A72] answers 401 before the body of a webhook arrives for a space without one', async () => {
    const space = await world.space();
    for (const id of [ID, space.id as string, '~', '']) {
      const head = {
        'x-hub-signature-256': 'sha256=00',
        'x-github-event': 'push',
        'content-length': String(HOOK_LIMIT),
      };
      expect(statusOf(await sendBytes(instance.url, headOf('POST', `/hooks/git/${id}`, head))), id).to.equal(401);
    }
  });

  it('[A71] answers before the body arrives where no operation reads one', async () => {
    for (const [method, path, status] of [
      ['PUT', '/uploads/unknown', 404],
      ['POST', '/v1/nothing', 404],
      ['PUT', '/v1/user', 405],
      ['POST', '/files/unknown', 405],
      ['POST', '/sites/nothing', 405],
      ['GET', '/healthz', 200],
    ] as const) {
      const answer = await sendBytes(instance.url, headOf(method, path, { 'content-length': '100000' }));
      expect(statusOf(answer), path).to.equal(status);
      expect(answer, path).to.match(/^connection: close/im);
    }
  });
});

describe('memory for request bodies', () => {
  const TOTAL = 8 * 1024 * 1024;
  let instance: Instance;
  let world: World;
  before(async () => {
    const env = {
      PERSISTENCE: 'memory',
      BODY_MEMORY_BYTES: String(TOTAL),
      BODY_LIMIT_BYTES: '1048576',
      CONTENT_BODY_LIMIT_BYTES: '1048576',
    };
    instance = await startInstance(readConfig(testEnvironment(env)), { welcome: false, drainMs: 100 });
    world = await World.create(instance);
  });
  after(() => instance.stop());
  const create = (token: string, length: number): Promise<string> =>
    sendBytes(
      instance.url,
      headOf('POST', '/v1/orgs', { authorization: `Bearer ${token}`, ...JSON_TYPE, 'content-length': String(length) }),
    );

  it('[A71] answers 503 with Retry-After, before reading, while it is full', async () => {
    const memory = instance.container.get(Tokens.BodyMemory);
    const held = ['a', 'b', 'c', 'd'].map((caller) => memory.reserve(caller, 0));
    for (const each of held) each.add(TOTAL / 4);
    const answer = await create(world.admin.token, 10);
    expect(statusOf(answer)).to.equal(503);
    expect(answer)
      .to.match(/^retry-after: [1-9]\d*/im)
      .and.match(/already fill the memory/);
    for (const each of held) each.release();
    const taken = await world.admin.api.post('/v1/orgs', { title: 'Fits again' });
    expect(taken.status).to.equal(201);
  });

  it('leaves three quarters to callers other than the largest', () => {
    const memory = instance.container.get(Tokens.BodyMemory);
    const greedy = memory.reserve('greedy', TOTAL / 4);
    greedy.add(TOTAL / 4);
    expect(() => greedy.add(1)).to.throw('already fill the memory');
    expect(() => memory.reserve('greedy', 1)).to.throw('already fill the memory');
    memory.reserve('modest', TOTAL / 4).release();
    greedy.release();
    expect(memory.held).to.equal(0);
  });

  it('is not reserved for announced bytes that are never sent', async () => {
    const memory = instance.container.get(Tokens.BodyMemory);
    const waiting = Promise.allSettled(Array.from({ length: 20 }, () => create(world.admin.token, 1_000_000)));
    expect((await world.admin.api.post('/v1/orgs', { title: 'Others' })).status).to.equal(201);
    expect(memory.held).to.equal(0);
    await instance.stop();
    await waiting;
  });
});
