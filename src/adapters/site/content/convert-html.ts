import { emojiOfCodePoints } from '../../../domain/content/markdown/emoji.ts';
import { renderCards, renderCell } from './cards.ts';
import {
  classNames,
  element,
  isCell,
  isElement,
  mapElements,
  tableRows,
  stringProperty,
  nodeText,
  type Element,
  type ElementContent,
  type HtmlRoot,
  type Properties,
} from './nodes.ts';

/**
 * Converts HTML that editors write for features beyond Markdown into the elements and classes of the renderer; the
 * sanitizer removes all other styling.
 */
export function convertHtml(root: HtmlRoot, evaluateExpression: (expression: string) => string | undefined): void {
  mapElements(root, (node) => {
    const view = VIEWS[node.tagName];
    if (node.tagName === 'code' && classNames(node).includes('expression')) {
      const value = evaluateExpression(nodeText(node).trim());
      return value === undefined ? [node] : [{ type: 'text', value }];
    }
    return view && Object.hasOwn(VIEWS, node.tagName) ? view(node) : [node];
  });
}

type ElementView = (node: Element) => readonly ElementContent[];

const MARKS = new Set(
  'primary info success warning danger red orange yellow green teal blue purple pink brown gray grey'.split(' '),
);

/**
 * Converts `<mark style="color:orange;background-color:$warning">`; accepts color names only, as text must stay
 * readable in both themes.
 */
const markView: ElementView = (node) => {
  const className = colorClasses(node);
  return [element('mark', className.length > 0 ? { className } : {}, node.children)];
};

/** Returns the classes of the colors that the style of an element names. */
function colorClasses(node: Element): string[] {
  const style = stringProperty(node, 'style') ?? '';
  const classes: string[] = [];
  for (const [, ground, color] of style.matchAll(/(background-)?color\s*:\s*\$?([a-z]+)/gi)) {
    const name = (color as string).toLowerCase();
    if (MARKS.has(name)) classes.push(`${ground ? 'q-bg' : 'q-fg'}-${name}`);
  }
  return [...new Set(classes)];
}

const alignedBlock: ElementView = (node) => {
  const align = stringProperty(node, 'align')?.toLowerCase();
  const classes = [
    ...(align === 'center' || align === 'right' || align === 'left' ? [`q-align-${align}`] : []),
    ...('dataFullWidth' in node.properties ? ['q-full'] : []),
    ...('dataWithFrame' in node.properties ? ['q-frame'] : []),
    ...classNames(node),
  ];
  return [withClasses(node, classes)];
};

const withClasses = (node: Element, classes: readonly string[]): Element =>
  classes.length === 0 ? node : { ...node, properties: { ...node.properties, className: [...classes] } };

