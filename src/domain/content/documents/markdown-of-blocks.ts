import { PAUSE, runToCompletion, type Pausable } from '../../kernel/pausable.ts';
import { NodeReader, type BlockInput } from './node-reader.ts';
import { blocksToHtml } from './html-of-inlines.ts';
import { linkDestination, escapeText, inlinesToMarkdown, longestRun, withDarkImage } from './markdown-of-inlines.ts';
import { tableToMarkdown } from './markdown-of-table.ts';
import { escapeAttribute, formatAttributes, headingAnchor, escapeHtml, openTag, blockTag } from './tag-markup.ts';

/**
 * Converts a tree of blocks (`DocumentModel` in the API) to Markdown in the format of Git-synced spaces. Headings begin
 * at level 2: level 1 is the page's title.
 * @param path names the list of blocks in errors
 * @throws Invalid naming a block of unknown type, or the invalid member
 */
export const blocksToMarkdown = (nodes: readonly BlockInput[], path: string): string =>
  runToCompletion(blocksToMarkdownInSteps(nodes, path));

/** Converts like `blocksToMarkdown`, with a pause before each block of the document. */
export function* blocksToMarkdownInSteps(nodes: readonly BlockInput[], path: string): Pausable<string> {
  const written = yield* blocksInSteps(NodeReader.list(nodes, path));
  return written === '' ? '' : `${written}\n`;
}

const blocks = (nodes: readonly NodeReader[]): string => runToCompletion(blocksInSteps(nodes));

function* blocksInSteps(nodes: readonly NodeReader[]): Pausable<string> {
  const written: string[] = [];
  let before: { readonly family: string; readonly alternate: boolean } | undefined;
  for (const node of nodes) {
    yield PAUSE;
    // Adjacent lists would merge unless they use different markers.
    const family = LIST_FAMILIES[node.object === 'block' ? node.type : ''];
    const alternate = family !== undefined && before?.family === family && !before.alternate;
    const text = block(node, alternate);
    if (text === '') continue;
    written.push(text);
    before = family === undefined ? undefined : { family, alternate };
  }
  return written.join('\n\n');
}
const LIST_FAMILIES: Readonly<Record<string, string>> = {
  'list-unordered': 'bullets',
  'list-tasks': 'bullets',
  'list-ordered': 'numbers',
};

function block(node: NodeReader, alternate: boolean): string {
  if (node.object !== 'block') node.reject('object', 'must be block');
  const write = WRITERS.get(node.type);
  return write === undefined
    ? node.reject('type', `is not a known block type: ${node.type.slice(0, 40)}`)
    : write(node, alternate);
}

type BlockWriter = (node: NodeReader, alternate: boolean) => string;
type Attributes = readonly (readonly [string, string | undefined])[];

const heading =
  (level: number): BlockWriter =>
  (node) => {
    const id = node.string('id');
    const anchor = id === undefined ? '' : headingAnchor(id);
    const text = inlinesToMarkdown(node.nodes)
      .replace(/\\?\n/g, '<br>')
      .replace(/(?<=^| )#(?=#*$)/, '\\#');
    return alignBlock(node, `${'#'.repeat(levelOf(node) ?? level)} ${text}${anchor}`);
  };

/** Returns an explicit heading level; levels 1, 5 and 6 have no block type of their own. */
function levelOf(node: NodeReader): number | undefined {
  const level = node.value('level');
  return level === undefined
    ? undefined
    : ([1, 2, 3, 4, 5, 6].find((one) => one === level) ?? node.reject('data.level', 'must be an integer from 1 to 6'));
}

const paragraph: BlockWriter = (node) => {
  if (node.isRaw)
    return node.nodes
      .map(plainText)
      .join('')
      .replace(/(?<!\n)\n+$/, '');
  const source = node.string('source');
  if (source !== undefined)
    return /^(?:<!--(?:(?!-->)[^])*-->$|\[[^\]]+\]:)/.test(source)
      ? source
      : node.reject('data.source', 'must be a comment of HTML, or the definition of a link or footnote');
  return alignBlock(node, inlinesToMarkdown(node.nodes));
};

