import { expect } from 'chai';
import { parseTargetKey, isIncludeKey, normalizePath, targetKey } from '../../../../src/domain/links/link-target.ts';

const ID = 'A'.repeat(20);
const key = (written: string, use: 'link' | 'include' = 'link') =>
  targetKey(written, { documentPath: 'a/b/c.md', page: ID }, use);

describe('targetKey', () => {
  it('makes relative targets absolute', () => {
    expect(
      ['x.md', './x.md#y', '../x.md?z', '/x/./y', '../../x/', '../../../x.md'].map((one) => key(one)),
    ).to.deep.equal(['/a/b/x.md', '/a/b/x.md#y', '/a/x.md', '/x/y', '/x/', '/../']);
    expect(parseTargetKey(key('../../../x.md')!)).to.deep.equal({ kind: 'broken' });
  });
  it("refers to the page's own headings by its id", () => {
    expect(key('#x')).to.equal(`/pages/${ID}#x`);
    expect([key('#'), key(''), key('data:image/png;base64,AA')]).to.deep.equal([undefined, undefined, undefined]);
  });
  it('normalizes URLs', () => {
    expect(['HTTPS://E.org', '//e.org/a', 'mailto:a@b.org', 'https://'].map((one) => key(one))).to.deep.equal([
      'https://e.org/',
      'https://e.org/a',
      'mailto:a@b.org',
      'https://',
    ]);
    expect(parseTargetKey('javascript:alert(1)')).to.deep.equal({ kind: 'broken' });
  });
  it('distinguishes pages, files, included contents and places in the app', () => {
    expect(parseTargetKey(`/pages/${ID}#x`)).to.deep.equal({ kind: 'page', id: ID, path: ID, anchor: 'x' });
    expect(parseTargetKey('/pages/a/b.md')).to.deep.equal({ kind: 'page', path: 'a/b.md' });
    expect(parseTargetKey(`/files/${ID}`)).to.deep.equal({ kind: 'file', id: ID });
    expect(parseTargetKey(`/files/${ID}#page=3`)).to.deep.equal({ kind: 'file', id: ID, anchor: 'page=3' });
    expect(parseTargetKey('/files/map.png')).to.deep.equal({ kind: 'path', path: 'files/map.png' });
    expect(parseTargetKey(`/app/spaces/${ID}/pages/${ID}`)).to.deep.equal({
      kind: 'app',
      path: `/spaces/${ID}/pages/${ID}`,
    });
    expect(parseTargetKey('/broken/pages/1')).to.deep.equal({ kind: 'broken' });
    const include = key('../r.md', 'include')!;
    expect([isIncludeKey(include), isIncludeKey(key('../r.md')!)]).to.deep.equal([true, false]);
    expect(parseTargetKey(include)).to.deep.equal({ kind: 'content', path: 'a/r.md' });
    expect(parseTargetKey(key(`/reusable-content/${ID}`, 'include')!)).to.include({ kind: 'content', id: ID });
  });
  it('normalizes all spellings of a path to one lookup key', () => {
    expect(
      ['Guides/Install.md', 'guides/install', 'guides/install/README.md', 'guides/install/', 'guides/inst%61ll'].map(
        normalizePath,
      ),
    ).to.deep.equal(Array.from({ length: 5 }, () => 'guides/install'));
  });
});