/** Renders a table; its headings may hide columns or request cards. */
const tableView: ElementView = (node) => {
  const view = stringProperty(node, 'dataView');
  if (view === 'cards') return renderCards(node);
  const heads = firstRow(node)?.children.filter(isCell) ?? [];
  const typed = heads.flatMap(({ properties }, index) => (properties.dataType === undefined ? [] : [index]));
  for (const row of typed.length > 0 ? tableRows(node).slice(1) : []) {
    const cells = row.children.filter(isCell);
    // A cell across columns moves those after it.
    if (cells.length === heads.length)
      for (const index of typed) cells[index]!.children = [...renderCell(cells[index]!, heads[index]!.properties)];
  }
  const hidden = new Set(heads.flatMap((head, index) => ('dataHidden' in head.properties ? [index] : [])));
  if (hidden.size > 0) {
    for (const row of tableRows(node)) {
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

const firstRow = (node: Element): Element | undefined => tableRows(node)[0];

const anchorView: ElementView = (node) => {
  const classes = classNames(node);
  if (!classes.includes('button')) return [node];
  return [buttonLink(node, { href: node.properties.href, title: node.properties.title })];
};

/** Renders a link that looks like a button. */
function buttonLink(node: Element, properties: Properties): Element {
  const look = classNames(node).includes('primary') ? 'q-button-primary' : 'q-button-secondary';
  const icon = stringProperty(node, 'dataIcon');
  const children: ElementContent[] =
    icon === undefined
      ? node.children
      : [element('i', { dataIcon: icon }, []), { type: 'text', value: ' ' }, ...node.children];
  return element('a', { ...properties, className: ['q-button', look] }, children);
}

/** Maximum length of the text that a button searches for. */
const MAX_QUERY = 512;

/**
 * Renders a button that asks or searches as a link, whose target the site decides. Other buttons become text, because
 * they have no function without scripts.
 */
const buttonView: ElementView = (node) => {
  const action = stringProperty(node, 'dataAction');
  if (action !== 'ask' && action !== 'search')
    return [element('span', { className: ['q-inert-button'] }, node.children)];
  const query = (stringProperty(node, 'dataQuery') ?? '').slice(0, MAX_QUERY);
  return [buttonLink(node, { dataAction: action, dataQuery: query })];
};

const ICON_STYLES: Readonly<Record<string, string>> = {
  fa: 'solid',
  fas: 'solid',
  'fa-solid': 'solid',
  fab: 'brands',
  'fa-brands': 'brands',
};

/** Converts icons of an icon font into their names; the name within the tags is not text. */
const iconView: ElementView = (node) => {
  const classes = classNames(node);
  if (!classes.some((name) => /^fa(?:-|[srlbd]?$)/.test(name))) return [node];
  const name = classes.find(
    (one) =>
      one.startsWith('fa-') &&
      !(one in ICON_STYLES) &&
      !/^fa-(?:regular|light|duotone|thin|sharp|\dx|lg|sm|xs|fw)$/.test(one),
  );
  const color = colorClasses(node);
  const style = classes.map((one) => ICON_STYLES[one]).find((one) => one !== undefined);
  return name === undefined
    ? []
    : [
        element(
          'i',
          {
            ...(color.length > 0 && { className: color }),
            dataIcon: name.slice(3),
            ...(style !== undefined && { dataIconStyle: style }),
          },
          [],
        ),
      ];
};

/** Converts emoji in hexadecimal code points and formulas in TeX. */
const spanView: ElementView = (node) => {
  const tag = stringProperty(node, 'dataTag');
  if (tag === 'math' && nodeText(node).trim() !== '')
    return [
      element('code', { className: ['language-math', 'math-inline'], dir: 'ltr' }, [
        { type: 'text', value: nodeText(node) },
      ]),
    ];
  const emoji = tag === 'emoji' ? emojiOfCodePoints(stringProperty(node, 'dataCode') ?? '') : undefined;
  return emoji === undefined ? [node] : [{ type: 'text', value: emoji }];
};

/** Converts embedded frames, videos and sounds into links. */
const mediaView: ElementView = (node) => {
  const source = node.children.find((child): child is Element => isElement(child) && child.tagName === 'source');
  const url = stringProperty(node, 'src') ?? (source && stringProperty(source, 'src'));
  const rest = node.children.filter((child) => child !== source);
  const label = stringProperty(node, 'title') || url;
  return url && label ? [element('a', { href: url }, [{ type: 'text', value: label }]), ...rest] : rest;
};

/** Renames `lang-x` classes of other generators. */
const codeView: ElementView = (node) => {
  const className = classNames(node).map((name) => name.replace(/^lang-/, 'language-'));
  return [withClasses({ ...node, properties: { ...node.properties, dir: 'ltr' } }, className)];
};

const imageView: ElementView = (node) => {
  return [withClasses(node, stringProperty(node, 'dataSize') === 'line' ? ['q-line-image'] : [])];
};

const VIEWS: Readonly<Record<string, ElementView>> = {
  mark: markView,
  table: tableView,
  button: buttonView,
  span: spanView,
  image: imageView,
  code: codeView,
  a: anchorView,
  i: iconView,
  img: imageView,
  iframe: mediaView,
  video: mediaView,
  audio: mediaView,
  div: alignedBlock,
  p: alignedBlock,
  figure: alignedBlock,
  h1: alignedBlock,
  h2: alignedBlock,
  h3: alignedBlock,
  big: (node) => [element('span', {}, node.children)],
  center: (node) => [element('div', { className: ['q-align-center'] }, node.children)],
  strike: (node) => [element('s', {}, node.children)],
  tt: (node) => [element('code', {}, node.children)],
};
