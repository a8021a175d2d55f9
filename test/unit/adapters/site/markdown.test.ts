import { expect } from 'chai';
import fc from 'fast-check';
import { renderMarkdown } from '../../../../src/adapters/site/markdown/page-markdown.ts';
import { WorkerSiteRenderer } from '../../../../src/adapters/site/worker-site-renderer.ts';
import type { OrganizationId } from '../../../../src/domain/kernel/id.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { render, viewOf, type ViewChange } from './support.ts';
import { checkProperty } from '../../../support/properties.ts';

const markdownOf = (markdown: string, change: ViewChange = {}) => {
  const { page, ...view } = viewOf(markdown, change);
  return renderMarkdown({ ...view, markdown: page.markdown });
};

describe('renderMarkdown', () => {
  it('resolves links, and turns broken ones into their text', () => {
    const { markdown } = markdownOf(
      '[a](x.md) [b](nowhere.md) ![c](nowhere.png) <a href="y.md">d</a> [e][ref] #f\n\n[ref]: nowhere.md\n',
    );
    expect(markdown).to.equal(
      '[a](/r/x.md) b ![c](broken-reference) <a href="/r/y.md">d</a> [e][ref] #f\n\n[ref]: broken-reference\n',
    );
  });
  it('encodes characters that would end a target', () => {
    const { markdown } = markdownOf('[a](x.md)', { resolveLink: () => ({ href: '/a (b)"><script>' }) });
    expect(markdown).to.equal('[a](/a%20%28b%29%22%3E%3Cscript%3E)');
  });
  it('gives references without a title of their own the title of the page', () => {
    const reference = (label: string): string =>
      `{% content-ref url="guides/a_b.md" %}\n[${label}](guides/a_b.md)\n{% endcontent-ref %}`;
    const titled = (label: string): string =>
      markdownOf(`${reference(label)}\n\n[guides/a_b.md](guides/a_b.md)`, {
        resolveLink: () => ({ href: '/a', title: 'A [new] title' }),
      }).markdown;
    const after = '\n{% endcontent-ref %}\n\n[guides/a_b.md](/a)';
    for (const label of ['a_b.md', 'a\\_b.md', 'guides/a_b.md'])
      expect(titled(label))
        .to.match(/%\}\n\[A \\\[new\\\] title\]\(\/a\)\n/)
        .and.include(after);
    expect(titled('Its own')).to.include(`\n[Its own](/a)${after}`);
    expect(markdownOf(reference('a_b.md')).markdown).to.include('[a_b.md](/r/guides/a_b.md)');
    expect(markdownOf(`\`\`\`\n${reference('a_b.md')}\n\`\`\``).markdown).to.include('[a_b.md](guides/a_b.md)');
  });
  it('resolves links of includes where they are', () => {
    const { markdown, personal } = markdownOf('{% include "a.md" %}\n\n[x](x.md)', {
      resolveInclude: (target) =>
        target === 'a.md'
          ? {
              markdown: 'Included [y](y.md). {% if true %}secret{% endif %}',
              resolveLink: (to) => ({ href: `/inc/${to}` }),
            }
          : undefined,
    });
    expect(markdown).to.equal('Included [y](/inc/y.md). \n\n[x](/r/x.md)');
    expect(personal).to.equal(true);
  });
  it('keeps code, also with tags of conditions', () => {
    const page = '```\n{% if x %}\n[a](b.md) {{ y }}\n{% endif %}\n```\n\n`{% if x %}` text';
    expect(markdownOf(page)).to.deep.equal({ markdown: page, personal: false });
  });
  it('ends a page that is too deeply nested before its first condition', () => {
    const page = `Start.\n\n{% if x %}secret{% endif %}\n\n${'> '.repeat(2_000)}deep`;
    expect(markdownOf(page, { evaluateCondition: () => true })).to.deep.equal({
      markdown: 'Start.\n\n',
      personal: true,
    });
  });

  it('[A22] shows no word that the rendered page hides', () => {
    const word = fc.integer({ min: 100, max: 999 }).map((n) => `word${n}`);
    const piece = fc.oneof(
      { weight: 4, arbitrary: word },
      fc.constantFrom(
        '{% if yes %}',
        '{% if no %}',
        '{% elseif yes %}',
        '{% else %}',
        '{% endif %}',
        '\\{% endif %}',
        '\\{% else %}',
        '`{% endif %}`',
        '`',
        '\n```\n',
        '\n~~~\n{% endif %}\n~~~\n',
        '\n\n    {% endif %}\n\n',
        '&#123;% endif %}',
        '&#123;% if no %}',
        '<code>{% endif %}</code>',
        '<pre>',
        '</pre>',
        '\n<div>\n{% if no %}\n</div>\n\n',
        '<b>{% endif %}</b>',
        '[a]({% endif %})',
        '[a](x "{% endif %}")',
        '[a][r]\n\n[r]: x "{% endif %}"\n\n',
        '<!-- {% endif %} -->',
        '\n- ',
        '\n  - ',
        '\n> ',
        '\n\n',
        '\n',
        ' ',
        '\n| a | b |\n|-|-|\n| {% if no %} | ',
        ' |\n',
        '**',
        '$$',
        '{% hint style="info" %}\n',
        '{% endhint %}\n',
        '{%',
        '%}',
      ),
    );
    const evaluateCondition = (expression: string): boolean => expression === 'yes';
    checkProperty(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        // Words are unique, so that the page shows each at one place.
        const page = pieces.map((one, i) => (one.startsWith('word') ? `${one}x${i}z` : one)).join('');
        const shown = render(page, { evaluateCondition }).html;
        const { html } = render(markdownOf(page, { evaluateCondition }).markdown, { evaluateCondition: () => true });
        for (const one of html.match(/word\d+x\d+z/g) ?? []) expect(shown, page).to.include(one);
      }),
      { numRuns: 300 },
    );
  });
});

describe('WorkerSiteRenderer.renderMarkdown', () => {
  it('[A73] lets the event loop serve others while a page has many expressions', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const renderer = new WorkerSiteRenderer({ run: () => Promise.reject(new Error('a thread is not needed')) });
    const busy = (): string => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return 'value';
    };
    const view = { ...viewOf('{{ x }} '.repeat(400)), evaluateExpression: busy };
    let text = '';
    const took = await longestTurnOf(async () => {
      text = (await renderer.renderMarkdown(view, 'o' as OrganizationId)).markdown;
    });
    expect(text).to.equal('value '.repeat(400));
    expect(took).to.be.below(150);
  });
});
