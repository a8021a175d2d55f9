import { randomBytes } from 'node:crypto';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import * as z from 'zod';
import { ok, resource } from '../../../../src/adapters/http/kernel/reply.ts';
import { route, tagged } from '../../../../src/adapters/http/kernel/route.ts';
import { query } from '../../../../src/application/kernel/use-case.ts';
import { send, sendBytes, serve, type RawResponse, type TestServer } from '../../../support/http-server.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

const Echo = resource('Echo', z.object({ text: z.string() }), (text: string) => ({ text }));
const echo = (name: string) =>
  query<{ body: unknown }>()({
    name,
    requires: 'nothing',
    scope: () => 'public' as const,
    run: async ({}, { body }) => JSON.stringify(body).slice(0, 200),
  });
const anything = z.union([z.looseObject({}), z.array(z.any())]);
const ROUTES = tagged('Test', [
  route('POST /v1/small', echo('small'), { summary: 'Echo', body: anything, returns: ok(Echo) }),
  route('POST /v1/large', echo('large'), {
    summary: 'Echo',
    body: anything,
    large: true,
    returns: ok(Echo),
  }),
]);
const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
/** A JSON object of exactly so many bytes. */
const ofSize = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;

describe('bodies in JSON', () => {
  let server: TestServer;
  before(async () => {
    server = await serve(ROUTES);
  });
  const post = (
    body: string | Uint8Array | undefined,
    headers: Record<string, string> = JSON_TYPE,
    path = '/v1/small',
  ): Promise<RawResponse> => send(server.url, { method: 'POST', path, headers, ...(body !== undefined && { body }) });
  const refused = async (answer: Promise<RawResponse>, status: number, message?: RegExp): Promise<RawResponse> => {
    const response = await answer;
    expect(response.status, response.text).to.equal(status);
    expect(response.body.error).to.include({ code: status });
    expect(response.body.error.message)
      .to.be.a('string')
      .and.match(message ?? /./);
    expect(response.body.error.requestId).to.equal(response.headers['x-request-id']);
    expect(response.text).not.to.match(/node_modules|\.ts:|\bat /);
    return response;
  };

  it('reach the operation unchanged', async () => {
    expect((await post('{"é":[1,"\\u0041\u{1F4D8}",null]}')).body).to.deep.equal({
      text: '{"é":[1,"A\u{1F4D8}",null]}',
    });
    expect((await post('{}', { 'content-type': 'application/json; charset=UTF-8' })).status).to.equal(200);
    expect((await post('{}', { 'content-type': 'application/merge-patch+json; charset="utf8"' })).status).to.equal(200);
  });

  it('may be missing, with no Content-Type, an empty one, or an empty chunked body', async () => {
    for (const headers of [
      { 'content-length': '0' },
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '0', 'content-type': 'application/json' },
      { 'content-length': '0', 'content-type': 'text/plain' },
    ] as Record<string, string>[])
      expect((await post(undefined, headers)).body, JSON.stringify(headers)).to.deep.equal({ text: '{}' });
  });

  for (const [what, body] of [
    ['nothing that is JSON', 'hello'],
    ['half of it', '{"a":'],
    ['a comma too many', '{"a":1,}'],
    ['two of them', '{}{}'],
    ['a comment', '{} // x'],
    ['not a number', '{"a":NaN}'],
    ['spaces only', '   '],
  ] as const)
    it(`are refused when they hold ${what}`, () => refused(post(body), 400, /not valid JSON/));

  it('[A59] are refused when they are not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
      await refused(
        post(Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])),
        400,
        /not valid UTF-8/,
      );
    await refused(post(Buffer.from('\ufeff{"a":1}', 'utf16le')), 400);
  });

  for (const [what, body, path, message] of [
    ['a NUL', '{"a":{"b":["x","\\u0000"]}}', 'a.b.1', /NUL/],
    ['a lone high surrogate', '{"a":"\\ud800"}', 'a', /surrogate/],
    ['a lone low surrogate', '{"a":"x\\udc00y"}', 'a', /surrogate/],
    ['a number beyond all', '{"a":[1e309]}', 'a.0', /out of range/],
    ['a number beyond all below', '{"a":-1e309}', 'a', /out of range/],
    ['__proto__', '{"__proto__":{"admin":true}}', '__proto__', /not allowed/],
    ['__proto__ further in', '{"a":[{"__proto__":1}]}', 'a.0.__proto__', /not allowed/],
    ['a NUL in a name', '{"a\\u0000":1}', 'a\0', /NUL/],
  ] as const)
    it(`are refused, naming the field, when they hold ${what}`, async () => {
      const { body: answer } = await refused(post(body), 400);
      expect(answer.error.issues).to.have.lengthOf(1);
      expect(answer.error.issues[0].path).to.equal(path);
      expect(answer.error.issues[0].message).to.match(message);
    });

  it('may contain escaped surrogate pairs, and a member named constructor', async () => {
    expect((await post('{"constructor":"\\ud83d\\ude00"}')).body).to.deep.equal({
      text: '{"constructor":"\u{1F600}"}',
    });
  });

  it('are refused with a limited number of messages when every field is invalid', async () => {
    const { body, text } = await refused(post(JSON.stringify(Array.from({ length: 50_000 }, () => '\0'))), 400);
    expect(body.error.issues).to.have.lengthOf(100);
    expect(text.length).to.be.lessThan(20_000);
  });

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'json',
    '',
  ])
    it(`are refused as ${type || 'an empty type'}`, () =>
      refused(post('{"a":1}', type === '' ? {} : { 'content-type': type }), 415, /application\/json/));

  for (const charset of ['latin1', 'utf-16', 'nonsense', ''])
    it(`are refused in the charset ${charset || 'without a name'}`, () =>
      refused(post('{}', { 'content-type': `application/json; charset=${charset}` }), 415, /charset/));

  it('are refused in an unknown encoding', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'nonsense'])
      await refused(post('{}', { ...JSON_TYPE, 'content-encoding': encoding }), 415, /encoding/);
  });

  it('are accepted in gzip, deflate and brotli', async () => {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['GZIP', gzipSync],
      ['identity', Buffer.from],
    ] as const)
      expect(
        (await post((compress as (text: string) => Buffer)('{"a":1}'), { ...JSON_TYPE, 'content-encoding': encoding }))
          .body,
        encoding,
      ).to.deep.equal({ text: '{"a":1}' });
  });

  it('are refused when they cannot be decompressed', async () => {
    const packed = gzipSync('{"a":1}');
    for (const body of ['{"a":1}', packed.subarray(0, -9)])
      await refused(post(body, { ...JSON_TYPE, 'content-encoding': 'gzip' }), 400, /not valid gzip/);
    await refused(post('{"a":1}', { ...JSON_TYPE, 'content-encoding': 'br' }), 400, /not valid br/);
  });

  it('are refused when they are larger than the limit after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, ' '));
    expect(bomb.length).to.be.lessThan(MEGABYTE);
    await refused(post(bomb, { ...JSON_TYPE, 'content-encoding': 'gzip' }), 413);
    // Text that compresses no better than 2:1, so that the limit counts and not the ratio.
    const noise = randomBytes(MEGABYTE / 2).toString('hex');
    const ofNoise = (bytes: number): Buffer => gzipSync(`{"a":"${noise.slice(0, bytes - 8)}"}`);
    expect((await post(ofNoise(MEGABYTE), { ...JSON_TYPE, 'content-encoding': 'gzip' })).status).to.equal(200);
    const over = gzipSync(`{"a": "${noise.slice(0, MEGABYTE - 8)}"}`);
    await refused(post(over, { ...JSON_TYPE, 'content-encoding': 'gzip' }), 413, new RegExp(`${MEGABYTE} bytes`));
  });

  for (const [path, limit] of [
    ['/v1/small', MEGABYTE],
    ['/v1/large', 20 * MEGABYTE],
  ] as const)
    it(`may have ${limit} bytes at ${path}, and not one more`, async () => {
      expect((await post(ofSize(limit), JSON_TYPE, path)).status).to.equal(200);
      const announced = { ...JSON_TYPE, 'content-length': String(limit + 1) };
      for (const headers of [announced, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }]) {
        const answer = await refused(post(ofSize(limit + 1), headers, path), 413, new RegExp(`${limit} bytes`));
        expect(answer.headers['connection']).to.equal('close');
      }
    });

  it('are refused by their Content-Length before they are sent', async () => {
    const started = process.hrtime.bigint();
    await refused(post('{', { ...JSON_TYPE, 'content-length': String(10 ** 12) }), 413);
    expect(Number(process.hrtime.bigint() - started) / 1e6).to.be.lessThan(1_000);
  });

  it('[A59] may be nested 64 deep, and no deeper', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect((await post(nested(64))).status).to.equal(200);
    await refused(post(nested(65)), 400, /deeper than 64/);
    await refused(post(`{"a":"${'['.repeat(1000)}","b":"\\"${'['.repeat(1000)}"`), 400, /not valid JSON/);
    expect((await post(`{"a":"${'['.repeat(1000)}","b":"\\"${'['.repeat(1000)}"}`)).status).to.equal(200);
  });

  it('[A59] may have 100,000 members, and not one more', async () => {
    const members = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
    expect((await post(members(100_000))).status).to.equal(200);
    await refused(post(members(100_001)), 400, /more than 100000 members/);
    await refused(
      post(`{${Array.from({ length: 100_001 }, (_, i) => `"${i}":1`).join()}}`, JSON_TYPE, '/v1/large'),
      400,
      /more than 100000 members/,
    );
  });

  it('[A49][A59] do not delay other requests, whatever their depth', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const deep = [
      `${'['.repeat(100_000)}`,
      '{"a":'.repeat(100_000),
      '['.repeat(9 * MEGABYTE),
      `"${'\\'.repeat(9 * MEGABYTE)}`,
    ];
    const longest = await longestTurnOf(async () => {
      const answers = await Promise.all(deep.map((body) => post(body, JSON_TYPE, '/v1/large')));
      expect(answers.map(({ status }) => status)).to.deep.equal([400, 400, 400, 400]);
    });
    expect(longest).to.be.lessThan(300);
  });

  it('get 408 and a closed connection when no bytes arrive for the idle time', async () => {
    const impatient = await serve(ROUTES, { bodyIdleMs: 50 });
    const head =
      'POST /v1/small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"';
    const answer = await sendBytes(impatient.url, head);
    expect(answer)
      .to.match(/^HTTP\/1\.1 408 /)
      .and.match(/^connection: close/im);
    expect(answer).to.include('the request body did not arrive in time');
  });

  it('are no longer processed after the client disconnects', async () => {
    const broken = fetch(`${server.url}/v1/small`, {
      method: 'POST',
      headers: JSON_TYPE,
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"a":'));
          controller.error(new Error('gone'));
        },
      }),
    } as RequestInit);
    await broken.then(
      () => expect.fail('it was answered'),
      () => {},
    );
    expect((await post('{"a":1}')).status).to.equal(200);
    expect(server.logged()).not.to.include('unexpected error');
  });
});
