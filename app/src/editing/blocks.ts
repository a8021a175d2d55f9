import { m } from '../messages/messages.ts';

/** Block that the toolbar and the slash menu insert. `#{}` marks places for text; the first gets the cursor. */
export interface BlockTemplate {
  readonly name: keyof typeof m.blocks;
  readonly words: string;
  readonly template: string;
}

/** Blocks of the format, in the order of the menu. */
export const BLOCKS: readonly BlockTemplate[] = [
  { name: 'heading2', words: 'heading title h2', template: '## #{}' },
  { name: 'heading3', words: 'heading title h3', template: '### #{}' },
  { name: 'bullets', words: 'list unordered', template: '- #{}' },
  { name: 'numbers', words: 'list ordered steps', template: '1. #{}' },
  { name: 'tasks', words: 'list checkbox todo', template: '- [ ] #{}' },
  { name: 'quote', words: 'blockquote', template: '> #{}' },
  { name: 'table', words: 'grid columns rows', template: '| #{Column} | #{Column} |\n| --- | --- |\n| #{} | #{} |\n' },
  { name: 'code', words: 'fence source snippet', template: '```#{language}\n#{}\n```\n' },
  {
    name: 'titledCode',
    words: 'code file lines',
    template: '{% code title="#{file.ts}" lineNumbers="true" %}\n```#{ts}\n#{}\n```\n{% endcode %}\n',
  },
  { name: 'hintInfo', words: 'callout note info', template: '{% hint style="info" %}\n#{}\n{% endhint %}\n' },
  { name: 'hintSuccess', words: 'callout tip success', template: '{% hint style="success" %}\n#{}\n{% endhint %}\n' },
  { name: 'hintWarning', words: 'callout warning', template: '{% hint style="warning" %}\n#{}\n{% endhint %}\n' },
  { name: 'hintDanger', words: 'callout danger', template: '{% hint style="danger" %}\n#{}\n{% endhint %}\n' },
  {
    name: 'tabs',
    words: 'switch variants',
    template:
      '{% tabs %}\n{% tab title="#{First}" %}\n#{}\n{% endtab %}\n{% tab title="#{Second}" %}\n#{}\n{% endtab %}\n{% endtabs %}\n',
  },
  {
    name: 'stepper',
    words: 'steps guide',
    template:
      '{% stepper %}\n{% step %}\n### #{First this}\n#{}\n{% endstep %}\n{% step %}\n### #{Then that}\n#{}\n{% endstep %}\n{% endstepper %}\n',
  },
  {
    name: 'columns',
    words: 'layout side',
    template:
      '{% columns %}\n{% column %}\n#{}\n{% endcolumn %}\n{% column %}\n#{}\n{% endcolumn %}\n{% endcolumns %}\n',
  },
  {
    name: 'expandable',
    words: 'details collapse fold',
    template: '<details>\n<summary>#{Title}</summary>\n\n#{}\n\n</details>\n',
  },
  {
    name: 'cards',
    words: 'grid links',
    template:
      '<table data-view="cards">\n<thead><tr><th></th><th></th></tr></thead>\n<tbody>\n<tr><td><strong>#{Title}</strong></td><td>#{Text}</td></tr>\n</tbody>\n</table>\n',
  },
  {
    name: 'updates',
    words: 'changelog news',
    template:
      '{% updates format="full" %}\n{% update date="#{2026-01-31}" %}\n## #{Title}\n#{}\n{% endupdate %}\n{% endupdates %}\n',
  },
  { name: 'formula', words: 'math tex latex', template: '$$\n#{x^2}\n$$\n' },
  { name: 'diagram', words: 'mermaid chart graph', template: '```mermaid\ngraph LR\n  #{A} --> #{B}\n```\n' },
  { name: 'embed', words: 'video youtube figma', template: '{% embed url="#{https://}" %}\n' },
  { name: 'include', words: 'reusable content snippet', template: '{% include "#{/reusable-content/}" %}\n' },
  { name: 'condition', words: 'if adaptive visitor', template: '{% if #{visitor.claims.beta} %}\n#{}\n{% endif %}\n' },
  {
    name: 'apiOperation',
    words: 'openapi endpoint',
    template: '{% openapi-operation spec="#{api}" path="#{/}" method="#{get}" %}\n{% endopenapi-operation %}\n',
  },
  { name: 'divider', words: 'line rule hr', template: '---\n\n#{}' },
];
