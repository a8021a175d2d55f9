import { expect } from 'chai';
import { renderParts } from '../../../../src/adapters/site/content/render-parts.ts';
import { renderableParts, type PagePart } from '../../../../src/adapters/site/content/page-parts.ts';
import { WorkerSiteRenderer } from '../../../../src/adapters/site/worker-site-renderer.ts';
import { TaskAbandoned } from '../../../../src/adapters/workers/worker-errors.ts';
import type { TaskRun } from '../../../../src/adapters/workers/worker-pool.ts';
import type { OrganizationId } from '../../../../src/domain/kernel/id.ts';
import { viewOf, type ViewChange } from './support.ts';

const organizationId = 'o' as OrganizationId;
let runs: readonly PagePart[][] = [];
/** Runs the tasks of parts on the calling thread. */
const workers = {
  async run(name: string, { input }: TaskRun): Promise<never> {
    if (name !== 'renderParts') throw new Error(`unexpected task ${name}`);
    runs = [...runs, input as PagePart[]];
    return (await renderParts(input as PagePart[])) as never;
  },
};
const renderer = new WorkerSiteRenderer(workers);

async function contentOf(markdown: string, change: ViewChange = {}, by = renderer): Promise<string> {
  const { html } = await by.renderPage(viewOf(markdown, change), organizationId);
  return html
    .slice(html.indexOf('<div class="s-content">') + 23, html.lastIndexOf('</div>\n</article>'))
    .trim()
    .replace(/ dir="(?:auto|ltr)"/g, '');
}

