/** Elements that are rendered, or whose content is. Names in none of these lists are text, such as `<keymap>`. */
const RENDERED_ELEMENTS = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup dd del details dfn div dl dt em ' +
    'fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li main mark ' +
    'nav nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead ' +
    'time tr tt u ul var video audio wbr'
  ).split(' '),
);
/** Elements that are removed with their content. Without a closing tag, the tag is shown as text. */
const REMOVED_ELEMENTS = new Set(
  'script style svg math template select textarea object noscript noembed noframes title head xmp'.split(' '),
);
/** Tags that are removed; they have no content. */
const DROPPED_TAGS = new Set('base meta link html body head'.split(' '));

/** Reports whether an element of this name is text, because HTML has no such element. */
export const isUnknownElement = (name: string): boolean =>
  !RENDERED_ELEMENTS.has(name) && !REMOVED_ELEMENTS.has(name) && !DROPPED_TAGS.has(name);
/** Reports whether the content of an element is no text for readers. */
export const isRemovedElement = (name: string): boolean => REMOVED_ELEMENTS.has(name);

/**
 * Escapes everything that looks like a tag but is not a rendered element, so that text such as `<file>` in a manual
 * page is not lost and the parser does not enter special states.
 */
export function escapeUnknownTags(value: string): string {
  if (!value.includes('<')) return value;
  const lower = value.toLowerCase();
  const unclosed = new Set<string>();
  let out = '';
  let from = 0;
  const end = lastTagEnd(value);
  for (let at = value.indexOf('<'); at >= 0; at = value.indexOf('<', from)) {
    out += value.slice(from, at);
    const skip = at > end ? 0 : removedLength(lower, at, unclosed);
    const name = /^<\/?([a-z][^\s/>]*)/.exec(lower.slice(at, at + 40))?.[1];
    if (skip > 0) from = at + skip;
    else {
      out += at <= end && name !== undefined && RENDERED_ELEMENTS.has(name) ? '<' : '&lt;';
      from = at + 1;
    }
  }
  return out + value.slice(from);
}

/** Reports whether the result of `escapeUnknownTags` contains tags. */
export const hasTags = (value: string): boolean => /<\/?[a-z]/i.test(value);

/** Position of the last `>`; a tag that starts later has no end. */
const lastTagEnd = (value: string): number => value.lastIndexOf('>');

/** Returns the length of a comment or removed element at `at`; 0 for anything else. */
function removedLength(lower: string, at: number, unclosed: Set<string>): number {
  if (lower.startsWith('<!--', at)) return lengthUntil(lower, '-->', at + 4, at, unclosed);
  const name = /^<(\/?[a-z][a-z0-9]*)(?=[\s/>])/.exec(lower.slice(at, at + 16))?.[1];
  if (name === undefined) return 0;
  if (DROPPED_TAGS.has(name.replace('/', ''))) return lengthUntil(lower, '>', at, at, unclosed);
  if (!REMOVED_ELEMENTS.has(name)) return 0;
  const close = lengthUntil(lower, `</${name}`, at, at, unclosed);
  if (close === 0) return 0;
  const gt = lower.indexOf('>', at + close);
  return gt < 0 ? 0 : gt + 1 - at;
}

/** Remembers ends that do not occur, so that a text full of openings is searched once. */
function lengthUntil(text: string, end: string, from: number, at: number, unclosed: Set<string>): number {
  if (unclosed.has(end)) return 0;
  const found = text.indexOf(end, from);
  if (found >= 0) return found + end.length - at;
  unclosed.add(end);
  return 0;
}

/** Maximum nesting of HTML elements. */
const MAX_HTML_DEPTH = 100;
/** Maximum number of open formatting elements, because an HTML parser reopens each in every following paragraph. */
const MAX_OPEN_FORMATTING = 10;

const VOID_ELEMENTS = new Set('br col hr img input source wbr'.split(' '));
/** Elements that the parser closes when the next one starts. */
const IMPLICITLY_CLOSED_ELEMENTS = new Set('a p li dt dd td th tr thead tbody tfoot colgroup rp rt button'.split(' '));
const FORMATTING_ELEMENTS = new Set('b big code em font i nobr s small strike strong tt u'.split(' '));

/** Counts open elements across the HTML of a page, whose pieces must be passed in order. */
export class OpenElements {
  #open = new Map<string, number>();
  #depth = 0;
  #formatting = 0;

  /** Adds HTML and reports whether the nesting exceeds the limits. */
  exceedsLimits(value: string): boolean {
    for (const [, slash, name] of value.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
      const tag = (name as string).toLowerCase();
      if (VOID_ELEMENTS.has(tag) || IMPLICITLY_CLOSED_ELEMENTS.has(tag)) continue;
      const open = this.#open.get(tag) ?? 0;
      if (slash && open === 0) continue;
      const step = slash ? -1 : 1;
      this.#open.set(tag, open + step);
      this.#depth += step;
      if (FORMATTING_ELEMENTS.has(tag)) this.#formatting += step;
      if (this.#depth > MAX_HTML_DEPTH || this.#formatting > MAX_OPEN_FORMATTING) return true;
    }
    return false;
  }
}
