import type { BlockInput } from './blocks.ts';
import { attribute, escapeText, markdownOfInlines } from './markdown-of-inlines.ts';
import { markdownOfTable } from './markdown-of-table.ts';
import { NodeReader } from './node-reader.ts';

/**
 * A tree of blocks as Markdown, in the forms that Git-synced spaces have (contract: DocumentModel). Headings begin at
 * level 2: level 1 is the page's title.
 * @param path names the list of blocks in errors
 * @throws Invalid naming a block whose type is not known, or the member that is wrong
 */
export function markdownOfBlocks(nodes: readonly BlockInput[], path: string): string {
  const written = blocks(NodeReader.list(nodes, path));
  return written === '' ? '' : `${written}\n`;
}

const blocks = (nodes: readonly NodeReader[]): string => nodes.map(block).filter((text) => text !== '').join('\n\n');

function block(node: NodeReader): string {
  if (node.object !== 'block') node.refuse('object', 'must be block');
  const write = WRITERS.get(node.type);
  return write === undefined ? node.refuse('type', `is no known block: ${node.type.slice(0, 40)}`) : write(node);
}

type Write = (node: NodeReader) => string;

const heading = (level: number): Write => (node) => {
  const id = node.string('id');
  const anchor = id === undefined ? '' : ` <a href="#${attribute(id)}" id="${attribute(id)}"></a>`;
  return `${'#'.repeat(level)} ${markdownOfInlines(node.nodes).replace(/\s*\\?\n\s*/g, ' ')}${anchor}`;
};

const paragraph: Write = (node) => {
  const text = markdownOfInlines(node.nodes).trim();
  const align = node.choice('align', ['start', 'center', 'end'], 'start');
  return align === 'start' || text === '' ? text : `<div align="${align === 'end' ? 'right' : align}">\n\n${text}\n\n</div>`;
};

/** A tag of its own line around blocks, such as `{% hint style="info" %}`. */
const tagged = (name: string, body: string, attributes: readonly (readonly [string, string | undefined])[] = []): string =>
  `${openTag(name, attributes)}\n${body}\n{% end${name} %}`;
const openTag = (name: string, attributes: readonly (readonly [string, string | undefined])[] = []): string => {
  const stated = attributes.filter(([, value]) => value !== undefined).map(([key, value]) => ` ${key}="${attribute(value!)}"`);
  return `{% ${name}${stated.join('')} %}`;
};