describe('code, formulas and tables of published pages', () => {
  it('colors code by classes that every theme has, with the name of its language', async () => {
    expect(await contentOf('```ts\nconst a = "<b>"; // c\n```')).to.equal(
      '<figure class="q-code" data-lang="TypeScript"><pre tabindex="0" role="group" aria-label="TypeScript">' +
        '<code class="language-ts"><span class="k">const </span><span class="v">a </span><span class="o">= </span>' +
        '<span class="s">"&lt;b>"</span><span class="u">; </span><span class="c">// c</span></code></pre></figure>',
    );
  });

  it('shows code of unknown and of no language as written', async () => {
    for (const info of ['', 'nope', '__proto__'])
      expect(await contentOf(`\`\`\`${info}\na < b & c\n\`\`\``)).to.include('a &lt; b &amp; c');
  });

  it('colors equal code once', async () => {
    runs = [];
    const [first, second] = [await contentOf('```js\nonce()\n```'), await contentOf('> ```js\n> once()\n> ```')];
    expect(first).to.include('<span class="f">once</span>');
    expect(second).to.include('<span class="f">once</span>');
    expect(runs.flat()).to.have.length(1);
  });

  it('shows titles, numbers, marked lines and lines of differences', async () => {
    const titled = await contentOf(
      '{% code title="a.sh" overflow="wrap" lineNumbers="true" highlight="2" %}\n```sh\na\nb\n```\n{% endcode %}',
    );
    expect(titled)
      .to.include('<figure class="q-code q-wrap q-numbered" data-lang="Shell"><figcaption>a.sh</figcaption><pre')
      .and.include('aria-label="a.sh"')
      .and.match(/<span class="q-code-line">.*a.*\n<\/span><span class="q-code-line q-mark">.*b.*\n<\/span><\/code>/);
    expect(titled).not.to.include('data-lines');
    expect(await contentOf('```diff\n+ a\n- b\n  c\n--- x\n```'))
      .to.match(/q-add">.*\+.* a/)
      .and.match(/q-del">.*-.* b/)
      .and.match(/q-code-line">.*---.* x/);
    expect(await contentOf('```js {1,3-4} title="b.js" ins={2} showLineNumbers\n1\n2\n3\n4\n```'))
      .to.include('<figure class="q-code q-numbered" data-lang="JavaScript"><figcaption>b.js</figcaption><pre')
      .and.match(/q-mark">.*1.*\n<\/span><span class="q-code-line q-add">.*2/);
  });

  it('typesets formulas as MathML, and shows what is no formula as written', async () => {
    const inline = await contentOf('a $$x^2$$ b');
    expect(inline).to.match(/^<p>a <span><math xmlns="[^"]+"><semantics>.*<\/math><\/span> b<\/p>$/);
    expect(await contentOf('$$x^2$$'))
      .to.include('<span class="q-math" tabindex="0"><math')
      .and.include('display="block"');
    expect(await contentOf('$$\n\\frac{1}{2}\n$$')).to.include('<div class="q-math" tabindex="0"><math');
    expect(await contentOf('a $$\\nope{$$ b')).to.equal('<p>a <span><code class="q-tex">\\nope{</code></span> b</p>');
  });

  it('[A34] lets formulas neither load nor link nor style anything', async () => {
    for (const tex of [
      '\\href{javascript:alert(1)}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://evil.example/x.png}',
      '\\htmlStyle{color:red}{x}',
      '\\htmlData{onclick=alert(1)}{x}',
      '\\boxed{x}\\cancel{y}\\rule{9em}{9em}\\text{<img src=x onerror=alert(1)>}',
    ]) {
      const html = await contentOf(`a $$${tex}$$ b`);
      expect(html.replaceAll(/>[^<]*</g, '><'), tex).not.to.match(/<a |href=|<img| style=| on[a-z]+=|src=/);
      expect(html).not.to.include('<img');
    }
  });

  it('[A73] bounds the expansion of macros, the length of parts and their sum', async () => {
    const bomb =
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c';
    expect(await contentOf(`a $$${bomb}$$ b`)).to.include('q-tex');
    const code = (length: number): PagePart => ({
      kind: 'code',
      language: 'js',
      code: 'x'.repeat(length),
      isNumbered: false,
      marks: {},
    });
    expect(renderableParts([code(50_001), code(50_000)])).to.have.length(1);
    expect(renderableParts(Array.from({ length: 9 }, () => code(50_000)))).to.have.length(8);
  });

  it('[A73] shows code as written if it takes too long, and does not keep such a page', async () => {
    const busy = new WorkerSiteRenderer({ run: () => Promise.reject(new TaskAbandoned('time')) });
    const page = await busy.renderPage(viewOf('```js\nslow()\n```'), organizationId);
    expect(page.html).to.include('>slow()</code>');
    expect(page.temporary).to.equal(true);
  });

  it('does not confuse text of a page with placeholders of parts', async () => {
    const first = await contentOf('```js\na()\n```\n\nq0123456789abcdef01234567n0; "0;"');
    expect(first).to.include('q0123456789abcdef01234567n0;');
  });

  it('breaks long identifiers of tables behind their punctuation only', async () => {
    const html = await contentOf('| a |\n|---|\n| `idle_in_transaction_session.timeout` `127.0.0.1:8080` |');
    expect(html).to.include('<code>idle_<wbr>in_<wbr>transaction_<wbr>session.<wbr>timeout</code>');
    expect(html).to.include('<code>127.0.0.1:8080</code>');
  });

  it('lets buttons that ask or search lead to the search page', async () => {
    const button = (attributes: string) => `<button type="button" class="button primary" ${attributes}>Ask</button>`;
    const site = { title: 'S', basePath: '/docs/', searchPath: '~quire/search' };
    expect(await contentOf(button('data-action="ask" data-query="How so? &#x26; why"'), { site })).to.include(
      'class="q-button q-button-primary" href="/docs/~quire/search?q=How%20so%3F%20%26%20why" rel="nofollow">Ask</a>',
    );
    expect(await contentOf(button('data-action="search"'), { site })).to.include(
      'href="/docs/~quire/search" rel="nofollow"',
    );
    expect(await contentOf(button('data-action="ask"'))).to.include('<span class="q-inert-button">Ask</span>');
    expect(await contentOf(button('data-action="other"'), { site })).to.include(
      '<span class="q-inert-button">Ask</span>',
    );
  });

  it('writes the dates of updates in the language of the site', async () => {
    const update = (date: string): string =>
      `{% updates %}\n{% update date="${date}" %}\na\n{% endupdate %}\n{% endupdates %}\n\n<time datetime="2024-05-01">Mayday</time>`;
    const dateOf = async (date: string, language?: string): Promise<string | undefined> => {
      const site = { title: 'Site', basePath: '/docs/', ...(language !== undefined && { language }) };
      const html = await contentOf(update(date), { site });
      expect(html).to.include('<time datetime="2024-05-01">Mayday</time>');
      return /<time[^>]*>([^<]*)/.exec(html)?.[1];
    };
    expect(await dateOf('2024-05-01')).to.equal('May 1, 2024');
    expect(await dateOf('2024-05-01T23:30:00-08:00', 'de')).to.equal('01.05.2024');
    for (const odd of ['2024-06-31', '2024-99-99', 'Spring 2024']) expect(await dateOf(odd)).to.equal(odd);
  });

  it('marks diagrams, whose text is shown without scripts', async () => {
    expect(await contentOf('```mermaid\ngraph TD; A-->B\n```'))
      .to.include('<figure class="q-code q-mermaid" data-lang="Mermaid" data-frame="/docs/~quire/assets/diagrams-')
      .and.include('--');
  });
});
