import { listLines } from './code-meta.ts';
import type { LinkPreview } from '../../../ports/sites/site-renderer.ts';
import type { PageNeeds } from '../security-headers.ts';
import { formatDate } from '../format-date.ts';
import { findIcon } from '../icons.ts';
import { linkLabel } from './block-views.ts';
import { findFrame } from './frame-providers.ts';
import { languageName } from './language-names.ts';
import {
  classNames,
  element,
  forEachElement,
  isCell,
  isElement,
  nodeText,
  stringProperty,
  type Element,
  type ElementContent,
  type HtmlRoot,
} from './nodes.ts';
import { placeOfPart, type LineMark, type PagePart } from './page-parts.ts';

/** Minimum length of a word in a table that may be broken at its punctuation, in UTF-16 units. */
const LONG_WORD = 20;

/** Additions of a site to the content of its pages. */
export interface Decoration {
  /** Text that stands for parts, see `createPartMark`. */
  readonly partMark: string;
  /** URL of the frame that draws diagrams. */
  readonly diagramFrame: string;
  /** Names of the sites whose pages may be shown in frames. */
  readonly frameProviders: readonly string[];
  /** Style of icons that name none, such as `solid`. */
  readonly iconStyle?: string;
  /** Path of the search page, to which buttons that ask or search lead; without one they are text. */
  readonly searchPath?: string;
  /** Previews of embedded pages, by URL. */
  readonly linkPreviews?: ReadonlyMap<string, LinkPreview>;
}

export interface DecoratedContent {
  /** Parts that the content has places for. */
  readonly parts: readonly PagePart[];
  readonly needs: PageNeeds;
}

/**
 * Adds to sanitized content what pages of a site have besides it: places for colored code and formulas, titles and
 * languages of code, icons, frames that readers may load, places in identifiers of tables where lines may break, and dates
 * of updates in the language of the site.
 */
export function decorateContent(root: HtmlRoot, decoration: Decoration, language = 'en'): DecoratedContent {
  const parts: PagePart[] = [];
  const frames = new Set<string>();
  const place = (part: PagePart): ElementContent => ({
    type: 'text',
    value: placeOfPart(decoration.partMark, parts.push(part) - 1),
  });
  forEachElement(root, (node) => {
    if (node.properties['dataAction'] !== undefined) leadToSearch(node, decoration.searchPath);
    const classes = classNames(node);
    if (classes.includes('q-update-meta')) writeDate(node, language);
    if (!classes.includes('q-embed')) return;
    const link = node.children.find((child): child is Element => isElement(child) && child.tagName === 'a');
    const href = (link && stringProperty(link, 'href')) ?? '';
    const preview = URL.canParse(href) ? decoration.linkPreviews?.get(new URL(href).href) : undefined;
    if (link !== undefined && preview !== undefined) showPreview(link, preview);
    const frame = findFrame(href, decoration.frameProviders);
    if (frame === undefined) return;
    node.properties['dataFrame'] = frame.url;
    frames.add(frame.origin);
  });
  decorateChildren(root, { place, iconStyle: decoration.iconStyle }, undefined);
  forEachElement(root, (node) => {
    if (!classNames(node).includes('q-mermaid')) return;
    node.properties['dataFrame'] = decoration.diagramFrame;
    frames.add("'self'");
  });
  const styleSheets = parts.some(({ kind }) => kind === 'formula') ? ['math'] : [];
  return { parts, needs: { frames: [...frames], styleSheets } };
}

/** Writes the date of an update in a language; a text that is no date stays. */
function writeDate(meta: Element, language: string): void {
  const time = meta.children.find((child): child is Element => isElement(child) && child.tagName === 'time');
  const date = /^\d{4}-\d{2}-\d{2}/.exec((time && stringProperty(time, 'dateTime')) ?? '')?.[0];
  if (time === undefined || date === undefined) return;
  const day = new Date(date);
  // Of a day that a month does not have, such as the 31st of June, the text is clearer than the day after it.
  if (!Number.isNaN(day.valueOf()) && day.toISOString().startsWith(date))
    time.children = [{ type: 'text', value: formatDate(date, language) }];
}

