import { expect } from 'chai';
import {
  findClosestRedirect,
  MAX_SOURCE_LENGTH,
  parseRedirectSource,
  formatSourcePath,
  candidateSources,
  wildcardPart,
} from '../../../../src/domain/sites/redirect-source.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

describe('candidateSources', () => {
  it('lists the wildcard after the last slash for a path with a slash at its end only', () => {
    expect(candidateSources('/v1', { endsWithSlash: true })).to.deep.equal(['/v1', '/v1/*', '/v1*', '/v*', '/*']);
    expect(candidateSources('/v1')).to.deep.equal(['/v1', '/v1*', '/v*', '/*']);
  });
});

describe('parseRedirectSource', () => {
  const sourceOf = (text: string) => {
    const read = parseRedirectSource(text);
    return 'source' in read ? read.source : undefined;
  };

  it('returns one spelling per source', () => {
    expect(sourceOf('/old/page')).to.equal('/old/page');
    expect(sourceOf('/%6fld/%70age')).to.equal('/old/page');
    expect(sourceOf('/caf%c3%a9')).to.equal('/caf%C3%A9');
    expect(sourceOf('/a+b~c_d.e-f')).to.equal('/a%2Bb~c_d.e-f');
    expect(formatSourcePath(['a+b~c_d.e-f', 'café', "it's(*)!"])).to.equal(
      '/a%2Bb~c_d.e-f/caf%C3%A9/it%27s%28%2A%29%21',
    );
  });

  it('accepts a wildcard at the end, alone or in a segment', () => {
    expect(['/*', '/old/*', '/old*', '/caf%c3%a9/*'].map(sourceOf)).to.deep.equal([
      '/*',
      '/old/*',
      '/old*',
      '/caf%C3%A9/*',
    ]);
  });

  it('rejects sources that no URL of a site can match', () => {
    for (const text of [
      '',
      '*',
      '/',
      'old',
      '/old/',
      '//old',
      '/a//b',
      '/a*b',
      '/*/a',
      '/a/**',
      '/a b',
      '/a?b',
      '/a#b',
      '/a%',
      '/a%2',
      '/a%zz',
      '/%ff',
      '/a%2fb',
      '/a%5Cb',
      '/a%00',
      '/.',
      '/..',
      '/a/%2e%2E/b',
      '/~quire/x',
      '/~quire*',
      'https://example.com/',
      '/é',
    ])
      expect(sourceOf(text), text).to.equal(undefined);
    expect(sourceOf(`/${'x'.repeat(MAX_SOURCE_LENGTH - 1)}`)).to.have.length(MAX_SOURCE_LENGTH);
    expect(sourceOf(`/${'x'.repeat(MAX_SOURCE_LENGTH)}`)).to.equal(undefined);
    // It is stored as %2B, and no longer source would ever match.
    expect(sourceOf(`/x${'+'.repeat(170)}`)).to.have.length(MAX_SOURCE_LENGTH);
    expect(sourceOf(`/xy${'+'.repeat(170)}`)).to.equal(undefined);
  });

  it('[A48] runs in linear time for any text', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const took = cpuTimeOf(() => {
      for (const text of [`${'/a'.repeat(255)}!`, `/${'%41'.repeat(170)}!`, `/${'a'.repeat(510)}!`, '/'.repeat(512)])
        for (let i = 0; i < 1000; i++) parseRedirectSource(text);
    });
    expect(took).to.be.below(2_000);
  });
});

describe('findClosestRedirect', () => {
  const sources = ['/old/page', '/old/*', '/old*', '/*', '/old/page/below', '/other'];
  const closest = (path: string) =>
    findClosestRedirect(
      candidateSources(path),
      sources.map((source) => ({ source })),
    )?.source;

  it('prefers the longest source, and exact ones to wildcards', () => {
    expect(closest('/old/page')).to.equal('/old/page');
    expect(closest('/old/page/other')).to.equal('/old/*');
    expect(closest('/older')).to.equal('/old*');
    expect(closest('/ol')).to.equal('/*');
    expect(closest('/else')).to.equal('/*');
    expect(findClosestRedirect(candidateSources('/else'), [{ source: '/els' }])).to.equal(undefined);
  });

  it('matches the path before the wildcard itself', () => {
    expect(closest('/old')).to.equal('/old*');
    expect(wildcardPart('/old*', '/old')).to.equal('');
  });

  it('returns the part that the wildcard matches', () => {
    expect(wildcardPart('/old/*', '/old/a/b')).to.equal('a/b');
    expect(wildcardPart('/old*', '/older/a')).to.equal('er/a');
    expect(wildcardPart('/old*', '/old/a/b')).to.equal('a/b');
    expect(wildcardPart('/old', '/old')).to.equal('');
  });

  it('[A48] limits the number of candidates for any path', () => {
    expect(candidateSources(`/${'x'.repeat(100_000)}`)).to.have.length(MAX_SOURCE_LENGTH - 1);
    expect(candidateSources(`/${'x'.repeat(MAX_SOURCE_LENGTH - 1)}`)).to.have.length(MAX_SOURCE_LENGTH);
  });
});