const indented = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`);

const list = (marker: (item: NodeReader, index: number) => string): Write => (node) => {
  const items = node.nodes.map((item, i) => {
    if (item.type !== 'list-item') item.refuse('type', 'must be list-item here');
    const mark = marker(item, i);
    return mark + indented(blocks(item.nodes), ' '.repeat(/^(?:\d+\.|[-*]) /.exec(mark)![0].length));
  });
  return items.join('\n');
};

function startOf(node: NodeReader): number {
  const start = node.value('start') ?? 1;
  return Number.isSafeInteger(start) && (start as number) >= 0 && (start as number) < 1e9 ? (start as number) : node.refuse('data.start', 'must be an integer of at least 0');
}

const code: Write = (node) => {
  const lines = node.nodes.map((line) => {
    if (line.type !== 'code-line') line.refuse('type', 'must be code-line here');
    return line.nodes.map(plainText).join('');
  });
  const body = lines.join('\n');
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const fenced = `${fence}${(node.string('syntax') ?? '').replace(/[\s`]+/g, '-')}\n${body}\n${fence}`;
  const attributes = [
    ['title', node.string('title')],
    ['overflow', node.choice('overflow', ['scroll', 'wrap'], 'scroll') === 'wrap' ? 'wrap' : undefined],
    ['lineNumbers', node.flag('lineNumbers') ? 'true' : undefined],
    ['fullWidth', node.flag('fullWidth') ? 'true' : undefined],
  ] as const;
  return attributes.some(([, value]) => value !== undefined) ? tagged('code', fenced, attributes) : fenced;
};

/** What is in code is shown as it is: marks say nothing there. */
const plainText = (node: NodeReader): string => {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
  return node.type === 'expression' ? node.required('expression') : node.nodes.map(plainText).join('');
};

const image: Write = (node) => {
  const size = (name: string): string => {
    const value = node.value(name);
    if (value === undefined) return '';
    if (typeof value === 'number') return ` ${name}="${value}"`;
    const { value: amount, unit } = value as { value?: unknown; unit?: unknown };
    return typeof amount === 'number' && typeof unit === 'string' ? ` ${name}="${amount}${attribute(unit)}"` : node.refuse(`data.${name}`, 'must be a length');
  };
  const dark = node.value('refDark') === undefined ? '' : `<source srcset="${attribute(node.reference('refDark'))}" media="(prefers-color-scheme: dark)">`;
  const img = `<img src="${attribute(node.reference())}" alt="${attribute(node.string('alt') ?? '')}"${size('width')}${size('height')}>`;
  const caption = node.fragment('caption').map((part) => markdownOfInlines(part.nodes)).join(' ');
  return `<figure>${dark ? `<picture>${dark}${img}</picture>` : img}<figcaption>${caption === '' ? '' : `<p>${caption}</p>`}</figcaption></figure>`;
};

const images: Write = (node) => {
  const figures = node.nodes.map((one) => (one.type === 'image' ? image(one) : one.refuse('type', 'must be image here'))).join(' ');
  const align = node.choice('align', ['center', 'left', 'right'], 'center');
  return align === 'center' ? figures : `<div align="${align}">\n\n${figures}\n\n</div>`;
};

const expandable: Write = (node) => {
  const title = node.fragment('expandable-title').map((part) => markdownOfInlines(part.nodes)).join(' ');
  return `<details>\n\n<summary>${title}</summary>\n\n${blocks(node.fragment('expandable-body'))}\n\n</details>`;
};

const drawing: Write = (node) => (node.value('ref') === undefined ? '' : `<figure><img src="${attribute(node.reference())}" alt="" class="gitbook-drawing"></figure>`);

/** Blocks that hold only blocks of one kind, each in a tag of its own. */
const parts = (outer: string, inner: string, type: string, attributes: (part: NodeReader) => readonly (readonly [string, string | undefined])[]): Write => (node) => {
  const inside = node.nodes.map((part) => (part.type === type ? tagged(inner, blocks(part.nodes), attributes(part)) : part.refuse('type', `must be ${type} here`)));
  return tagged(outer, inside.join('\n\n'), [['fullWidth', node.flag('fullWidth') ? 'true' : undefined]]);
};

const widthOf = (part: NodeReader): string | undefined => {
  const width = part.value('width');
  if (width === undefined) return undefined;
  if (typeof width === 'number') return `${width}%`;
  const { value, unit } = width as { value?: unknown; unit?: unknown };
  return typeof value === 'number' && typeof unit === 'string' ? `${value}${unit}` : part.refuse('data.width', 'must be a length');
};

const openapi = (name: string, attributes: (node: NodeReader) => readonly (readonly [string, string | undefined])[]): Write => (node) => {
  const spec = node.reference();
  return tagged(name, `[OpenAPI ${escapeText(spec)}](<${spec.replace(/[<>\n\\]/g, encodeURIComponent)}>)`, [['spec', spec], ...attributes(node)]);
};

function schemaNames(node: NodeReader): string {
  const schemas = node.value('schemas');
  if (!Array.isArray(schemas) || schemas.some((name) => typeof name !== 'string')) node.refuse('data.schemas', 'must be a list of names');
  return (schemas as string[]).join(',');
}

function integration(node: NodeReader): string {
  const props = node.value('props') ?? {};
  if (typeof props !== 'object' || Array.isArray(props)) node.refuse('data.props', 'must be an object');
  const attributes = Object.entries(props as BlockInput).map(([key, value]) => [key.replace(/[^\w-]/g, ''), typeof value === 'string' ? value : JSON.stringify(value)] as const);
  const name = `@${node.required('integration')}/${node.required('block')}`.replace(/[^\w@/-]/g, '');
  return openTag(name, [...attributes, ['url', node.string('url')]]);
}

const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['paragraph', paragraph],
  ['heading-1', heading(2)],
  ['heading-2', heading(3)],
  ['heading-3', heading(4)],
  ['list-ordered', (node) => list((_, i) => `${startOf(node) + i}. `)(node)],
  ['list-unordered', list(() => '* ')],
  ['list-tasks', list((item) => `* [${item.flag('checked') ? 'x' : ' '}] `)],
  ['divider', () => '***'],
  ['blockquote', (node) => blocks(node.nodes).split('\n').map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')],
  ['hint', (node) => tagged('hint', blocks(node.nodes), [['style', node.choice('style', ['info', 'warning', 'danger', 'success'], 'info')]])],
  ['code', code],
  ['math', (node) => `$$\n${node.required('formula').trim()}\n$$`],
  ['table', (node) => markdownOfTable(node, blocks)],
  ['images', images],
  ['image', image],
  ['file', (node) => openTag('file', [['src', node.reference()]])],
  ['drawing', drawing],
  ['embed', (node) => openTag('embed', [['url', node.required('url')], ['fullWidth', node.flag('fullWidth') ? 'true' : undefined]])],
  ['expandable', expandable],
  ['content-ref', (node) => tagged('content-ref', `[${escapeText(node.reference())}](<${node.reference().replace(/[<>\n\\]/g, encodeURIComponent)}>)`, [['url', node.reference()]])],
  ['reusable-content', (node) => openTag('include', []).replace(' %}', ` "${attribute(node.reference())}" %}`)],
  ['tabs', parts('tabs', 'tab', 'tabs-item', (part) => [['title', part.string('title') ?? '']])],
  ['stepper', parts('stepper', 'step', 'stepper-step', () => [])],
  ['columns', parts('columns', 'column', 'column', (part) => [['width', widthOf(part)]])],
  ['if', (node) => `{% if ${node.required('expression').replace(/%}/g, '% }').replace(/\s+/g, ' ')} %}\n${blocks(node.nodes)}\n{% endif %}`],
  ['swagger', openapi('openapi', (node) => [['path', node.required('path')], ['method', node.required('method')], ['expanded', node.flag('expanded') ? 'true' : undefined]])],
  ['openapi-operation', openapi('openapi-operation', (node) => [['path', node.required('path')], ['method', node.required('method')]])],
  ['openapi-schemas', openapi('openapi-schemas', (node) => [['schemas', schemaNames(node)], ['grouped', node.value('grouped') === false ? 'false' : 'true']])],
  ['openapi-webhook', openapi('openapi-webhook', (node) => [['name', node.required('name')], ['method', node.required('method')]])],
  ['integration', integration],
]);