/** Lets a button lead to the search page. */
function leadToSearch(node: Element, searchPath: string | undefined): void {
  if (searchPath === undefined) {
    node.tagName = 'span';
    node.properties = { className: ['q-inert-button'] };
    return;
  }
  const query = stringProperty(node, 'dataQuery') ?? '';
  node.properties['href'] = query === '' ? searchPath : `${searchPath}?q=${encodeURIComponent(query.toWellFormed())}`;
  node.properties['rel'] = ['nofollow'];
}

/** Shows what an embedded page states about itself; the title that an author wrote stays. */
function showPreview(link: Element, { title, site, description, picture }: LinkPreview): void {
  const href = stringProperty(link, 'href') ?? '';
  const written = nodeText(link);
  const name = written === '' || written === linkLabel(href) ? title : written;
  const line = (tagName: string, text: string): Element =>
    element(tagName, { dir: 'auto' }, [{ type: 'text', value: text }]);
  link.properties['className'] = [...classNames(link), 'q-preview'];
  link.children = [
    ...(picture === undefined ? [] : [element('img', { src: picture, alt: '', loading: 'lazy' }, [])]),
    element('span', {}, [
      line('b', name),
      ...(description === undefined ? [] : [line('small', description)]),
      line('small', site),
    ]),
  ];
}

type Place = (part: PagePart) => ElementContent;
interface Means {
  readonly place: Place;
  readonly iconStyle: string | undefined;
}

function decorateChildren(parent: HtmlRoot | Element, means: Means, cell: Element | undefined): void {
  const { place, iconStyle } = means;
  parent.children = (parent.children as readonly ElementContent[]).flatMap((child): readonly ElementContent[] => {
    if (child.type === 'text') return cell === undefined ? [child] : breakable(child.value);
    if (child.type !== 'element') return [child];
    if (child.tagName === 'input') child.properties['ariaLabel'] = nodeText(parent).trim().slice(0, 100) || '✓';
    if (child.tagName === 'pre') return decorateCode(child, parent, place);
    if (child.tagName === 'code' && classNames(child).includes('math-inline')) {
      const isBlock = 'tagName' in parent && parent.tagName === 'p' && parent.children.length === 1;
      return [formula(nodeText(child), isBlock, place)];
    }
    const icon = child.tagName === 'i' ? iconOf(child, iconStyle) : undefined;
    if (icon !== undefined) return icon;
    decorateChildren(child, means, isCell(child) ? child : cell);
    return [child];
  });
}

function formula(tex: string, isBlock: boolean, place: Place): Element {
  const content = place({ kind: 'formula', tex: tex.trim(), isBlock });
  return isBlock ? element('span', { className: ['q-math'], tabIndex: 0 }, [content]) : element('span', {}, [content]);
}

const CODE_PROPERTIES = ['dataTitle', 'dataLines', 'dataInserted', 'dataDeleted', 'dataNumbered'];

