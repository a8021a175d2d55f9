import type { Schema } from 'hast-util-sanitize';

/** Class names of content; those of the frame have another prefix, so that content cannot imitate the frame. */
const CONTENT_CLASS = /^q-[a-z0-9-]+$/;
const CLASS_ATTRIBUTE = ['className', CONTENT_CLASS] as [string, RegExp];
/** List of lines of code. */
const LINES = /^[\d,\s-]{1,200}$/;
const ELEMENTS =
  'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote table caption thead tbody tfoot tr td th details summary figure figcaption section article aside pre code span a abbr b bdi bdo cite col colgroup del dfn em hr i ins kbd mark q rp rt ruby s samp small strong sub sup time u var br wbr'.split(
    ' ',
  );

/**
 * Allowed elements and attributes, applied last, so that nothing else reaches a reader. Styles, event handlers and
 * names are not allowed.
 */
export const SANITIZE_SCHEMA: Schema = {
  allowComments: false,
  allowDoctypes: false,
  tagNames: [...ELEMENTS, 'img', 'picture', 'source', 'input'],
  strip: [
    'script',
    'style',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'template',
    'noscript',
    'noembed',
    'noframes',
    'title',
    'head',
    'xmp',
    'select',
    'textarea',
    'video',
    'audio',
  ],
  clobber: [],
  required: { input: { type: 'checkbox', disabled: true } },
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https', 'data'],
    srcSet: ['http', 'https'],
    cite: ['http', 'https'],
  },
  ancestors: {
    ...Object.fromEntries(
      ['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'caption', 'col', 'colgroup'].map((name) => [name, ['table']]),
    ),
    summary: ['details'],
    figcaption: ['figure'],
    source: ['picture'],
  },
  attributes: {
    ...Object.fromEntries(ELEMENTS.map((name) => [name, ['id', CLASS_ATTRIBUTE]])),
    '*': ['title', 'lang', ['dir', 'ltr', 'rtl', 'auto']],
    a: [
      'id',
      'href',
      ['rel', 'noopener', 'noreferrer'],
      ['target', '_blank'],
      ['className', CONTENT_CLASS, 'data-footnote-backref'],
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'ariaLabel',
      ['ariaDescribedBy', 'footnote-label'],
      ['dataAction', 'ask', 'search'],
      'dataQuery',
    ],
    code: [
      'id',
      ['className', CONTENT_CLASS, /^language-[\p{L}\p{N}+#._-]+$/u, 'math-inline', 'math-display'],
      'dataTitle',
      ['dataLines', LINES],
      ['dataInserted', LINES],
      ['dataDeleted', LINES],
      ['dataNumbered', 'true'],
    ],
    i: ['id', CLASS_ATTRIBUTE, ['dataIcon', /^[a-z0-9-]{1,60}$/], ['dataIconStyle', 'solid', 'brands']],
    figure: ['id', CLASS_ATTRIBUTE, ['dataLines', LINES]],
    div: ['id', CLASS_ATTRIBUTE, ['role', 'note'], 'ariaLabel', ['tabIndex', 0]],
    details: ['id', CLASS_ATTRIBUTE, 'open', ['name', /^q-tabs-\d+$/]],
    h2: ['id', ['className', CONTENT_CLASS, 'sr-only']],
    section: ['id', ['className', CONTENT_CLASS, 'footnotes'], 'dataFootnotes'],
    ul: ['id', ['className', CONTENT_CLASS, 'contains-task-list']],
    li: ['id', ['className', CONTENT_CLASS, 'task-list-item'], ['value', /^-?\d{1,9}$/]],
    ol: ['id', ['className', CONTENT_CLASS, 'contains-task-list'], 'reversed', ['start', /^-?\d{1,9}$/]],
    img: [
      'src',
      'srcSet',
      'sizes',
      'alt',
      ['width', /^\d{1,5}%?$/],
      ['height', /^\d{1,5}%?$/],
      ['loading', 'lazy'],
      CLASS_ATTRIBUTE,
    ],
    picture: [CLASS_ATTRIBUTE],
    source: ['srcSet', ['media', '(prefers-color-scheme: dark)', '(prefers-color-scheme: light)']],
    input: [['type', 'checkbox'], ['disabled', true], 'checked'],
    td: [
      'id',
      CLASS_ATTRIBUTE,
      ['align', 'left', 'center', 'right'],
      ['colSpan', /^\d{1,3}$/],
      ['rowSpan', /^\d{1,4}$/],
      ['width', /^\d{1,5}%?$/],
    ],
    th: [
      'id',
      CLASS_ATTRIBUTE,
      ['align', 'left', 'center', 'right'],
      ['colSpan', /^\d{1,3}$/],
      ['rowSpan', /^\d{1,4}$/],
      ['width', /^\d{1,5}%?$/],
      ['scope', 'col', 'row'],
    ],
    col: ['span', ['width', /^\d{1,5}%?$/]],
    time: [CLASS_ATTRIBUTE, 'dateTime'],
    blockquote: ['id', CLASS_ATTRIBUTE, 'cite'],
    q: ['id', CLASS_ATTRIBUTE, 'cite'],
    del: ['id', CLASS_ATTRIBUTE, 'dateTime'],
    ins: ['id', CLASS_ATTRIBUTE, 'dateTime'],
    abbr: ['id', CLASS_ATTRIBUTE],
  },
};
