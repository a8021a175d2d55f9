import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createFileLink } from '../../../src/application/content/file-links.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Hash } from '../../../src/domain/content/objects/content-object.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { officeFiles } from '../../support/files/office-files.ts';
import { fillSpace, type FileInput } from '../../support/fill-space.ts';
import { PNG } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const SVG = '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HOUR = 60 * 60 * 1000;

onEveryBackend('files of content', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  /** The addresses of files on a public site. */
  async function publish(files: readonly FileInput[]): Promise<(name: string) => string> {
    const space = await world.space({ title: 'Files' });
    const filled = await fillSpace(instance, space.id, { pages: [{ title: 'Home' }], files });
    const sites = `/v1/orgs/${world.organizationId}/sites`;
    const site = must(await world.admin.api.post(sites, { title: 'Files', spaces: [space.id] }), 201);
    must(await world.admin.api.post(`${sites}/${site.id}/publish`), 200);
    const [{ id }] = must(await world.admin.api.get(`${sites}/${site.id}/site-spaces`), 200).items;
    return (name) => `/sites/${site.basename}/~quire/files/${id}/${filled.files[name]}`;
  }

  it('[A35][A37] are typed by their content, whatever their name, and never run', async () => {
    const cases: [name: string, bytes: Uint8Array | string, type: string, shown: boolean][] = [
      ['image.html', PNG, 'image/png', true],
      ['drawing.png', SVG, 'image/svg+xml', true],
      ['page.png', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', true],
      [
        'xhtml.svg',
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
        'text/plain; charset=utf-8',
        true,
      ],
      ['code.js', 'alert(1)', 'text/plain; charset=utf-8', true],
      ['paper.txt', '%PDF-1.4\n1 0 obj', 'application/pdf', false],
      [
        'polyglot.png',
        Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)//<script>alert(1)</script>')]),
        'image/gif',
        true,
      ],
      ['raw.bin', Buffer.from([0, 1, 2, 3, 255, 254]), 'application/octet-stream', false],
      ['empty', '', 'text/plain; charset=utf-8', true],
      ['long.txt', '€'.repeat(5000), 'text/plain; charset=utf-8', true],
      [
        'formula.mml',
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><script>alert(1)</script></math>',
        'text/plain; charset=utf-8',
        true,
      ],
      ['feed.xml', '<?xml version="1.0"?><feed/>', 'text/plain; charset=utf-8', true],
      ...(await officeFiles()).map(
        ([name, type, bytes]) => [name, bytes, type, false] as [string, Uint8Array, string, boolean],
      ),
    ];
    const at = await publish(cases.map(([name, bytes]) => ({ name, bytes, contentType: 'text/html' })));
    for (const [name, bytes, type, shown] of cases) {
      const answer = await fetch(instance.url + at(name));
      expect(answer.status, name).to.equal(200);
      expect(answer.headers.get('content-type'), name).to.equal(type);
      expect(answer.headers.get('content-disposition'), name).to.match(shown ? /^inline;/ : /^attachment;/);
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(answer.headers.get('content-security-policy'))
        .to.match(/default-src 'none'.*sandbox$/)
        .and.not.include('allow-');
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes as string)), name).to.equal(true);
    }
  });

  it('[A36] are sent under their name, which reaches no other header and no other folder', async () => {
    const names = [
      '../../etc/passwd',
      'a\r\nSet-Cookie: x=y',
      'nul\u0000l',
      'quote".txt',
      'C:\\windows\\con',
      'LPT1.txt',
      'console',
      'naïve – 名前.txt',
      `${'x'.repeat(4096)}.pdf`,
      '...',
      '\u202egnp.exe',
      'a%22.txt',
    ];
    const at = await publish(names.map((name, i) => ({ name, bytes: `content ${i}` })));
    for (const name of names) {
      const { headers, status } = await web.get(at(name));
      expect(status, name).to.equal(200);
      const disposition = headers.get('content-disposition')!;
      expect(disposition, name).to.match(
        /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"(?:; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/,
      );
      expect(disposition)
        .to.have.length.below(1500)
        .and.not.match(/\/|\\|\.\./);
      expect(headers.get('set-cookie')).to.equal(null);
    }
    expect((await web.get(at('naïve – 名前.txt'))).headers.get('content-disposition')).to.equal(
      `inline; filename="na_ve _ __.txt"; filename*=UTF-8''na%C3%AFve%20%E2%80%93%20%E5%90%8D%E5%89%8D.txt`,
    );
    const called = async (name: string) => (await web.get(at(name))).headers.get('content-disposition');
    expect(await Promise.all(['C:\\windows\\con', 'LPT1.txt', 'console'].map(called))).to.deep.equal([
      'inline; filename="_con"',
      'inline; filename="_LPT1.txt"',
      'inline; filename="console"',
    ]);
    must(await web.get(`${at('quote".txt')}/whatever.html`), 200);
    must(await web.get(`${at('quote".txt')}/more/than/a/name`), 404);
  });

  it('are sent in byte ranges as RFC 9110 defines them', async () => {
    const at = (
      await publish([
        { name: 'digits', bytes: '0123456789' },
        { name: 'nothing', bytes: '' },
      ])
    )('digits');
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { status, headers, body } = await web.get(at, { range, ...more });
      return [status, headers.get('content-range'), body];
    };
    const whole = await web.get(at);
    const etag = whole.headers.get('etag')!;
    expect([
      whole.status,
      whole.body,
      whole.headers.get('accept-ranges'),
      whole.headers.get('content-length'),
    ]).to.deep.equal([200, '0123456789', 'bytes', '10']);
    expect(await part('bytes=0-0')).to.deep.equal([206, 'bytes 0-0/10', '0']);
    expect(await part('bytes=3-5')).to.deep.equal([206, 'bytes 3-5/10', '345']);
    expect(await part('bytes=7-')).to.deep.equal([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-3')).to.deep.equal([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-99')).to.deep.equal([206, 'bytes 0-9/10', '0123456789']);
    expect(await part('bytes=9-99')).to.deep.equal([206, 'bytes 9-9/10', '9']);
    expect(await part('bytes=10-')).to.deep.equal([416, 'bytes */10', '']);
    expect(await part('bytes=-0')).to.deep.equal([416, 'bytes */10', '']);
    for (const ignored of ['bytes=5-3', 'bytes=0-1,3-4', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=a-b'])
      expect(await part(ignored), ignored).to.deep.equal([200, null, '0123456789']);
    expect(await part('bytes=0-0', { 'if-range': etag })).to.deep.equal([206, 'bytes 0-0/10', '0']);
    expect(await part('bytes=0-0', { 'if-range': '"other"' })).to.deep.equal([200, null, '0123456789']);
    expect((await web.get(at, { 'if-none-match': etag })).status).to.equal(304);
    const head = await web('HEAD', at, undefined, { range: 'bytes=2-4' });
    expect([head.status, head.headers.get('content-length'), head.body]).to.deep.equal([206, '3', '']);
  });

  describe('getFileInRevisionById', () => {
    it('keeps the bytes that a revision names, whatever becomes of the file', async () => {
      const { id: space } = await world.space();
      const bytes = (text: string) => ({ contentType: 'text/plain', base64: Buffer.from(text).toString('base64') });
      const edit = async (...changes: object[]) =>
        must(await world.admin.api.post(`/v1/spaces/${space}/content`, { changes }), 200);
      const first = await edit({
        operation: 'insert_files',
        files: [
          { name: 'a.txt', ...bytes('same') },
          { name: 'b.txt', ...bytes('same') },
        ],
      });
      const [a, b] = first.insertedFiles.map((file: any) => file.id);
      const second = await edit({ operation: 'update_file', file: a, ...bytes('other') });
      const third = await edit({ operation: 'delete_file', file: a });
      const seen = async (revision: string) => {
        const files = must(await world.admin.api.get(`/v1/spaces/${space}/revisions/${revision}/files`), 200).items;
        return Promise.all(
          files
            .sort((x: any, y: any) => (x.name < y.name ? -1 : 1))
            .map(async (file: any) => [file.id, file.name, await (await fetch(file.downloadURL)).text()]),
        );
      };
      expect(await seen(first.revision)).to.deep.equal([
        [a, 'a.txt', 'same'],
        [b, 'b.txt', 'same'],
      ]);
      expect(await seen(second.revision)).to.deep.equal([
        [a, 'a.txt', 'other'],
        [b, 'b.txt', 'same'],
      ]);
      expect(await seen(third.revision)).to.deep.equal([[b, 'b.txt', 'same']]);
      must(await world.admin.api.get(`/v1/spaces/${space}/content/files/${a}`), 404);
      const { name, size } = must(
        await world.admin.api.get(`/v1/spaces/${space}/revisions/${second.revision}/files/${a}`),
        200,
      );
      expect([name, size]).to.deep.equal(['a.txt', 5]);
    });
  });

  describe('signed links of files', () => {
    const link = async (userId: string, spaceId: string, now: number, name = 'report.txt') => {
      const { sealer, blobs } = instance.container.get(Tokens.Services);
      const { hash } = await blobs.put(Buffer.from('the report'));
      return createFileLink(
        sealer,
        { organizationId: world.organizationId, spaceId, userId, via: null, file: { blob: hash as Hash, name } },
        new Date(now).toISOString(),
      );
    };

    it('open the file for everybody who has the link, without a token, for one to two hours', async () => {
      const space = await world.space();
      const path = await link(world.admin.userId, space.id, Date.now());
      const answer = await web.get(path);
      expect(must(answer, 200)).to.equal('the report');
      expect(answer.headers.get('cache-control')).to.equal('private, no-cache');
      expect(answer.headers.get('content-disposition')).to.equal('inline; filename="report.txt"');
      const windowStart = Math.floor(Date.now() / HOUR) * HOUR;
      expect(await link(world.admin.userId, space.id, windowStart)).to.equal(
        await link(world.admin.userId, space.id, windowStart + HOUR - 1),
      );
      must(await web.get(await link(world.admin.userId, space.id, windowStart - HOUR)), 200);
      must(await web.get(await link(world.admin.userId, space.id, windowStart - HOUR - 1)), 404);
    });

    it('support ranges, HEAD and conditional requests', async () => {
      const path = await link(world.admin.userId, (await world.space()).id, Date.now());
      const { headers } = await web.get(path);
      expect(headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox$/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      const part = await web.get(path, { range: 'bytes=4-' });
      expect([part.status, part.headers.get('content-range'), part.body]).to.deep.equal([
        206,
        'bytes 4-9/10',
        'report',
      ]);
      const known = await web.get(path, { 'if-none-match': headers.get('etag')! });
      expect([known.status, known.body]).to.deep.equal([304, '']);
      const head = await web('HEAD', path);
      expect([head.status, head.headers.get('content-length'), head.body]).to.deep.equal([200, '10', '']);
    });

    it('answer the same 404 when they are altered, expired, invented or lead to something deleted', async () => {
      const space = await world.space();
      const path = await link(world.admin.userId, space.id, Date.now());
      const expected = { ...must(await web.get('/files/nonsense'), 404).error, requestId: undefined };
      const flipped = [...Array(12).keys()].map((i) => {
        const at = '/files/'.length + Math.floor(((path.length - 8) * i) / 11);
        return path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
      });
      for (const other of [
        ...flipped,
        `${path}A`,
        path.slice(0, -1),
        `${path}/x`,
        '/files/',
        '/files/../etc/passwd',
        `/files/${randomBytes(2000).toString('base64url')}`,
        await link(world.admin.userId, space.id, Date.now() - 3 * HOUR),
        await link(world.admin.userId, '00000000000000000000', Date.now()),
      ]) {
        const { error } = must(await web.get(other), 404);
        if (other.startsWith('/files/') && !other.includes('..'))
          expect({ ...error, requestId: undefined }, other).to.deep.equal(expected);
      }
      expect((await web.post(path)).status).to.equal(405);
    });

    it('end at once when their user loses access to the space', async () => {
      const space = await world.space();
      const member = await world.member('read');
      const path = await link(member.userId, space.id, Date.now());
      must(await web.get(path), 200);
      await world.admin.client.spaces.updateSpaceById(space.id, { defaultLevel: null });
      must(await web.get(path), 404);
    });
  });
});