function decorateCode(pre: Element, parent: HtmlRoot | Element, place: Place): readonly Element[] {
  const code = pre.children.length === 1 ? pre.children[0] : undefined;
  if (code === undefined || !isElement(code) || code.tagName !== 'code') return [focusable(pre, '')];
  if (classNames(code).includes('math-display'))
    return [
      element('div', { className: ['q-math'], tabIndex: 0 }, [
        place({ kind: 'formula', tex: nodeText(code).trim(), isBlock: true }),
      ]),
    ];
  const wrapping = 'tagName' in parent && classNames(parent).includes('q-code') ? parent : undefined;
  const figure = wrapping ?? element('figure', { className: ['q-code'] }, [pre]);
  const language = (classNames(code).find((name) => name.startsWith('language-')) ?? '').slice(9).toLowerCase();
  const isNumbered = classNames(figure).includes('q-numbered') || code.properties['dataNumbered'] !== undefined;
  if (code.children.every((child) => child.type === 'text' || isLine(child))) {
    const text = nodeText(code).replace(/\r?\n$/, '');
    const marks = marksOf(code, figure, language, text);
    code.children = [place({ kind: 'code', language, code: text, isNumbered, marks })];
  }
  const name = languageName(language);
  const title = stringProperty(code, 'dataTitle');
  const caption = figure.children.find((child) => isElement(child) && child.tagName === 'figcaption');
  focusable(pre, caption === undefined ? (title ?? name) : nodeText(caption).trim());
  figure.properties['className'] = [
    ...new Set([
      ...classNames(figure),
      ...(isNumbered ? ['q-numbered'] : []),
      ...(language === 'mermaid' ? ['q-mermaid'] : []),
    ]),
  ];
  if (name !== '') figure.properties['dataLang'] = name;
  for (const property of CODE_PROPERTIES) delete code.properties[property];
  delete figure.properties['dataLines'];
  const head =
    caption === undefined && title !== undefined
      ? [element('figcaption', { dir: 'auto' }, [{ type: 'text', value: title }])]
      : [];
  if (wrapping !== undefined) return [...head, pre];
  figure.children = [...head, pre];
  return [figure];
}

/** Returns the drawing of an element that names an icon. */
function iconOf(node: Element, style: string | undefined): readonly Element[] | undefined {
  const name = stringProperty(node, 'dataIcon');
  if (name === undefined) return undefined;
  const icon = findIcon(name, stringProperty(node, 'dataIconStyle') ?? style);
  if (icon === undefined) return [];
  const color = classNames(node).find((one) => one.startsWith('q-fg-'));
  return [
    element(
      'svg',
      { className: ['q-icon', ...(color === undefined ? [] : [color])], viewBox: icon.viewBox, ariaHidden: 'true' },
      [element('path', { d: icon.path }, [])],
    ),
  ];
}

const isLine = (node: ElementContent): boolean => isElement(node) && classNames(node).includes('q-code-line');

/** Lets the keyboard reach a block that may scroll. */
function focusable(pre: Element, label: string): Element {
  pre.properties['tabIndex'] = 0;
  if (label !== '') {
    pre.properties['role'] = 'group';
    pre.properties['ariaLabel'] = label;
  }
  return pre;
}

function marksOf(
  code: Element,
  figure: Element | undefined,
  language: string,
  text: string,
): Readonly<Record<number, LineMark>> {
  const marks: Record<number, LineMark> = {};
  if (language === 'diff')
    for (const [index, line] of text.split('\n').entries())
      if (/^\+(?!\+\+)/.test(line)) marks[index + 1] = 'add';
      else if (/^-(?!--)/.test(line)) marks[index + 1] = 'del';
  const add = (list: string | undefined, mark: LineMark): void => {
    for (const line of listLines(list ?? '')) marks[line] = mark;
  };
  add(stringProperty(code, 'dataLines') ?? (figure && stringProperty(figure, 'dataLines')), 'mark');
  add(stringProperty(code, 'dataInserted'), 'add');
  add(stringProperty(code, 'dataDeleted'), 'del');
  return marks;
}

/** Lets lines break within long words behind `_`, `.`, `/` and `-` only. */
function breakable(text: string): readonly ElementContent[] {
  if (!/[_./-]/.test(text) || text.length < LONG_WORD) return [{ type: 'text', value: text }];
  const out: ElementContent[] = [];
  let run = '';
  for (const [piece] of text.matchAll(/\s+|\S+/g)) {
    if (piece.length < LONG_WORD || !/[_./-]/.test(piece)) {
      run += piece;
      continue;
    }
    const segments = piece.match(/[^_./-]*[_./-]+|[^_./-]+/g) ?? [piece];
    segments.forEach((segment, index) => {
      run += segment;
      if (index === segments.length - 1) return;
      out.push({ type: 'text', value: run }, element('wbr', {}, []));
      run = '';
    });
  }
  if (run !== '') out.push({ type: 'text', value: run });
  return out;
}
