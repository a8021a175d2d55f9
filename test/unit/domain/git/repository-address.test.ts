import { expect } from 'chai';
import fc from 'fast-check';
import {
  branchName,
  checkProjectDirectory,
  checkRef,
  checkRepositoryAddress,
  checkRepositoryUrl,
  normalizeProjectDirectory,
  splitRepositoryUrl,
  findUnreadablePathReason,
  findUnsafePathReason,
  stripCredentials,
} from '../../../../src/domain/git/repository-address.ts';
import type { GitProtocol } from '../../../../src/domain/git/repository-address.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { checkProperty } from '../../../support/properties.ts';

const WEB: GitProtocol[] = ['http', 'https'];

describe('repository address', () => {
  for (const url of [
    'https://github.com/a/b.git',
    'http://h:8080/x',
    'HTTPS://github.com/a/b',
    'https://user:pa%3Ass@h/x',
    'https://token@h/x',
    'https://[2001:db8::1]/x',
    'https://h/ünïcode',
  ]) {
    it(`accepts the URL ${url}`, () => expect(checkRepositoryUrl(url, WEB)).to.deep.equal([]));
  }
  for (const url of [
    '',
    'ext::sh -c touch% /tmp/x',
    'EXT::sh',
    'ext://x',
    'file:///etc',
    'FILE:///etc',
    'ssh://git@h/x',
    'git@github.com:a/b.git',
    'git://h/x',
    'h:x',
    '/etc',
    './x',
    '../x',
    '-uhttp://h/x',
    '--upload-pack=touch /tmp/x',
    'http::http://h/x',
    'https:h/x',
    'https:/h/x',
    'https:\\\\h\\x',
    'https://h/a b',
    'https://h/a\nb',
    'https://h/a\u0000b',
    'https://h/a\u0085b',
    'https://h/\ud800',
    ' https://h/x',
    'https://h/x ',
    'https://',
    'https://h/x?y',
    'https://h/x#y',
    'https://u%0d%0aX:p@h/x',
    'https://u%3Ax:p@h/x',
    'https://%zz@h/x',
    `https://h/${'x'.repeat(2048)}`,
    'javascript://h/x',
    'data://x',
  ]) {
    it(`rejects the URL ${JSON.stringify(url.slice(0, 50))}`, () =>
      expect(checkRepositoryUrl(url, WEB)).to.have.length(1).with.nested.property('[0].path', 'url'));
  }

  it('accepts file URLs only if allowed and only without a host', () => {
    expect(checkRepositoryUrl('file:///srv/x', [...WEB, 'file'])).to.deep.equal([]);
    for (const url of ['file://host/x', 'file://user@/x', 'file:/srv/x', 'file:srv'])
      expect(checkRepositoryUrl(url, [...WEB, 'file']), url).to.have.length(1);
    expect(checkRepositoryUrl('http://h/x', ['https'])[0]?.message).to.equal('must start with https://');
  });

  it('limits the length exactly', () => {
    expect(checkRepositoryUrl('https://h/'.padEnd(2048, 'x'), WEB)).to.deep.equal([]);
    expect(checkRepositoryUrl('https://h/'.padEnd(2049, 'x'), WEB)).to.have.length(1);
    expect(checkRef('refs/heads/'.padEnd(255, 'x'))).to.deep.equal([]);
    expect(checkRef('refs/heads/'.padEnd(256, 'x'))).to.have.length(1);
    expect(checkRef(`refs/heads/${'é'.repeat(122)}`)).to.deep.equal([]);
    expect(checkRef(`refs/heads/${'é'.repeat(123)}`)).to.have.length(1);
  });

  it('separates the credentials from the URL', () => {
    expect(splitRepositoryUrl('HTTPS://us%40er:p%2Fw@H.example:443/a/b.git', WEB)).to.deep.equal({
      url: 'https://h.example/a/b.git',
      protocol: 'https',
      username: 'us@er',
      password: 'p/w',
    });
    expect(splitRepositoryUrl('http://token@h/x', WEB)).to.deep.equal({
      url: 'http://h/x',
      protocol: 'http',
      username: 'token',
    });
    expect(() => splitRepositoryUrl('ext::x', WEB)).to.throw(Invalid);
  });

  it('never exposes credentials, valid or not', () => {
    for (const url of [
      'https://u:s3cret@h/x',
      'https://s3cret@h/x',
      'https://u:s3cret@h:99999/x',
      'weird//s3cret@h',
      'https://u:s3cret@@h:x/',
    ])
      expect(stripCredentials(url), url).to.not.include('s3cret');
    expect(stripCredentials('https://h/x@y')).to.equal('https://h/x@y');
  });

  for (const ref of [
    'refs/heads/main',
    'refs/heads/feature/a-b_c.d',
    'refs/heads/ünïcode',
    'refs/heads/a@b',
    'refs/heads/x.lock.y',
    'refs/heads/a-',
    'refs/heads/refs/heads/x',
    "refs/heads/it's;$(x)|`y`&",
  ]) {
    it(`accepts the ref ${ref}`, () => expect(checkRef(ref)).to.deep.equal([]));
  }
  for (const ref of [
    '',
    'main',
    'HEAD',
    'refs/heads/',
    'refs/tags/v1',
    'refs/heads/-x',
    'refs/heads/--upload-pack=x',
    '-refs/heads/x',
    'refs/heads/a..b',
    'refs/heads/a@{1}',
    'refs/heads/@',
    'refs/heads/HEAD',
    'refs/heads/a b',
    'refs/heads/a~1',
    'refs/heads/a^',
    'refs/heads/a:b',
    'refs/heads/a?',
    'refs/heads/a*',
    'refs/heads/a[',
    'refs/heads/a\\b',
    'refs/heads/a\nb',
    'refs/heads/a\u0000',
    'refs/heads/a\u007f',
    'refs/heads//a',
    'refs/heads/a/',
    'refs/heads/a//b',
    'refs/heads/.a',
    'refs/heads/a/.b',
    'refs/heads/a.lock',
    'refs/heads/a.lock/b',
    'refs/heads/a.',
    'refs/heads/\ud800',
    'REFS/HEADS/x',
    '+refs/heads/x',
  ]) {
    it(`rejects the ref ${JSON.stringify(ref)}`, () =>
      expect(checkRef(ref)).to.have.length(1).with.nested.property('[0].path', 'ref'));
  }

  it('requires the project directory to be inside the repository, in any notation', () => {
    for (const [input, normal] of [
      [undefined, ''],
      ['', ''],
      ['.', ''],
      ['/', ''],
      ['./', ''],
      ['docs', 'docs'],
      ['/docs/', 'docs'],
      ['./docs//en', 'docs/en'],
      ['.gitbook', '.gitbook'],
      ['a b', 'a b'],
    ] as const) {
      expect(normalizeProjectDirectory(input), input).to.equal(normal);
    }
    for (const wrong of ['..', 'a/../b', '/../x', 'a\\b', 'a\u0000', 'a\nb', '.git', 'a/.GIT/x', 'x'.repeat(1025)]) {
      expect(checkProjectDirectory(wrong), wrong).to.have.length(1);
      expect(() => normalizeProjectDirectory(wrong)).to.throw(Invalid, 'directory');
    }
  });

  it('reports all problems at once', () => {
    expect(
      checkRepositoryAddress({ url: 'ext::x', ref: 'main', directory: '..' }, WEB).map(({ path }) => path),
    ).to.deep.equal(['url', 'ref', 'directory']);
    expect(checkRepositoryAddress({ url: 'https://h/x', ref: 'refs/heads/main' }, WEB)).to.deep.equal([]);
    expect(branchName('refs/heads/a/b')).to.equal('a/b');
  });

  it('recognizes paths that must not be written', () => {
    for (const path of [
      '.git',
      '.git/config',
      'a/.git',
      '.GIT/x',
      'git~1/x',
      '.git./x',
      '.git /x',
      '.git::$INDEX_ALLOCATION/x',
      '.g\u200cit/x',
      '../x',
      'a/..',
      './x',
      '/x',
      'a//b',
      'a\\..\\b',
      'a\nb',
      'a\ufffdb',
      '',
    ])
      expect(findUnsafePathReason(path), path).to.be.a('string');
    for (const path of [
      'README.md',
      '.gitbook/assets/a (1).png',
      '.github/x',
      '.gitignore',
      '.gitmodules',
      'a.git/x',
      '...',
      'ü/文.md',
    ])
      expect(findUnsafePathReason(path), path).to.equal(undefined);
  });

  it('[A49] recognizes files that are nested too deeply to be read', () => {
    expect(findUnreadablePathReason(`${'a/'.repeat(500)}b.md`)).to.equal(undefined);
    expect(findUnreadablePathReason(`${'a/'.repeat(501)}b.md`)).to.equal('is nested in more than 500 folders');
    expect(findUnreadablePathReason('.git/config')).to.equal('is inside .git');
  });

  it('rejects every text that Git could read as anything but an http URL', () => {
    checkProperty(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.webUrl(),
          fc.constantFrom('-', 'ext::', 'file://').chain((prefix) => fc.webUrl().map((url) => prefix + url)),
        ),
        (text) => {
          if (checkRepositoryUrl(text, WEB).length > 0) return true;
          return /^https?:\/\/[^/]/.test(splitRepositoryUrl(text, WEB).url);
        },
      ),
    );
  });
});