function alignBlock(node: NodeReader, text: string): string {
  const align = node.choice('align', ['start', 'center', 'end'], 'start');
  return align === 'start' || text === ''
    ? text
    : `<div align="${align === 'end' ? 'right' : align}">\n\n${text}\n\n</div>`;
}

/** Returns attributes that the model does not define, unchanged. */
function otherAttributes(node: NodeReader): Attributes {
  const stated = node.value('attributes') ?? {};
  if (typeof stated !== 'object' || Array.isArray(stated)) node.reject('data.attributes', 'must be an object');
  return Object.entries(stated as BlockInput).map(([name, value]) => {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) node.reject('data.attributes', 'must have names of letters, digits, - and _');
    return [
      name,
      typeof value === 'string' ? value : node.reject(`data.attributes.${name}`, 'must be a string'),
    ] as const;
  });
}

/** Returns the attributes of a flag; none if the flag is absent. */
const stateOf = (node: NodeReader, name: string): string | undefined =>
  node.value(name) === undefined ? undefined : String(node.flag(name));

const indent = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`);

const list =
  (marker: (item: NodeReader, index: number, alternate: boolean) => string): BlockWriter =>
  (node, alternate) => {
    const items = node.nodes.map((item, i) => {
      if (item.type !== 'list-item') item.reject('type', 'must be list-item here');
      const mark = marker(item, i, alternate);
      // A checkbox must be followed by text; a divider at the start of an item must not look like a list marker.
      const [first] = item.nodes;
      const content = blocks(item.nodes);
      const words =
        mark.endsWith('] ') && (first?.type !== 'paragraph' || content === '')
          ? `&#x20;${content === '' ? '' : `\n\n${content}`}`
          : first?.type === 'divider'
            ? content.replace('***', '___')
            : content;
      return (mark + indent(words, ' '.repeat(/^(?:\d+[.)]|[-*]) /.exec(mark)![0].length))).replace(
        /(?<![ \t\n])[ \t\n]+$/,
        '',
      );
    });
    return items.join('\n');
  };
const bullet = (alternate: boolean): string => (alternate ? '- ' : '* ');
/** Returns the checkbox of an item; items of a task list may have none. */
const checkbox = (item: NodeReader): string =>
  item.value('task') === false ? '' : `[${item.flag('checked') ? 'x' : ' '}] `;

function firstNumber(node: NodeReader): number {
  const start = node.value('start') ?? 1;
  return Number.isSafeInteger(start) && (start as number) >= 0 && (start as number) < 1e9
    ? (start as number)
    : node.reject('data.start', 'must be an integer of at least 0');
}

const code: BlockWriter = (node) => {
  const lines = node.nodes.map((line) => {
    if (line.type !== 'code-line') line.reject('type', 'must be code-line here');
    return { text: line.nodes.map(plainText).join(''), highlighted: line.flag('highlighted') };
  });
  const syntax = (node.string('syntax') ?? '').replace(/\s+/g, '-');
  const text = lines.some(({ highlighted }) => highlighted)
    ? preformattedCode(lines, syntax)
    : fenceCode(
        lines.map((line) => line.text).join('\n'),
        `${syntax} ${(node.string('meta') ?? '').replace(/\s+/g, ' ')}`.trimEnd(),
      );
  const stated: Attributes = [
    ['title', node.string('title')],
    ['overflow', node.choice('overflow', ['scroll', 'wrap'], 'scroll') === 'wrap' ? 'wrap' : undefined],
    ['lineNumbers', stateOf(node, 'lineNumbers')],
    ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
    ['expandable', stateOf(node, 'expandable')],
    ['collapsedLineCount', countOf(node, 'collapsedLineCount')],
    ...otherAttributes(node),
  ];
  return stated.some(([, value]) => value !== undefined) ? blockTag('code', text, stated) : text;
};

function countOf(node: NodeReader, name: string): string | undefined {
  const value = node.value(name);
  if (value === undefined) return undefined;
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e6
    ? String(value)
    : node.reject(`data.${name}`, 'must be an integer of at least 1');
}

