import { isAddressOf } from './block-views.ts';
import {
  forEachElement,
  element,
  isCell,
  tableRows,
  stringProperty,
  nodeText,
  type Element,
  type ElementContent,
  type Properties,
} from './nodes.ts';

/**
 * Renders a table with `data-view="cards"`: each row becomes a card, and the headings define the role of a column:
 * hidden, target, cover (light and dark) or type of value. Links are not resolved yet.
 */
export function renderCards(table: Element): readonly ElementContent[] {
  const [head, ...rows] = tableRows(table);
  if (!head) return [];
  const columns = head.children.filter(isCell);
  const large = stringProperty(table, 'dataCardSize') === 'large';
  const cards = rows.map((row) => renderCard(row.children.filter(isCell), columns));
  return [element('ul', { className: ['q-cards', ...(large ? ['q-cards-large'] : [])] }, cards)];
}

function renderCard(cells: readonly Element[], columns: readonly Element[]): Element {
  let target: string | undefined;
  let light: string | undefined;
  let dark: string | undefined;
  const body: Element[] = [];
  cells.forEach((cell, index) => {
    const properties = columns[index]?.properties ?? {};
    if ('dataCardTarget' in properties) target ??= firstUrl(cell);
    else if ('dataCardCoverDark' in properties) dark ??= firstUrl(cell);
    else if ('dataCardCover' in properties) light ??= firstUrl(cell);
    else if (!('dataHidden' in properties)) {
      const children = renderCell(cell, properties);
      if (children.some((child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''))) {
        body.push(element('div', { className: ['q-card-part'] }, children));
      }
    }
  });
  const cover = renderCover(light ?? dark, dark);
  const title = body.find((part) => nodeText(part).trim() !== '');
  if (title) title.properties.className = ['q-card-title'];
  return element('li', { className: ['q-card'] }, [
    ...cover,
    element('div', { className: ['q-card-body'] }, target === undefined ? body : withLink(target, body, title)),
  ]);
}

/** Links the whole card to its target: its title becomes the link unless it contains links. */
function withLink(target: string, body: readonly Element[], title: Element | undefined): readonly Element[] {
  if (title && firstUrl(title) === undefined) {
    const link = element('a', { href: target, className: ['q-card-link'] }, title.children.flatMap(unwrapParagraph));
    title.children = [link];
    return body;
  }
  return [
    ...body,
    element('div', { className: ['q-card-part'] }, [
      element('a', { href: target, dataMention: 'always' }, [{ type: 'text', value: target }]),
    ]),
  ];
}

/** Removes a paragraph, which must not be within a link of one line. */
const unwrapParagraph = (node: ElementContent): readonly ElementContent[] =>
  node.type === 'element' && node.tagName === 'p' ? node.children : [node];

/** Renders the value of a cell by the `data-type` of its column: a box, stars, or tags; other cells are as written. */
export function renderCell(cell: Element, column: Properties): readonly ElementContent[] {
  const type = String(column.dataType ?? '');
  if (type === 'rating') return renderRating(cell, Number(column.dataMax ?? DEFAULT_MAX_RATING));
  if (type === 'content-ref') nameTargets(cell);
  if (type === 'checkbox') {
    const checked = nodeText(cell).trim().toLowerCase() === 'true' || hasChecked(cell);
    return [element('input', { type: 'checkbox', disabled: true, ...(checked ? { checked: true } : {}) }, [])];
  }
  if (type === 'select') {
    const words = nodeText(cell)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    return words.map((word) => element('span', { className: ['q-tag'] }, [{ type: 'text', value: word }]));
  }
  return cell.children;
}

/** Stars of a rating for which a column states no maximum, and the most that are drawn. */
const DEFAULT_MAX_RATING = 5;
const MAX_STARS = 10;

/** Draws a rating as stars; a value that is none, or has too many stars, is as written. */
function renderRating(cell: Element, max: number): readonly ElementContent[] {
  const value = nodeText(cell).trim();
  if (!/^\d{1,2}$/.test(value) || !(max >= 1 && max <= MAX_STARS) || Number(value) > max) return cell.children;
  const stars = '★'.repeat(Number(value)) + '☆'.repeat(max - Number(value));
  return [element('span', { className: ['q-rating'], title: `${value}/${max}` }, [{ type: 'text', value: stars }])];
}

/** Lets links that repeat their address have the title of their target. */
function nameTargets(cell: Element): void {
  forEachElement(cell, (node) => {
    const href = node.tagName === 'a' ? stringProperty(node, 'href') : undefined;
    if (href !== undefined && isAddressOf(href, nodeText(node).trim())) node.properties.dataMention = 'always';
  });
}

const hasChecked = (cell: Element): boolean => {
  let found = false;
  forEachElement(cell, (node) => {
    if (node.tagName === 'input' && node.properties.checked) found = true;
  });
  return found;
};

function renderCover(light: string | undefined, dark: string | undefined): readonly Element[] {
  if (light === undefined) return [];
  const image = element('img', { src: light, alt: '' }, []);
  const sources =
    dark === undefined ? [] : [element('source', { srcSet: dark, media: '(prefers-color-scheme: dark)' }, [])];
  return [element('picture', { className: ['q-card-cover'] }, [...sources, image])];
}

function firstUrl(node: Element): string | undefined {
  let url: string | undefined;
  forEachElement(node, (child) => {
    url ??=
      child.tagName === 'a'
        ? stringProperty(child, 'href')
        : child.tagName === 'img'
          ? stringProperty(child, 'src')
          : undefined;
  });
  return (
    url ??
    (/^\S+$/.test(nodeText(node).trim()) && node.tagName === 'td' && isUrlLike(nodeText(node).trim())
      ? nodeText(node).trim()
      : undefined)
  );
}

const isUrlLike = (value: string): boolean => /^https?:\/\/|^\/(?:pages|files)\//.test(value);
