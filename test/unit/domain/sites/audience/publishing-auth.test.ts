import { expect } from 'chai';
import {
  parseEntryPoint,
  previewRoot,
  shareLinkRoot,
} from '../../../../../src/domain/sites/audience/audience-paths.ts';
import { OLD_KEY_GRACE_MS, PublishingAuth } from '../../../../../src/domain/sites/audience/publishing-auth.ts';

const NOW = '2030-01-01T00:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();

describe('PublishingAuth.validKeyNumbers', () => {
  it('returns the present key, and the previous one for a while', () => {
    const auth = PublishingAuth.create('site', 'organization');
    expect(auth.validKeyNumbers(NOW)).to.deep.equal([1]);
    auth.rotateKey(NOW);
    expect(auth.validKeyNumbers(NOW)).to.deep.equal([2, 1]);
    expect(auth.validKeyNumbers(after(OLD_KEY_GRACE_MS - 1))).to.deep.equal([2, 1]);
    expect(auth.validKeyNumbers(after(OLD_KEY_GRACE_MS))).to.deep.equal([2]);
    auth.rotateKey(after(1));
    expect(auth.validKeyNumbers(after(2))).to.deep.equal([3, 2]);
  });
});

describe('parseEntryPoint', () => {
  it('recognizes share links and previews by the beginning of a path', () => {
    expect(parseEntryPoint(['guide', 'install'])).to.deep.equal({ root: '', segments: ['guide', 'install'] });
    expect(parseEntryPoint(['~quire', 's', 'key', 'guide'])).to.deep.equal({
      root: shareLinkRoot('key'),
      segments: ['guide'],
      shareKey: 'key',
    });
    expect(parseEntryPoint(['~quire', 'preview', 'pass'])).to.deep.equal({
      root: previewRoot('pass'),
      segments: [],
      previewPass: 'pass',
    });
    expect(parseEntryPoint(['~quire', 's', 'a b/?']).root).to.equal('~quire/s/a%20b%2F%3F/');
    for (const plain of [
      ['~quire', 's'],
      ['~quire', 's', ''],
      ['~quire', 'files', 'x'],
      ['s', 'key'],
    ])
      expect(parseEntryPoint(plain)).to.deep.equal({ root: '', segments: plain });
  });
});