function fenceCode(text: string, info: string): string {
  // The info string of a fence of backticks must not contain a backtick.
  const sign = info.includes('`') ? '~' : '`';
  const fence = sign.repeat(Math.max(3, longestRun(text, sign) + 1));
  return `${fence}${info.replace(/[\\&]/g, '\\$&')}\n${text}${text === '' ? '' : '\n'}${fence}`;
}

function fenceFormula(formula: string): string {
  const fence = '$'.repeat(Math.max(2, longestRun(formula, '$') + 1));
  return `${fence}\n${formula}\n${fence}`;
}

/** Renders highlighted lines as strong text in an HTML block, because fenced code has no marks. */
function preformattedCode(
  lines: readonly { readonly text: string; readonly highlighted: boolean }[],
  syntax: string,
): string {
  const name =
    syntax === ''
      ? ['', '']
      : [` class="language-${escapeAttribute(syntax)}"`, ` class="lang-${escapeAttribute(syntax)}"`];
  return `<pre${name[0]}><code${name[1]}>${lines.map(({ text, highlighted }) => (highlighted ? `<strong>${escapeHtml(text)}\n</strong>` : `${escapeHtml(text)}\n`)).join('')}</code></pre>`;
}

/** Returns the text of code, in which marks have no effect. */
const plainText = (node: NodeReader): string => {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
  return node.type === 'expression' ? node.required('expression') : node.nodes.map(plainText).join('');
};

const image: BlockWriter = (node) => {
  const size = (name: string): string | undefined => {
    const value = node.value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number') return String(value);
    return lengthText(value) ?? node.reject(`data.${name}`, 'must be a length');
  };
  const img = `<img${formatAttributes([
    ['src', node.reference()],
    ['alt', node.string('alt') ?? ''],
    ['width', size('width')],
    ['height', size('height')],
    ['title', node.string('title')],
  ])}>`;
  const caption = blocksToHtml(node.fragment('caption'));
  const isPlain = caption === '' || node.fragment('caption').length > 1;
  return `<figure>${withDarkImage(node, img)}<figcaption>${isPlain ? caption : `<p>${caption}</p>`}</figcaption></figure>`;
};

const lengthText = (value: unknown): string | undefined => {
  const { value: amount, unit } = (value ?? {}) as { value?: unknown; unit?: unknown };
  return typeof amount === 'number' && typeof unit === 'string' && /^[a-z%]{0,8}$/.test(unit)
    ? `${amount}${unit}`
    : undefined;
};

const images: BlockWriter = (node) => {
  const figures = node.nodes
    .map((one) => (one.type === 'image' ? image(one, false) : one.reject('type', 'must be image here')))
    .join(' ');
  const attributes = formatAttributes([
    ['align', node.has('data.align') ? node.choice('align', ['center', 'left', 'right'], 'center') : undefined],
    ['data-full-width', node.flag('fullWidth') ? 'true' : undefined],
    ['data-with-frame', node.flag('withFrame') ? 'true' : undefined],
  ]);
  return attributes === '' || figures === '' ? figures : `<div${attributes}>\n\n${figures}\n\n</div>`;
};

const expandable: BlockWriter = (node) =>
  `<details${node.flag('defaultExpanded') || node.flag('open') ? ' open' : ''}>\n\n<summary>${blocksToHtml(node.fragment('expandable-title'))}</summary>\n\n${blocks(node.fragment('expandable-body'))}\n\n</details>`;

const drawing: BlockWriter = (node) =>
  node.has('data.ref')
    ? `<img src="${escapeAttribute(node.reference())}" alt="${escapeAttribute(node.string('alt') ?? '')}" class="gitbook-drawing">`
    : '';

/** Writes a block that must have the type that its container requires. */
const partOf = (node: NodeReader, type: string): string =>
  node.type === type ? block(node, false) : node.reject('type', `must be ${type} here`);

/** Writes a block that contains only blocks of one type, each in its own tag. */
const parts =
  (outer: string, type: string): BlockWriter =>
  (node) => {
    const inside = node.nodes.map((one) => partOf(one, type));
    return blockTag(outer, inside.join('\n\n'), [
      ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
      ...otherAttributes(node),
    ]);
  };
