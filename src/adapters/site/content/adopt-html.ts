import { cardsOf } from './cards.ts';
import {
  classesOf,
  element,
  isCell,
  isElement,
  mapElements,
  rowsOf,
  stringOf,
  textOf,
  type Element,
  type ElementContent,
  type HtmlRoot,
} from './nodes.ts';

/**
 * HTML that editors write for what markdown cannot say, turned into our own elements and classes; whatever else the author
 * said about looks is dropped by the sanitizer afterwards.
 */
export function adoptHtml(root: HtmlRoot, evaluateExpression: (expression: string) => string | undefined): void {
  mapElements(root, (node) => {
    const view = VIEWS[node.tagName];
    if (node.tagName === 'code' && classesOf(node).includes('expression')) {
      const value = evaluateExpression(textOf(node).trim());
      return value === undefined ? [node] : [{ type: 'text', value }];
    }
    return view && Object.hasOwn(VIEWS, node.tagName) ? view(node) : [node];
  });
}

type View = (node: Element) => readonly ElementContent[];

const MARKS = new Set(
  'primary info success warning danger red orange yellow green teal blue purple pink brown gray grey'.split(' '),
);

/** `<mark style="color:orange;background-color:$warning">`: names only, for a text must stay readable in both themes. */
const mark: View = (node) => {
  const style = stringOf(node, 'style') ?? '';
  const classes: string[] = [];
  for (const [, ground, color] of style.matchAll(/(background-)?color\s*:\s*\$?([a-z]+)/gi)) {
    const name = (color as string).toLowerCase();
    if (MARKS.has(name)) classes.push(`${ground ? 'q-bg' : 'q-fg'}-${name}`);
  }
  return [element('mark', classes.length > 0 ? { className: [...new Set(classes)] } : {}, node.children)];
};

const aligned: View = (node) => {
  const align = stringOf(node, 'align')?.toLowerCase();
  const classes = [
    ...(align === 'center' || align === 'right' || align === 'left' ? [`q-align-${align}`] : []),
    ...('dataFullWidth' in node.properties ? ['q-full'] : []),
    ...('dataWithFrame' in node.properties ? ['q-frame'] : []),
    ...classesOf(node),
  ];
  return [withClasses(node, classes)];
};

const withClasses = (node: Element, classes: readonly string[]): Element =>
  classes.length === 0 ? node : { ...node, properties: { ...node.properties, className: [...classes] } };

/** Columns whose head says so are data for cards, not for the eye. */
const table: View = (node) => {
  const view = stringOf(node, 'dataView');
  if (view === 'cards') return cardsOf(node);
  const heads = firstRow(node)?.children.filter(isCell) ?? [];
  const hidden = new Set(heads.flatMap((head, index) => ('dataHidden' in head.properties ? [index] : [])));
  if (hidden.size > 0) {
    for (const row of rowsOf(node)) {
      let index = 0;
      row.children = row.children.filter((child) => !isCell(child) || !hidden.has(index++));
    }
  }
  return [
    element('div', { className: ['q-table', ...('dataFullWidth' in node.properties ? ['q-full'] : [])], tabIndex: 0 }, [
      node,
    ]),
  ];
};

const firstRow = (node: Element): Element | undefined => rowsOf(node)[0];

const anchor: View = (node) => {
  const classes = classesOf(node);
  if (!classes.includes('button')) return [node];
  const className = ['q-button', classes.includes('primary') ? 'q-button-primary' : 'q-button-secondary'];
  return [element('a', { href: node.properties.href, title: node.properties.title, className }, node.children)];
};

/** A button that asks or searches does nothing without scripts: its words stay. */
const button: View = (node) => [element('span', { className: ['q-inert-button'] }, node.children)];

/** Icon fonts are not ours; the name between the tags is no text. */
const icon: View = (node) => (classesOf(node).some((name) => /^fa(?:-|[srlbd]?$)/.test(name)) ? [] : [node]);

/** What one editor writes where Markdown has nothing for it: emoji as code points in hexadecimal, and formulas in TeX's notation. */
const span: View = (node) => {
  const tag = stringOf(node, 'dataTag');
  if (tag === 'math' && textOf(node).trim() !== '')
    return [
      element('code', { className: ['language-math', 'math-inline'], dir: 'ltr' }, [
        { type: 'text', value: textOf(node) },
      ]),
    ];
  const points = (stringOf(node, 'dataCode') ?? '').split('-').map((part) => Number.parseInt(part, 16));
  const valid = points.every((point) => point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
  return tag === 'emoji' && valid ? [{ type: 'text', value: String.fromCodePoint(...points) }] : [node];
};

/** Frames, films and sounds of others are links to them. */
const media: View = (node) => {
  const source = node.children.find((child): child is Element => isElement(child) && child.tagName === 'source');
  const url = stringOf(node, 'src') ?? (source && stringOf(source, 'src'));
  const rest = node.children.filter((child) => child !== source);
  const label = stringOf(node, 'title') || url;
  return url && label ? [element('a', { href: url }, [{ type: 'text', value: label }]), ...rest] : rest;
};

/** `lang-x` of other generators. */
const code: View = (node) => {
  const className = classesOf(node).map((name) => name.replace(/^lang-/, 'language-'));
  return [withClasses({ ...node, properties: { ...node.properties, dir: 'ltr' } }, className)];
};

const image: View = (node) => {
  return [withClasses(node, stringOf(node, 'dataSize') === 'line' ? ['q-line-image'] : [])];
};

const VIEWS: Readonly<Record<string, View>> = {
  mark,
  table,
  button,
  span,
  image,
  code,
  a: anchor,
  i: icon,
  img: image,
  iframe: media,
  video: media,
  audio: media,
  div: aligned,
  p: aligned,
  figure: aligned,
  h1: aligned,
  h2: aligned,
  h3: aligned,
  big: (node) => [element('span', {}, node.children)],
  center: (node) => [element('div', { className: ['q-align-center'] }, node.children)],
  strike: (node) => [element('s', {}, node.children)],
  tt: (node) => [element('code', {}, node.children)],
};
