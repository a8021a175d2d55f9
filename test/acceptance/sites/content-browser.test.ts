import { expect } from 'chai';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Instance } from '../../../src/instance.ts';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { backends } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { publish, PNG, type PublishedSite } from '../../support/sites/published-site.ts';
import { until } from '../../support/until.ts';
import { World } from '../../support/world.ts';

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400"><rect width="9" height="9"/></svg>';
const TABS = (first: string, second: string): string =>
  `{% tabs %}\n{% tab title="npm" %}\n${first}\n{% endtab %}\n{% tab title="pnpm" %}\n${second}\n{% endtab %}\n{% endtabs %}\n`;
const RICH = [
  '## Code\n\n```ts\nconst a = 1;\nconst b = "two";\n```',
  `\`\`\`sh\n${'wide '.repeat(80)}\n\`\`\``,
  '{% code title="a.ts" lineNumbers="true" highlight="1" %}\n```ts\nlet c;\n```\n{% endcode %}',
  '```js {1}\na\nb\n\nc\n```',
  '{% code lineNumbers="true" %}\n```diff\n+ a\n- b\n\n  c\n```\n{% endcode %}',
  '<pre><code>one<br><b>two</b>\n\nthree</code></pre>',
  TABS('first npm', 'first pnpm'),
  TABS('second npm', 'second pnpm'),
  '![drawing](/files/{file:wide.svg})',
  '```mermaid\ngraph TD; A[Start]-->B[End]\n```',
  '```mermaid\nthis is no diagram\n```',
  '{% embed url="https://www.youtube.com/watch?v=abcdefghijk" %}\nA film\n{% endembed %}',
  '{% hint style="warning" %}\nMind *this*.\n{% endhint %}',
  '| `a_b` | b |\n|---|---|\n| 1 | 2 |',
  'Inline $$x^2$$ and\n\n$$\n\\frac{1}{2}\n$$',
  '{% stepper %}\n{% step %}\n### One\nText\n{% endstep %}\n{% endstepper %}',
  '- [x] done\n- plain\n\nA note[^1]. <i class="fa-rocket">:rocket:</i>\n\n[^1]: Noted.',
  '<details>\n\n<summary>More</summary>\n\nhidden words\n\n</details>',
  '<a href="other.md" class="button primary">Go</a>',
].join('\n\n');
/** A word that is longer than the lines of a page. */
const WORD = 'wavelength'.repeat(30);
const LONG = [
  `{% code overflow="wrap" lineNumbers="true" %}\n\`\`\`ts\nconst ${WORD} = 1;\n\`\`\`\n{% endcode %}`,
  `<a href="other.md" class="button primary">Read ${WORD}</a>`,
  TABS('short', 'tab').replace(
    'title="pnpm"',
    'title="A tab whose title is longer than a line of a phone has place for"',
  ),
].join('\n\n');
const LANGUAGES = ['C', 'Elixir', 'JavaScript', 'Kotlin', 'Python', 'Ruby', 'Rust', 'TypeScript'];
const MANY_TABS = [
  '{% tabs %}',
  ...LANGUAGES.map(
    (name) => `{% tab title="${name}" %}\nIn ${name}:\n\n\`\`\`sh\n${'wide '.repeat(40)}\n\`\`\`\n{% endtab %}\n`,
  ),
  `Beside the tabs, ${'and on '.repeat(40)}`,
  '{% endtabs %}',
].join('\n');
const ARABIC =
  '| الاسم | النوع | عدد |\n| --- | --- | --: |\n| `key` | نص | 12 |\n| نص طويل بعض الشيء | 1.0 | خمسة من عشرة |';
