import { expect } from 'chai';
import { safeUrl } from '../../../../src/adapters/site/safe-url.ts';
import type { ResolvedLink } from '../../../../src/ports/sites/site-renderer.ts';
import { contentOf } from './support.ts';

const asking = (answer: (target: string) => ResolvedLink) => {
  const targets: string[] = [];
  return { targets, resolveLink: (target: string) => (targets.push(target), answer(target)) };
};

describe('links of published pages', () => {
  it('resolves each target once, decoded, and leaves anchors and mail addresses unchanged', () => {
    const { targets, resolveLink } = asking((target) => ({ href: target }));
    contentOf(
      '[a](../a%20b.md#x) [b](<../a b.md#x>) ![c](é.png) [d](#x) [e](mailto:a@b.c) [f](tel:1) [g](/pages/1) ![h](/files/2) [i](https://x.example/?a=1&b=2) <img src="a b.png">',
      { resolveLink },
    );
    expect(targets).to.deep.equal([
      '../a b.md#x',
      'é.png',
      '/pages/1',
      '/files/2',
      'https://x.example/?a=1&b=2',
      'a b.png',
    ]);
  });

  it('renders the text of a broken link and the alternative text of a broken image', () => {
    expect(contentOf('[the *words*](nowhere.md) ![the image](nowhere.png) ![](nowhere.png)')).to.equal(
      '<p><span class="q-broken">the <em>words</em></span> <span class="q-broken">the image</span> </p>',
    );
    expect(contentOf('[words]()')).to.equal('<p><span class="q-broken">words</span></p>');
  });

  it('renders a mention with the title of its target', () => {
    const { resolveLink } = asking(() => ({ href: '/p', title: 'Its <Title>' }));
    expect(
      contentOf('[a.md](a.md "mention") <a data-mention href="a.md">a.md</a> [kept](a.md)', { resolveLink }),
    ).to.equal('<p><a href="/p">Its &lt;Title></a> <a href="/p">Its &lt;Title></a> <a href="/p">kept</a></p>');
  });

  it('resolves reference-style links, images in links and links in HTML', () => {
    expect(contentOf('[a][r] [![i](i.png)](b.md) <a href="c.md">c</a>\n\n[r]: a.md "T"')).to.equal(
      '<p><a href="/r/a.md" title="T">a</a> <a href="/r/b.md"><img src="/r/i.png" alt="i"></a> <a href="/r/c.md">c</a></p>',
    );
  });

  it('sends no referrer to other hosts', () => {
    expect(contentOf('https://x.example')).to.equal(
      '<p><a href="https://x.example" rel="noopener noreferrer">https://x.example</a></p>',
    );
  });

  for (const [written, link, image] of [
    ['https://a/b', 'https://a/b', 'https://a/b'],
    ['HTTPS://a', 'https://a', 'https://a'],
    ['a b/c', 'a%20b/c', 'a%20b/c'],
    ['#x', '#x', '#x'],
    ['?a=b:c', '?a=b:c', '?a=b:c'],
    ['./a:b', './a:b', './a:b'],
    ['mailto:a@b', 'mailto:a@b', undefined],
    ['tel:+1', 'tel:+1', undefined],
    ['javascript:x', undefined, undefined],
    [' java\nscript:x', undefined, undefined],
    ['\u200bjavascript:x', undefined, undefined],
    ['data:text/html,x', undefined, undefined],
    ['data:image/gif;base64,R0=', undefined, 'data:image/gif;base64,R0='],
    ['data:image/gif;base64,R0"x', undefined, undefined],
    ['unknown:x', undefined, undefined],
    [':x', undefined, undefined],
    ['', undefined, undefined],
    ['  ', undefined, undefined],
  ] as const) {
    it(`resolves ${JSON.stringify(written)} as the link ${link} and the image ${image}`, () => {
      expect(safeUrl(written, 'link')).to.equal(link);
      expect(safeUrl(written, 'image')).to.equal(image);
    });
  }
});