const part =
  (inner: string, stated: (part: NodeReader) => Attributes): BlockWriter =>
  (node) =>
    blockTag(inner, blocks(node.nodes), [...stated(node), ...otherAttributes(node)]);

/** Writes a tag without a body, or with a caption as its body. */
const leaf =
  (name: string, stated: (node: NodeReader) => Attributes): BlockWriter =>
  (node) => {
    const caption = blocks(node.fragment('caption'));
    const all = [...stated(node), ...otherAttributes(node)];
    return caption === '' ? openTag(name, all) : blockTag(name, caption, all);
  };

/** Writes a tag whose body is a link to its target. */
const reference =
  (name: string, label: (node: NodeReader) => string, stated: (node: NodeReader) => Attributes): BlockWriter =>
  (node) =>
    blockTag(
      name,
      `[${escapeText(node.string('label') ?? label(node))}](${linkDestination(node.string('href') ?? node.reference())})`,
      [...stated(node), ...otherAttributes(node)],
    );

const widthOf = (part: NodeReader): string | undefined => {
  const width = part.value('width');
  if (width === undefined) return undefined;
  return typeof width === 'number' ? `${width}%` : (lengthText(width) ?? part.reject('data.width', 'must be a length'));
};

/** Returns the date of an update: the day alone if it begins at midnight UTC. */
function dateOf(node: NodeReader): string {
  const date = node.required('date');
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) node.reject('data.date', 'must be a timestamp');
  return instant.toISOString().replace(/T00:00:00\.000Z$/, '');
}

function tagsOf(node: NodeReader): string | undefined {
  const tags = node.value('tags');
  if (tags === undefined || (Array.isArray(tags) && tags.length === 0)) return undefined;
  if (!Array.isArray(tags)) node.reject('data.tags', 'must be a list of content references');
  return (tags as unknown[]).map((tag, i) => node.referenceIn(tag, `data.tags.${i}`)).join(',');
}

const openapi = (name: string, stated: (node: NodeReader) => Attributes): BlockWriter =>
  reference(
    name,
    (node) => `OpenAPI ${node.reference()}`,
    (node) => [['spec', node.reference()], ...stated(node)],
  );

function schemaNames(node: NodeReader): string {
  const schemas = node.value('schemas');
  if (!Array.isArray(schemas) || schemas.some((name) => typeof name !== 'string'))
    node.reject('data.schemas', 'must be a list of names');
  return (schemas as string[]).join(',');
}