const WIDE = [
  Array.from({ length: 12 }, (_, i) => `Column ${i + 1}`),
  Array.from({ length: 12 }, () => '---'),
  Array.from({ length: 12 }, () => 'configuration of the reconciliation'),
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
const DIAGRAMS = [
  'pie\n  "Dogs" : 3\n  "Cats" : 1',
  'journey\n  title Day\n  section Work\n    Make tea: 5: Me\n  section Home\n    Sit down: 5: Me',
  'xychart-beta\n  x-axis [jan, feb]\n  y-axis "Sales" 0 --> 9\n  bar [5, 6]\n  line [2, 4]',
]
  .map((source) => `\`\`\`mermaid\n${source}\n\`\`\``)
  .join('\n\n');
const SCHEMES = ['dark', 'light']
  .map((scheme) => `[![For ${scheme}](/files/{file:p.png}#gh-${scheme}-mode-only)](home.md) in ${scheme}`)
  .join('\n\n');

describe('content of published pages in a browser', () => {
  let instance: Instance;
  let published: PublishedSite;
  const contexts: BrowserContext[] = [];
  before(async () => {
    instance = await backends[0]!.instance();
    published = await publish(await World.create(instance), [
      {
        pages: [
          { title: 'Home', markdown: RICH },
          { title: 'Other', markdown: TABS('other npm', 'other pnpm') },
          { title: 'Target', markdown: TABS('### For npm', '### For pnpm') },
          { title: 'Long', markdown: LONG },
          { title: 'Many', markdown: MANY_TABS },
          { title: 'Arabic', markdown: ARABIC },
          { title: 'Schemes', markdown: SCHEMES },
          { title: 'Diagrams', markdown: DIAGRAMS },
          { title: 'Wide', markdown: WIDE },
        ],
        files: [
          { name: 'wide.svg', bytes: DRAWING, contentType: 'image/svg+xml' },
          { name: 'p.png', bytes: PNG, contentType: 'image/png' },
        ],
      },
    ]);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  async function open(test: Mocha.Context, path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await openContext(test, options);
    contexts.push(context);
    await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
    );
    const page = await context.newPage();
    await page.goto(`${instance.url}${published.at}/${path}`);
    return page;
  }
  const visible = (page: Page, text: string): Promise<boolean> => page.getByText(text, { exact: true }).isVisible();

  it('copies code without line numbers, and says so', async function () {
    const page = await open(this, '', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async (nth: number): Promise<string> => {
      await page.locator('.q-copy').nth(nth).click();
      await page.locator('.q-copy').nth(nth).and(page.locator('[data-done]')).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied(0)).to.equal('const a = 1;\nconst b = "two";');
    expect(await page.locator('.q-copy').nth(0).textContent()).to.equal('Copied');
    expect(await copied(2)).to.equal('let c;');
    expect(await copied(3)).to.equal('a\nb\n\nc');
    expect(await copied(4)).to.equal('+ a\n- b\n\n  c');
    expect(await copied(5)).to.equal('one\ntwo\n\nthree');
  });

  it('offers to copy again after a second click', async function () {
    const page = await open(this, '', { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.locator('.q-copy').first();
    await button.click();
    await button.and(page.locator('[data-done]')).waitFor();
    await button.click();
    await page.locator('[data-done]').waitFor({ state: 'detached' });
    expect(await button.textContent()).to.equal('Copy');
  });

  it('copies code without the clipboard object, which only pages over HTTPS have', async function () {
    const page = await open(this, 'long', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`{
      self.readClipboard = navigator.clipboard.readText.bind(navigator.clipboard);
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    }`);
    await page.locator('.q-copy').first().click();
    await page.locator('.q-copy[data-done]').waitFor();
    expect(await page.evaluate<string>('readClipboard()')).to.equal(`const ${WORD} = 1;`);
  });

  it('shows code right below its tab, and the name of its language above the first line', async function () {
    const page = await open(this);
    const places = await page.evaluate<Record<string, number>>(`(() => {
      const code = document.querySelector('.q-code[data-lang]');
      const label = getComputedStyle(code, '::after');
      const tab = document.querySelector('.q-tab[open]');
      return {
        label: parseFloat(label.top) + parseFloat(label.height),
        line: parseFloat(getComputedStyle(code.querySelector('pre')).paddingTop),
        tab: tab.querySelector('summary').getBoundingClientRect().bottom,
        content: tab.querySelector('.q-tab-body').getBoundingClientRect().top,
      };
    })()`);
    expect(places['label']).to.be.at.most(places['line']!);
    expect(places['content']! - places['tab']!).to.be.at.most(1);
  });

  it('shows icons and the open tab in forced colors', async function () {
    const page = await open(this, '', { forcedColors: 'active', viewport: { width: 390, height: 700 } });
    const button = page.locator('.s-icon-search');
    const shown = await button.screenshot();
    await page.evaluate("document.querySelector('.s-icon-search').classList.add('s-icon-dark')");
    expect(shown.equals(await button.screenshot()), 'another icon looks the same').to.equal(false);
    const outline = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.q-tab[open] > summary')).outlineStyle",
    );
    expect(outline).to.equal('solid');
  });

  it('prints tabs one after the other, each below its title', async function () {
    const page = await open(this, 'other');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    const tops = await Promise.all(
      ['npm', 'other npm', 'pnpm', 'other pnpm'].map(
        async (text) => (await page.locator('.q-tabs').getByText(text, { exact: true }).boundingBox())?.y,
      ),
    );
    expect(tops).to.deep.equal([...tops].sort((one, other) => one! - other!));
    expect(new Set(tops).size).to.equal(4);
  });

  it('prints all of a long line of code', async function () {
    const page = await open(this, '', { viewport: { width: 700, height: 900 } });
    await page.emulateMedia({ media: 'print' });
    const widths = await page.evaluate<{ scrollWidth: number; clientWidth: number }[]>(
      "[...document.querySelectorAll('.s-content pre')].map(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))",
    );
    expect(widths.length).to.be.at.least(5);
    for (const { scrollWidth, clientWidth } of widths) expect(scrollWidth).to.be.at.most(clientWidth);
  });

  it('prints all columns of a wide table', async function () {
    const page = await open(this, 'wide', { viewport: { width: 700, height: 900 } });
    await page.emulateMedia({ media: 'print' });
    const last = await page.getByText('Column 12', { exact: true }).boundingBox();
    expect(last!.x + last!.width).to.be.at.most(700);
  });

  it('wraps titles of tabs that are longer than the line', async function () {
    const page = await open(this, 'long', { viewport: { width: 390, height: 800 } });
    const block = (await page.locator('.q-tabs').boundingBox())!;
    const long = (await page.getByText('A tab whose title').boundingBox())!;
    expect(long.width).to.be.at.most(block.width);
    const lines = (title: string): Promise<number> =>
      page.getByText(title).evaluate((element: any) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }: any) => top)).size;
      });
    expect(await lines('npm')).to.equal(1);
    expect(await lines('A tab whose title')).to.be.greaterThan(1);
  });

  it('keeps the titles of tabs in one row that scrolls on phones, above their content', async function () {
    const page = await open(this, 'many', { viewport: { width: 390, height: 800 } });
    const box = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!;
    const block = (await page.locator('.q-tabs').boundingBox())!;
    expect(new Set(await Promise.all(LANGUAGES.map(async (title) => (await box(title)).y))).size).to.equal(1);
    const content = await box('In C:');
    expect((await page.getByText('Beside the tabs').boundingBox())!.width).to.be.at.most(block.width);
    await page.getByText('TypeScript', { exact: true }).click();
    const title = await box('TypeScript');
    expect(title.x).to.be.at.least(block.x);
    expect(title.x + title.width).to.be.at.most(block.x + block.width);
    const { x, y } = await box('In TypeScript:');
    expect(x, 'the content stays').to.be.closeTo(content.x, 1);
    expect(y).to.equal(content.y);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.equal(390);
    await page.reload();
    await page.getByText('In TypeScript:', { exact: true }).waitFor();
    expect((await box('TypeScript')).x, 'the title of a remembered tab').to.be.at.most(block.x + block.width);
    expect(await accessibilityViolations(page)).to.deep.equal([]);
  });

  it('puts all cells of a column on one side, whatever their letters are', async function () {
    const page = await open(this, 'arabic');
    const sides = await page.evaluate<number[][]>(
      `[['right', 1], ['right', 2], ['left', 3]].map(([side, column]) =>
        [...document.querySelectorAll('.s-content tr > :nth-child(' + column + ')')].map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return Math.round(cell.getBoundingClientRect()[side] - range.getBoundingClientRect()[side]);
        }))`,
    );
    for (const column of sides) expect(Math.max(...column) - Math.min(...column), column.join()).to.be.at.most(2);
  });

  it('wraps words that are longer than a line in code that wraps, and in buttons', async function () {
    const page = await open(this, 'long', { viewport: { width: 820, height: 800 } });
    const overflowing = await page.evaluate(
      `[document.documentElement, document.querySelector('.q-wrap pre')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName }) => tagName)`,
    );
    expect(overflowing).to.deep.equal([]);
  });

  it('puts the rest of a wrapped line below its beginning, not below its number', async function () {
    const page = await open(this, 'long', { viewport: { width: 820, height: 800 } });
    const starts = await page.evaluate<number[]>(
      `(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.q-wrap .q-code-line'));
        const lines = new Map();
        for (const { left, top } of range.getClientRects()) lines.set(top, Math.min(left, lines.get(top) ?? left));
        return [...lines.values()].map(Math.round);
      })()`,
    );
    expect(starts.length).to.be.at.least(2);
    expect(Math.max(...starts) - Math.min(...starts), starts.join()).to.be.at.most(1);
  });

  it('copies the link of a heading', async function () {
    const page = await open(this, '', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('#code .q-anchor').click();
    await page.waitForURL(/#code$/);
    await until(async () => /#code$/.test(await page.evaluate<string>('navigator.clipboard.readText()')));
  });

  it('keeps tabs of one title in step on the page and on others', async function () {
    const page = await open(this);
    expect(await visible(page, 'first npm')).to.equal(true);
    await page.getByText('pnpm', { exact: true }).first().click();
    expect([await visible(page, 'first pnpm'), await visible(page, 'second pnpm')]).to.deep.equal([true, true]);
    expect(await visible(page, 'first npm')).to.equal(false);
    await page.getByText('pnpm', { exact: true }).first().click();
    expect(await visible(page, 'first pnpm'), 'a second click closes nothing').to.equal(true);
    await page.goto(`${instance.url}${published.at}/other`);
    await page.getByText('other pnpm', { exact: true }).waitFor({ state: 'visible' });
  });

  it('opens the tab of the heading that the address names, whatever tab the reader chose before', async function () {
    const page = await open(this, 'target');
    await page.getByText('npm', { exact: true }).click();
    await page.evaluate("location.hash = 'for-pnpm'");
    await page.locator('#for-pnpm').waitFor({ state: 'visible' });
    await page.reload();
    await page.locator('.q-copy, .q-anchor').first().waitFor({ state: 'attached' });
    expect(await page.locator('#for-pnpm').isVisible()).to.equal(true);
    await page.evaluate("location.hash = ''");
    await page.reload();
    await page.locator('#for-npm').waitFor({ state: 'visible' });
  });

  it('enlarges pictures by mouse and keyboard', async function () {
    const page = await open(this);
    const picture = page.locator('img[alt="drawing"]');
    await picture.scrollIntoViewIfNeeded();
    await page.locator('img.q-zoomable').waitFor();
    await picture.click();
    await page.locator('dialog.q-zoom[open]').click();
    await page.locator('dialog.q-zoom').waitFor({ state: 'detached' });
    await picture.focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog.q-zoom[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog.q-zoom').waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.alt')).to.equal('drawing');
  });

  it('shows an image of one color scheme in that scheme alone, by the system or the choice of the reader', async function () {
    for (const [scheme, other] of [
      ['dark', 'light'],
      ['light', 'dark'],
    ] as const) {
      const page = await open(this, 'schemes', { colorScheme: scheme });
      const shown = (): Promise<readonly boolean[]> =>
        Promise.all([scheme, other].map((name) => page.getByRole('link', { name: `For ${name}` }).isVisible()));
      expect(await shown(), scheme).to.deep.equal([true, false]);
      await page.evaluate(`document.documentElement.dataset.theme = '${other}'`);
      expect(await shown(), `${other} chosen in ${scheme}`).to.deep.equal([false, true]);
      expect(await accessibilityViolations(page)).to.deep.equal([]);
    }
  });

  it('draws diagrams as pictures in the colors of the page, and leaves other text as it is', async function () {
    const page = await open(this, '', { colorScheme: 'dark' });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const drawn = page.locator('.q-mermaid .q-drawing img');
    await drawn.waitFor();
    const source = decodeURIComponent((await drawn.getAttribute('src'))!);
    const width = await page.evaluate<number>(
      "document.querySelector('.q-drawing img').decode().then(() => document.querySelector('.q-drawing img').naturalWidth)",
    );
    expect(source).to.include('Start').and.not.include('<script');
    expect(source).to.match(/edgeLabel rect\{opacity:1/);
    expect(width).to.be.above(20);
    expect(await drawn.getAttribute('alt')).to.include('A[Start]-->B[End]');
    expect(await visible(page, 'this is no diagram')).to.equal(true);
    expect(problems).to.deep.equal([]);
  });

  it('draws what a diagram tells apart in colors that differ from each other and from the page', async function () {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(this, 'diagrams', { colorScheme });
      const drawn = page.locator('.q-drawing img');
      await until(async () => {
        for (const figure of await page.locator('.q-mermaid').all()) await figure.scrollIntoViewIfNeeded();
        return (await drawn.count()) === 3;
      });
      const sources: string[] = [];
      for (const image of await drawn.all()) sources.push(decodeURIComponent((await image.getAttribute('src'))!));
      const widths = await page.evaluate<readonly number[]>(
        "Promise.all([...document.querySelectorAll('.q-drawing img')].map(async (image) => (await image.decode(), image.naturalWidth)))",
      );
      expect(Math.min(...widths), colorScheme).to.be.above(20);
      const [pie, journey, chart] = sources as [string, string, string];
      const fills = (svg: string, pattern: RegExp): ReadonlySet<string> =>
        new Set([...svg.matchAll(pattern)].map(([, color]) => color!.toLowerCase()));
      const slices = fills(pie, /<path[^>]* fill="([^"]+)"[^>]* class="pieCircle"/g);
      expect(slices.size, pie).to.equal(2);
      expect(fills(journey, /\.section-type-[01][^{]*\{fill:([^;}]+)/g).size, journey).to.equal(2);
      const ground = /<rect[^>]*class="background"[^>]*>/.exec(chart)![0];
      expect(ground).not.to.match(/fill="(?:white|#fff)/);
      expect(fills(chart, /<(?:rect|path)[^>]* (?:fill|stroke)="(#[0-9a-f]{6})"/gi).size, chart).to.be.at.least(3);
    }
  });

  it('shows an embedded page when the reader asks for it, and not before', async function () {
    const page = await open(this);
    const requestedUrls: string[] = [];
    page.on('request', (request) => void requestedUrls.push(request.url()));
    await page.reload();
    await page.locator('.q-embed[data-frame] > a').waitFor();
    expect(requestedUrls.filter((url) => url.includes('youtube'))).to.deep.equal([]);
    await page.locator('.q-embed > a').click();
    const frame = page.locator('.q-embed > iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('src')).to.equal('https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1');
    await page.frameLocator('.q-embed > iframe').locator('title').waitFor({ state: 'attached' });
  });

  it('is complete without scripts', async function () {
    const page = await open(this, '', { javaScriptEnabled: false });
    for (const text of ['const', 'first npm', 'A film', 'done'])
      expect(await page.getByText(text).first().isVisible(), text).to.equal(true);
    await page.getByText('pnpm', { exact: true }).first().click();
    expect(await visible(page, 'first pnpm')).to.equal(true);
    expect(await page.locator('.q-mermaid pre').first().isVisible()).to.equal(true);
    expect(await page.locator('.s-content math').count()).to.equal(2);
    expect(await page.locator('.q-embed a').getAttribute('href')).to.equal(
      'https://www.youtube.com/watch?v=abcdefghijk',
    );
  });

  for (const [name, options] of Object.entries({
    'on a light page': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    'on a dark page': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    'on a phone': { colorScheme: 'light', viewport: { width: 390, height: 800 } },
  } as const))
    it(`is accessible ${name}, and nothing is wider than the page`, async function () {
      const page = await open(this, '', options);
      await page.locator('.q-mermaid .q-drawing img').waitFor();
      expect(await accessibilityViolations(page, { within: '.s-content', iframes: false })).to.deep.equal([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
    });
});
