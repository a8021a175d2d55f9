import TurndownService from 'turndown';
import { blockTag, formatAttributes } from '../../../domain/content/documents/tag-markup.ts';
import { elementText, type PageElement } from './page-element.ts';
import { ANCHOR } from './anchors.ts';
import { hintStyle, isHintTitle, repeatsHintStyle } from './class-names.ts';
import { DARK_SOURCE, ONLY_SCHEME } from './color-schemes.ts';
import { codeMarkdown } from './code-blocks.ts';
import { emphasize, writeEmphasis } from './emphasis.ts';
import { NOTE, NOTE_REFERENCE } from './footnotes.ts';
import { DATA_TABLE, tableMarkdown } from './tables.ts';
import { TAB, TABS } from './tabs.ts';

const SPECIAL = /[\\`*[\]<>~]/g;
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const ENTITY = /&(?=#?\w{1,32};)/g;
const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|[=|]|-{2,}|\d{1,9}(?=[.)](?:\s|$)))/;

/** Escapes the syntax of Markdown, HTML and block tags. */
const escapeText = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(UNDERSCORE, '\\_')
    .replace(ENTITY, '\\&')
    .replace(/\{(?=[%#{])/g, '\\{')
    .replace(/\$(?=\$)/g, '\\$')
    .replace(LINE_START, escapeStart);
/** Escapes the start of a line; a number is escaped after its digits. */
const escapeStart = (_: string, blanks: string, start: string): string =>
  /^\d/.test(start) ? `${blanks}${start}\\` : `${blanks}\\${start}`;

const HEADING_ID = /^[^\s"'<>&]{1,100}$/;
/** Derives the default anchor of a heading from its text. */
const headingSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

type Replacement = (content: string, element: PageElement) => string;
interface ConversionRule {
  readonly filter: (element: PageElement) => boolean;
  readonly replacement: Replacement;
}
const isNamed = (...names: readonly string[]) => {
  const known = new Set(names.map((name) => name.toUpperCase()));
  return ({ nodeName }: PageElement): boolean => known.has(nodeName);
};
const isInCell = (element: PageElement): boolean => element.closest(`[${DATA_TABLE}]`) !== null;
const asBlock = (text: string): string => `\n\n${text}\n\n`;
const trimBlock = (text: string): string => text.replace(/^\n+|\s+$/g, '');
const indent = (text: string, by: string): string => text.replace(/\n(?!\n|$)/g, `\n${by}`);

/** Conversion rules; later rules take precedence. */
const RULES: Readonly<Record<string, ConversionRule>> = {
  heading: {
    filter: isNamed('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
    replacement: (content, element) => {
      const words = content.replace(/\s+/g, ' ').trim();
      const id = headingId(element);
      const anchor =
        id !== undefined && HEADING_ID.test(id) && id !== headingSlug(elementText(element))
          ? ` <a href="#${id}" id="${id}"></a>`
          : '';
      return words === '' ? '' : asBlock(`${'#'.repeat(Number(element.nodeName[1]))} ${words}${anchor}`);
    },
  },
  listItem: {
    filter: isNamed('li'),
    replacement: (content, element) => {
      const list = element.parentNode;
      const mark = list?.nodeName === 'OL' ? `${numberOf(element, list)}. ` : '* ';
      return `${mark}${indent(trimBlock(content).trimStart(), ' '.repeat(mark.length))}\n`;
    },
  },
  /** A list in a cell of a table is HTML, because Markdown has no lists in cells. */
  listInCell: {
    filter: (element) => isNamed('ul', 'ol')(element) && isInCell(element),
    replacement: (content, element) => {
      const name = element.nodeName.toLowerCase();
      return `<${name}>${content.replace(/\n+/g, '')}</${name}>`;
    },
  },
  listItemInCell: {
    filter: (element) => isNamed('li')(element) && isInCell(element),
    replacement: (content) => `<li>${content.trim().replace(/\s*\\?\n+/g, '<br>')}</li>`,
  },
  task: {
    filter: (element) => element.nodeName === 'INPUT' && element.getAttribute('type') === 'checkbox',
    replacement: (_, element) =>
      element.closest('li') === null
        ? ''
        : `[${element.hasAttribute('checked') ? 'x' : ' '}]${/^\s/.test(element.nextSibling?.textContent ?? '') ? '' : ' '}`,
  },
  emphasized: { filter: isNamed('em', 'i'), replacement: (content) => emphasize(content, 'em') },
  strong: { filter: isNamed('strong', 'b'), replacement: (content) => emphasize(content, 'strong') },
  struck: {
    filter: isNamed('del', 's', 'strike'),
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  },
  small: {
    filter: isNamed('sub', 'sup', 'kbd', 'mark', 'ins', 'u'),
    replacement: (content, element) =>
      content === '' ? '' : `<${element.nodeName.toLowerCase()}>${content}</${element.nodeName.toLowerCase()}>`,
  },
  code: {
    filter: isNamed('pre'),
    replacement: (_, element) => asBlock(codeMarkdown(element)),
  },
  figure: {
    filter: isNamed('figcaption'),
    replacement: (content) => (content.trim() === '' ? '' : asBlock(`_${content.trim().replace(/\n+/g, ' ')}_`)),
  },
  term: {
    filter: isNamed('dt'),
    replacement: (content) => (content.trim() === '' ? '' : asBlock(`**${content.trim().replace(/\n+/g, ' ')}**`)),
  },
  summary: { filter: isNamed('summary'), replacement: () => '' },
  details: {
    filter: isNamed('details'),
    replacement: (content, element) =>
      asBlock(
        `<details>\n\n<summary>${escapeText(elementText([...element.children].find(isNamed('summary'))) || 'Details')}</summary>\n\n${content.trim()}\n\n</details>`,
      ),
  },
  hint: {
    filter: (element) => isNamed('div', 'aside', 'section', 'blockquote')(element) && hintStyle(element) !== undefined,
    replacement: (content, element) =>
      content.trim() === '' ? '' : asBlock(blockTag('hint', content.trim(), [['style', hintStyle(element)]])),
  },
  tabs: {
    filter: (element) => element.hasAttribute(TABS),
    replacement: (content) => asBlock(blockTag('tabs', content.trim())),
  },
  tab: {
    filter: (element) => element.hasAttribute(TAB),
    replacement: (content, element) =>
      asBlock(blockTag('tab', content.trim(), [['title', element.getAttribute(TAB)!]])),
  },
  noteReference: {
    filter: (element) => element.hasAttribute(NOTE_REFERENCE),
    replacement: (_, element) => `[^${element.getAttribute(NOTE_REFERENCE)}]`,
  },
  note: {
    filter: (element) => element.hasAttribute(NOTE),
    replacement: (content, element) =>
      asBlock(`[^${element.getAttribute(NOTE)}]: ${indent(trimBlock(content).trimStart(), '    ')}`),
  },
  hintTitle: {
    filter: isHintTitle,
    replacement: (content) => (content.trim() === '' ? '' : asBlock(`**${content.trim().replace(/\n+/g, ' ')}**`)),
  },
  image: { filter: isNamed('img'), replacement: (_, element) => imageMarkdown(element) },
  /**
   * A link without a target becomes its text. The mark before a link separates it from an exclamation mark, which would
   * make it an image.
   */
  link: {
    filter: isNamed('a'),
    replacement: (content, element) => {
      const href = element.getAttribute('href') ?? '';
      const words = content.replace(/\n+/g, ' ');
      return href === '' || words.trim() === ''
        ? words
        : `${/^\s*/.exec(words)![0]}\u0003[${words.trim()}](${href})${/\s*$/.exec(words)![0]}`;
    },
  },
  anchor: {
    filter: (element) => element.hasAttribute(ANCHOR),
    replacement: (_, element) => `<a id="${element.getAttribute(ANCHOR)}"></a>`,
  },
  embed: {
    filter: isNamed('iframe', 'video', 'audio'),
    replacement: (_, element) =>
      element.getAttribute('src') ? asBlock(`{% embed url="${element.getAttribute('src')}" %}`) : '',
  },
  math: { filter: isNamed('math'), replacement: (_, element) => mathMarkdown(element) },
  table: { filter: isNamed('table'), replacement: (content, element) => tableMarkdown(content, element) },
  cell: { filter: isNamed('td', 'th'), replacement: (content) => `\u0001${content}\u0002` },
  row: { filter: isNamed('tr', 'thead', 'tbody', 'tfoot', 'colgroup', 'col'), replacement: (content) => content },
  rest: {
    filter: (element) =>
      isNamed('svg', 'select', 'option', 'textarea')(element) ||
      (element.getAttribute('aria-hidden') === 'true' && element.querySelector('img') === null),
    replacement: () => '',
  },
};

/**
 * Converts an element into Markdown; links keep the values of their attributes.
 *
 * @throws RangeError when the element is nested too deeply
 */
export function toMarkdown(element: PageElement): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '***',
    bulletListMarker: '*',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
    blankReplacement: blankReplacement as never,
  });
  service.escape = escapeText;
  for (const [name, { filter, replacement }] of Object.entries(RULES))
    service.addRule(name, { filter: filter as never, replacement: replacement as never });
  // The library skips elements that contain only white space.
  for (const code of element.querySelectorAll('pre')) if (code.textContent.trim() === '') code.remove();
  for (const title of [...element.querySelectorAll('[class*="itle"], [class*="eading"]')])
    if (repeatsHintStyle(title)) title.remove();
  const markdown = service
    .turndown(element as never)
    .replace(/!\u0003/g, '\\!')
    .replace(/[\u0001-\u0003]/g, '');
  return `${writeEmphasis(markdown).trim()}\n`;
}

/** Converts elements without text: keeps empty cells, and line breaks of blocks. */
const blankReplacement = (_: string, element: PageElement & { isBlock?: boolean }): string =>
  isNamed('td', 'th')(element) ? '\u0001\u0002' : element.isBlock ? '\n\n' : '';

const numbers = new WeakMap<PageElement, ReadonlyMap<PageElement, number>>();

/** Returns the number of an item of an ordered list. */
function numberOf(item: PageElement, list: PageElement): number {
  if (!numbers.has(list)) {
    const start = Number(list.getAttribute('start') ?? 1);
    const first = Number.isSafeInteger(start) && start >= 0 ? start : 1;
    numbers.set(list, new Map([...list.children].filter(isNamed('li')).map((one, n) => [one, first + n])));
  }
  return numbers.get(list)!.get(item)!;
}

/** Width below which an image keeps its width: enlarged, an icon would look wrong. */
const SMALL = 300;

/**
 * Converts an image; a small one becomes an element with its width, one with a dark variant a picture. The address of one
 * for a single color scheme names it.
 */
function imageMarkdown(image: PageElement): string {
  const address = image.getAttribute('src') ?? '';
  if (address === '') return '';
  const only = image.getAttribute(ONLY_SCHEME);
  const src = only === null ? address : `${address}#gh-${only}-mode-only`;
  const alt = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  const style = /(?:^|;)\s*width\s*:\s*(\d+)(?:\.\d+)?px/i.exec(image.getAttribute('style') ?? '')?.[1];
  const width = style ?? /^\d+$/.exec(image.getAttribute('width') ?? '')?.[0];
  const isSmall = width !== undefined && Number(width) > 0 && Number(width) < SMALL;
  const dark = image.getAttribute(DARK_SOURCE);
  if (!isSmall && dark === null) return `![${escapeText(alt)}](${src})`;
  const element = `<img${formatAttributes([
    ['src', src],
    ['alt', alt],
    ['width', isSmall ? width : undefined],
  ])}>`;
  if (dark === null) return element;
  const source = formatAttributes([
    ['srcset', dark],
    ['media', '(prefers-color-scheme: dark)'],
  ]);
  return `<picture><source${source}>${element}</picture>`;
}

/** Returns the id of a heading: its own, that of an anchor within, or that of the section that it starts. */
function headingId(heading: PageElement): string | undefined {
  const inside = heading.querySelector('a[id], a[name]');
  const parent = heading.parentNode;
  const opens =
    parent !== null &&
    (parent.nodeName === 'SECTION' || parent.nodeName === 'DIV') &&
    parent.firstElementChild === heading;
  return (
    heading.getAttribute('id') ??
    inside?.getAttribute('id') ??
    inside?.getAttribute('name') ??
    (opens ? (parent.getAttribute('id') ?? undefined) : undefined)
  );
}

/** Converts mathematics that contains its TeX source. */
function mathMarkdown(element: PageElement): string {
  const written = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim() ?? '';
  if (written === '' || written.includes('$$')) return escapeText(elementText(element));
  return element.getAttribute('display') === 'block'
    ? asBlock(`$$\n${written}\n$$`)
    : `$$${written.replace(/\n/g, ' ')}$$`;
}