function integration(node: NodeReader): string {
  const props = node.value('props') ?? {};
  if (typeof props !== 'object' || Array.isArray(props)) node.reject('data.props', 'must be an object');
  const stated = Object.entries(props as BlockInput).map(
    ([key, value]) => [key.replace(/[^\w-]/g, ''), typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const name = `@${node.required('integration')}/${node.required('block')}`.replace(/[^\w@/-]/g, '');
  return openTag(name, [
    ...stated,
    ['url', node.string('url')],
    ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
  ]);
}

const WRITERS: ReadonlyMap<string, BlockWriter> = new Map<string, BlockWriter>([
  ['paragraph', paragraph],
  ['heading-1', heading(2)],
  ['heading-2', heading(3)],
  ['heading-3', heading(4)],
  [
    'list-ordered',
    (node, alternate) => list((_, i) => `${firstNumber(node) + i}${alternate ? ')' : '.'} `)(node, alternate),
  ],
  ['list-unordered', list((_, _i, alternate) => bullet(alternate))],
  ['list-tasks', list((item, _, alternate) => bullet(alternate) + checkbox(item))],
  ['divider', () => '***'],
  [
    'blockquote',
    (node) =>
      blocks(node.nodes)
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n'),
  ],
  [
    'hint',
    (node) => {
      const style = node.choice('style', ['info', 'warning', 'danger', 'success'], 'info');
      const others = otherAttributes(node);
      // A style that the model does not know is kept as another attribute.
      const hasOther = others.some(([name]) => name === 'style');
      return blockTag('hint', blocks(node.nodes), [
        ['style', hasOther ? undefined : style],
        ['icon', node.string('icon')],
        ...others,
      ]);
    },
  ],
  ['code', code],
  ['math', (node) => fenceFormula(node.required('formula').replace(/^\n+/, '').trimEnd())],
  ['table', tableToMarkdown],
  ['images', images],
  ['image', image],
  ['file', leaf('file', (node) => [['src', node.reference()]])],
  ['drawing', drawing],
  [
    'embed',
    leaf('embed', (node) => [
      ['url', node.required('url')],
      ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
    ]),
  ],
  ['expandable', expandable],
  [
    'content-ref',
    reference(
      'content-ref',
      (node) => node.reference(),
      (node) => [['url', node.reference()]],
    ),
  ],
  [
    'reusable-content',
    (node) => openTag('include').replace(' %}', ` "${escapeAttribute(node.reference()).replaceAll('%}', '%25}')}" %}`),
  ],
  ['tabs', parts('tabs', 'tabs-item')],
  [
    'tabs-item',
    part('tab', (node) => [
      ['title', node.string('title') ?? ''],
      ['icon', node.string('icon')],
      ['slug', node.string('slug')],
    ]),
  ],
  ['stepper', parts('stepper', 'stepper-step')],
  ['stepper-step', part('step', (node) => [['icon', node.string('icon')]])],
  ['columns', parts('columns', 'column')],
  [
    'column',
    part('column', (node) => [
      ['width', widthOf(node)],
      [
        'verticalAlignment',
        node.has('data.verticalAlignment')
          ? node.choice('verticalAlignment', ['top', 'middle', 'bottom'], 'top')
          : undefined,
      ],
    ]),
  ],
  [
    'updates',
    (node) =>
      blockTag('updates', node.nodes.map((one) => partOf(one, 'update')).join('\n\n'), [
        ['format', node.choice('format', ['full', 'numeric', 'short'], 'full')],
        ...otherAttributes(node),
      ]),
  ],
  [
    'update',
    part('update', (node) => [
      ['date', dateOf(node)],
      ['tags', tagsOf(node)],
    ]),
  ],
  [
    'prompt',
    (node) => {
      const [only, ...more] = node.nodes;
      if (only === undefined || more.length > 0) return node.reject('nodes', 'must be one block of code');
      return blockTag('prompt', partOf(only, 'code'), [
        ['description', node.string('description') ?? ''],
        ['icon', node.string('icon')],
        [
          'defaultExpanded',
          node.has('data.defaultExpanded')
            ? node.choice('defaultExpanded', ['hidden', 'partial', 'full'], 'hidden')
            : undefined,
        ],
        ['openInAIProviders', stateOf(node, 'openInAIProviders')],
        ...otherAttributes(node),
      ]);
    },
  ],
  [
    'if',
    (node) =>
      `{% if ${node.required('expression').replace(/%}/g, '% }').replace(/\s+/g, ' ')} %}\n${blocks(node.nodes)}\n{% endif %}`,
  ],
  [
    'swagger',
    reference(
      'openapi',
      (node) => node.reference(),
      (node) => [
        ['src', node.reference()],
        ['path', node.required('path')],
        ['method', node.required('method')],
        ['expanded', node.flag('expanded') ? 'true' : undefined],
        ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
      ],
    ),
  ],
  [
    'openapi-operation',
    openapi('openapi-operation', (node) => [
      ['path', node.required('path')],
      ['method', node.required('method')],
      ['headless', node.flag('headless') ? 'true' : undefined],
    ]),
  ],
  [
    'openapi-schemas',
    openapi('openapi-schemas', (node) => [
      ['schemas', schemaNames(node)],
      ['grouped', stateOf(node, 'grouped')],
      ['title', node.string('title')],
    ]),
  ],
  [
    'openapi-webhook',
    openapi('openapi-webhook', (node) => [
      ['name', node.required('name')],
      ['method', node.required('method')],
      ['headless', node.flag('headless') ? 'true' : undefined],
    ]),
  ],
  ['integration', integration],
]);
