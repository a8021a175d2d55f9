import { expect } from 'chai';
import { contentOf, render } from './support.ts';

const seen = (markdown: string, evaluateCondition?: (expression: string) => boolean): string =>
  // A page with a description of its own is not read a second time for one.
  contentOf(markdown, { evaluateCondition, page: { description: 'Description' } });

describe('conditions of published pages', () => {
  it('hide every branch without an evaluator', () => {
    expect(seen('a\n\n{% if visitor.claims.x %}\nsecret\n{% else %}\nother\n{% endif %}\nb')).to.equal(
      '<p>a</p>\n<p>b</p>',
    );
  });

  it('show content when the evaluator returns true for the expression as written', () => {
    const expressions: string[] = [];
    const decide = (expression: string) => (expressions.push(expression), expression.includes('yes'));
    expect(
      seen(
        '{% if visitor.claims.a_b*c_d == "yes" && 1 < 2 %}\n**shown**\n{% endif %}\n{% if no %}\nhidden\n{% endif %}',
        decide,
      ),
    ).to.equal('<p><strong>shown</strong></p>');
    expect(expressions).to.deep.equal(['visitor.claims.a_b*c_d == "yes" && 1 < 2', 'no']);
  });

  it('show the first branch that holds', () => {
    const page = '{% if a %}\nA\n{% elseif b %}\nB\n{% else %}\nC\n{% endif %}';
    expect(seen(page, (expression) => expression === 'a')).to.equal('<p>A</p>');
    expect(seen(page, (expression) => expression === 'b')).to.equal('<p>B</p>');
    expect(seen(page, () => true)).to.equal('<p>A</p>');
    expect(seen(page, () => false)).to.equal('<p>C</p>');
  });

  it('are not evaluated within hidden content', () => {
    const expressions: string[] = [];
    expect(
      seen(
        '{% if no %}\n{% if yes %}\nx\n{% else %}\ny\n{% endif %}\n{% endif %}\nz',
        (expression) => (expressions.push(expression), expression === 'yes'),
      ),
    ).to.equal('<p>z</p>');
    expect(expressions).to.deep.equal(['no']);
  });

  it('hide content when the evaluator throws or returns anything but true', () => {
    expect(
      seen('{% if a %}\nx\n{% else %}\ny\n{% endif %}', () => {
        throw new Error('no');
      }),
    ).to.equal('');
    expect(seen('{% if a %}\nx\n{% endif %}', () => 'true' as unknown as boolean)).to.equal('');
  });

  it('hide content within text, lists, tables, HTML and blocks', () => {
    for (const page of [
      'a {% if x %}secret{% endif %} b',
      '**a {% if x %}secret** secret{% endif %} b',
      '| a | b |\n|-|-|\n| {% if x %}secret | secret{% endif %} b |',
      '- a\n  {% if x %}\n  secret\n  {% endif %}\n- b',
      '<p>a {% if x %}<b>secret</b>{% endif %}</p>\n\nb',
      'a\n\n{% if x %}\n\n<div title="secret">secret</div>\n\n{% endif %}\nb',
      '{% tabs %}\n{% if x %}\n{% tab title="secret" %}\nsecret\n{% endtab %}\n{% endif %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}',
      'a {% if x %}`secret` ![secret](secret.png) <kbd>secret</kbd>{% endif %} b',
      '{% if x %}\n```\nsecret\n```\n$$secret$$\n{% endif %}\na b',
      '> a\n> {% if x == "https://secret.example/_a_" %}\n> secret\n> {% endif %}\n> b',
      'a [^1] b\n\n{% if x %}\n[^1]: secret\n{% endif %}',
      'a [link][l] b\n\n{% if x %}\n[l]: https://secret.example\n{% endif %}',
      'a\n{%if x%}\nsecret\n{%endif%}\nb',
      'a\n{%- if x -%}\nsecret\n{%- endif -%}\nb',
      '# a {% if x %}secret{% endif %} b',
    ]) {
      const html = render(page).html;
      expect(html, page).not.to.include('secret');
      expect(html, page).to.match(/[^]*\ba\b[^]*\bb\b/);
    }
  });

  it('hide everything to the end when unclosed or malformed', () => {
    expect(seen('a\n\n{% if x %}\nsecret\n\n# secret')).to.equal('<p>a</p>');
    expect(seen('a {% if x secret\n\nsecret', () => true)).to.equal('<p>a </p>');
    expect(seen('a\n\n{% if x %}\n\n{% endif %}\n{% endif %}\nb')).to.equal('<p>a</p>\n<p>b</p>');
  });

  it('hide content in a page that is too large to render', () => {
    const { html, plain } = render(`{% if x %}secret{% endif %}${'a'.repeat(400_000)}\n\`\`\`\n{% if y %}secret\n`);
    expect(plain).to.equal(true);
    expect(html).not.to.include('secret');
  });

  it('are ignored in code and when escaped', () => {
    expect(seen('`{% if x %}` y')).to.equal('<p><code>{% if x %}</code> y</p>');
    expect(seen('<code>{% if x %}</code> y')).to.equal('<p><code>{% if x %}</code> y</p>');
    expect(seen('\\{% if x %} y')).to.equal('<p>{% if x %} y</p>');
  });

  it('mark a page as personal, like expressions', () => {
    expect(render('plain').personal).to.equal(false);
    expect(render('{% if x %}\na\n{% endif %}').personal).to.equal(true);
    expect(render('a <code class="expression">visitor.name</code>').personal).to.equal(true);
  });

  it('insert the values of expressions in braces into text and links', () => {
    const values: Readonly<Record<string, string>> = { 'space.vars.v': '4.2 <b>', 'page.vars.path': 'a b' };
    const evaluateExpression = (expression: string) => values[expression];
    const html = (markdown: string): string => contentOf(markdown, { evaluateExpression });
    expect(html('v {{ space.vars.v }}, {{space.vars.v}} and {{ page.vars.none }}')).to.equal(
      '<p>v 4.2 &lt;b>, 4.2 &lt;b> and {{ page.vars.none }}</p>',
    );
    expect(html('# On {{ space.vars.v }}')).to.include('On 4.2 &lt;b>');
    expect(html('| a |\n|---|\n| {{ space.vars.v }} |')).to.include('4.2 &lt;b>');
    expect(html('<div>{{ space.vars.v }}</div>')).to.include('4.2 &lt;b>');
    expect(html('[get](https://example.com/{{page.vars.path}}.zip)')).to.include(
      'href="https://example.com/a%20b.zip"',
    );
    for (const literal of ['`{{ space.vars.v }}`', '<code>{{ space.vars.v }}</code>', '\\{{ space.vars.v }}'])
      expect(html(literal), literal).to.include('{{ space.vars.v }}').and.not.include('quire-literal');
    const link = html('[x]({{page.vars.script}})');
    expect(contentOf('[x]({{page.vars.s}})', { evaluateExpression: () => 'javascript:alert(1)' })).not.to.include(
      'javascript',
    );
    expect(link).not.to.include('undefined');
  });

  it('do not make a page personal that only shows variables', () => {
    expect(render('v {{ space.vars.v }} <code class="expression">page.vars.v</code>').personal).to.equal(false);
    expect(render('v {{ visitor.claims.name }}').personal).to.equal(true);
  });

  it('insert the value of an expression as text', () => {
    const page = 'v <code class="expression">space.vars.v</code>';
    expect(
      contentOf(page, { evaluateExpression: (expression) => (expression === 'space.vars.v' ? '<1>' : undefined) }),
    ).to.equal('<p>v &lt;1></p>');
    expect(contentOf(page)).to.equal('<p>v <code>space.vars.v</code></p>');
  });
});
