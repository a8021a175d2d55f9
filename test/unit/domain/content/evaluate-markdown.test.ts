import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import {
  evaluateMarkdown,
  MAX_INCLUDE_DEPTH,
  MAX_INCLUDED_LENGTH,
  MAX_INCLUDES,
} from '../../../../src/domain/content/documents/evaluate-markdown.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

const VALUES: Readonly<Record<string, string>> = {
  'space.vars.v': '2.1',
  'a < b': 'less',
  x: 'a*b*_c_ <i> `d` {% hint %}\n[l](m)',
};
const evaluated = (markdown: string, included: Readonly<Record<string, string>> = {}): string =>
  runToCompletion(
    evaluateMarkdown(markdown, {
      valueOf: (expression) => (Object.hasOwn(VALUES, expression) ? VALUES[expression] : undefined),
      includeOf: (target) => (Object.hasOwn(included, target) ? included[target] : undefined),
    }),
  );

describe('evaluateMarkdown', () => {
  it('replaces expressions by values, in text and in HTML', () => {
    expect(evaluated('v{{ space.vars.v }} and {{space.vars.v}}.\n')).to.equal('v2.1 and 2.1.\n');
    expect(
      evaluated('# {{ space.vars.v }}\n\n| a |\n| - |\n| <code class="expression">space.vars.v</code> |\n'),
    ).to.equal('# 2.1\n\n| a |\n| - |\n| 2.1 |\n');
    expect(evaluated('<p><code class="expression">a &lt; b</code></p>')).to.equal('<p>less</p>');
    expect(evaluated('<code class="expression">space.vars.v</code><code class="expression">a < b</code>')).to.equal(
      '2.1less',
    );
  });

  it('keeps expressions without a value unchanged', () => {
    for (const text of [
      '{{ unknown }}',
      '{{ .Values.x }}',
      '{{',
      '{{ space.vars.v }',
      '\\{{ space.vars.v }}',
      '<code class="expression">unknown</code>',
      '{ { space.vars.v } }',
      '{{}}',
    ])
      expect(evaluated(text)).to.equal(text);
  });

  it('leaves code unchanged', () => {
    for (const text of [
      '`{{ space.vars.v }}`',
      '`` ` {{ space.vars.v }} ``',
      '```\n{{ space.vars.v }}\n```\n',
      '~~~js\n```\n{{ space.vars.v }}\n~~~\n',
      '<code>{{ space.vars.v }}</code>',
      '<pre>\n{{ space.vars.v }}\n\n{{ space.vars.v }}\n</pre>',
      '* ```\n  {{ space.vars.v }}\n  ```\n',
      '> ```\n> {% include "a" %}\n> ```\n',
    ]) {
      expect(evaluated(text, { a: 'included' })).to.equal(text);
    }
    expect(evaluated('`a` {{ space.vars.v }} `b`\n\n```\n```\n{{ space.vars.v }} ` x\n')).to.equal(
      '`a` 2.1 `b`\n\n```\n```\n2.1 ` x\n',
    );
  });

  it('escapes values so that they are plain text', () => {
    const value = evaluated('{{ x }}');
    expect(value).not.to.match(/[*_`<>[\]{}\n]/);
    expect(value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).to.equal(
      'a*b*_c_ <i> `d` {% hint %} [l](m)',
    );
  });

  it('replaces includes by their content, with the indentation of the include', () => {
    expect(evaluated('a\n\n{% include "x" %}\n\nb', { x: 'one {{ space.vars.v }}\n\ntwo\n' })).to.equal(
      'a\n\none 2.1\n\ntwo\n\nb',
    );
    expect(evaluated("> {% include 'x' %}\r\n> b", { x: 'one\ntwo' })).to.equal('> one\n> two\r\n> b');
    expect(evaluated('{% include "missing" %}\n{%include "x"%}', { x: '' })).to.equal('{% include "missing" %}\n');
    expect(evaluated('text {% include "x" %}', { x: 'one' })).to.equal('text {% include "x" %}');
  });

  it('reads the first line after a byte order mark, and keeps only the mark of the whole document', () => {
    expect(evaluated('\uFEFF{% include "a" %}\n', { a: '\uFEFF## A\n' })).to.equal('\uFEFF## A\n');
    expect(evaluated('\uFEFFplain\n')).to.equal('\uFEFFplain\n');
  });

  it('expands nested includes up to a depth, and no recursive ones', () => {
    const chain = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`c${i}`, `${i}\n{% include "c${i + 1}" %}`]));
    const deep = evaluated('{% include "c0" %}', chain);
    expect(deep).to.equal(
      `${Array.from({ length: MAX_INCLUDE_DEPTH }, (_, i) => i).join('\n')}\n{% include "c${MAX_INCLUDE_DEPTH}" %}`,
    );
    expect(evaluated('{% include "a" %}', { a: 'A\n{% include "b" %}', b: 'B\n{% include "a" %}' })).to.equal(
      'A\nB\n{% include "a" %}',
    );
  });

  it('limits the number and the total length of includes', () => {
    const many = evaluated('{% include "x" %}\n'.repeat(MAX_INCLUDES + 1), { x: 'x' });
    expect(many).to.equal(`${'x\n'.repeat(MAX_INCLUDES)}{% include "x" %}\n`);
    expect(evaluated('{% include "x" %}', { x: 'x'.repeat(MAX_INCLUDED_LENGTH) })).to.have.length(MAX_INCLUDED_LENGTH);
    expect(evaluated('{% include "x" %}', { x: 'x'.repeat(MAX_INCLUDED_LENGTH + 1) })).to.equal('{% include "x" %}');
  });

  it('returns documents without expressions unchanged, in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    checkProperty(
      fc.property(
        fc.string(),
        (text) =>
          runToCompletion(evaluateMarkdown(text, { valueOf: () => undefined, includeOf: () => undefined })) === text,
      ),
    );
    for (const evil of [
      '{{'.repeat(100_000),
      '{{ a '.repeat(50_000),
      '<code'.repeat(50_000),
      '<code>'.repeat(40_000),
      '<code class="expression">'.repeat(10_000),
      '`'.repeat(200_000),
      '{% include "'.repeat(20_000),
      '` {{ a }}'.repeat(20_000),
    ]) {
      expect(
        cpuTimeOf(() => evaluated(evil)),
        evil.slice(0, 20),
      ).to.be.below(1_500);
    }
    const included = `x${'\n'.repeat(100_000)}y`;
    expect(cpuTimeOf(() => evaluated('{% include "c" %}\n', { c: included }))).to.be.below(250);
  });

  it('leaves out what conditions hide, and keeps the tags of conditions without a value', () => {
    const values: Readonly<Record<string, boolean | undefined>> = { yes: true, no: false };
    const shown = (...lines: string[]): string =>
      runToCompletion(
        evaluateMarkdown(lines.join('\n'), {
          valueOf: () => undefined,
          includeOf: () => undefined,
          conditionOf: (condition) => values[condition],
        }),
      ).replace(/\n{2,}/g, '\n');
    const chain = (...conditions: string[]): string =>
      shown(
        `{% if ${conditions[0]} %}`,
        '1',
        ...conditions.slice(1).flatMap((condition, i) => [`{% elseif ${condition} %}`, String(i + 2)]),
        '{% else %}',
        '0',
        '{% endif %}',
        'end',
      ).trim();
    expect(chain('yes', 'yes')).to.equal('1\nend');
    expect(chain('no', 'yes')).to.equal('2\nend');
    expect(chain('no', 'no')).to.equal('0\nend');
    expect(chain('who', 'no')).to.equal('{% if who %}\n1\n{% else %}\n0\n{% endif %}\nend');
    expect(chain('no', 'who')).to.equal('{% if who %}\n2\n{% else %}\n0\n{% endif %}\nend');
    expect(chain('who', 'what', 'yes')).to.equal(
      '{% if who %}\n1\n{% elseif what %}\n2\n{% else %}\n3\n{% endif %}\nend',
    );
    expect(
      shown('{% if no %}', '{% if yes %}', 'a', '{% endif %}', '```', 'b', '```', '{% endif %}', 'c').trim(),
    ).to.equal('c');
    expect(shown('```', '{% if no %}', '```', '> {% if yes %}', '> a', '> {% endif %}', '{% endif %}')).to.equal(
      '```\n{% if no %}\n```\n>\n> a\n>\n{% endif %}',
    );
    expect(shown('a', '{% if no %}', 'b')).to.equal('a\n');
  });
});
