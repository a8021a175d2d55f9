import { block, link, text, nodeText, type Nodes, type RootContent } from './nodes.ts';
import type { BlockTag } from '../../../domain/content/markdown/block-tag.ts';
import { apiView } from './api-views.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';

type HintStyle = 'info' | 'success' | 'warning' | 'danger';
/** Names of the styles of hints for assistive technology. */
export type HintLabels = Readonly<Record<HintStyle, string>>;

export interface BlockContext {
  readonly labels: HintLabels & { readonly contentUnavailable: string };
  /** Returns a number that is unique within the page. */
  number(): number;
  include(target: string): readonly Nodes[] | undefined;
  /** Returns the place of a part of an API specification; undefined for a tag that names nothing known. */
  api?(tag: BlockTag): RootContent | undefined;
}

/** Renders a block tag; `children` is the content between its tags. */
type BlockView = (tag: BlockTag, children: readonly Nodes[], context: BlockContext) => readonly Nodes[];

const HINT_STYLES = {
  info: 'info',
  infos: 'info',
  success: 'success',
  tip: 'success',
  working: 'success',
  warning: 'warning',
  danger: 'danger',
} as const;

/** Creates a hint in one of the styles. */
export const hintBlock = (style: HintStyle, children: readonly Nodes[], labels: HintLabels): RootContent =>
  block('div', ['q-hint', `q-hint-${style}`], children, { role: 'note', ariaLabel: labels[style] });

const hint: BlockView = ({ values }, children, { labels }) => {
  const styleName = values.get('style')?.toLowerCase() ?? '';
  const style =
    styleName in HINT_STYLES && Object.hasOwn(HINT_STYLES, styleName)
      ? HINT_STYLES[styleName as keyof typeof HINT_STYLES]
      : 'info';
  return [hintBlock(style, children, labels)];
};

const tabs: BlockView = (_tag, children, context) => {
  const name = `q-tabs-${context.number()}`;
  let first = true;
  const panels = children.map((child) => {
    if (!isPanel(child)) return child;
    const { title, content } = toPanel(child);
    const panel = block(
      'details',
      ['q-tab'],
      [block('summary', [], [text(title)]), block('div', ['q-tab-body'], content)],
      {
        name,
        ...(first ? { open: true } : {}),
      },
    );
    first = false;
    return panel;
  });
  return [block('div', ['q-tabs'], panels)];
};

/** Type of a tab before its group is known. */
const PANEL = 'quirePanel';
const isPanel = (node: Nodes): boolean => (node as { type: string }).type === PANEL;
const toPanel = (node: Nodes) => node as unknown as { title: string; content: readonly Nodes[] };
const tab: BlockView = ({ values }, children) => [
  { type: PANEL, title: values.get('title') || '…', content: children } as unknown as Nodes,
];

/** Renders a tab outside of a group with its title. */
export const panelToNodes = (node: Nodes): readonly Nodes[] => {
  if (!isPanel(node)) return [node];
  const { title, content } = toPanel(node);
  return [block('p', [], [block('strong', [], [text(title)])]), ...content];
};

const code: BlockView = ({ values }, children) => {
  const title = values.get('title');
  const flags = [
    ...(values.get('overflow') === 'wrap' ? ['q-wrap'] : []),
    ...(values.get('linenumbers') === 'true' ? ['q-numbered'] : []),
    ...(values.get('fullwidth') === 'true' ? ['q-full'] : []),
  ];
  const lines = values.get('highlight');
  return [
    block(
      'figure',
      ['q-code', ...flags],
      [...(title ? [block('figcaption', [], [text(title)])] : []), ...children],
      lines ? { dataLines: lines } : {},
    ),
  ];
};

/** A diagram of GitBook's integration for Mermaid, whose source is an attribute. */
const diagram: BlockView = ({ values }) => [{ type: 'code', lang: 'mermaid', value: values.get('content') ?? '' }];

const column: BlockView = ({ values }, children) => {
  const percent = Number.parseFloat(values.get('width') ?? '');
  const twelfths = percent > 0 && percent <= 100 ? Math.max(1, Math.round((percent * 12) / 100)) : undefined;
  return [block('div', ['q-column', ...(twelfths === undefined ? [] : [`q-w-${twelfths}`])], children)];
};

/** Renders a link in a box, with the content of the tag as caption. Content of other sites is never embedded. */
const linkCard = (
  className: string,
  url: string,
  label: string,
  body: readonly Nodes[],
  properties = {},
): RootContent =>
  block(
    'div',
    ['q-link', className],
    [link(url, [text(label)], properties), ...(body.length > 0 ? [block('div', ['q-caption'], body)] : [])],
  );

/** Returns the text of a link to an embedded page of which nothing else is known. */
export const linkLabel = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '');

const embed: BlockView = (tag, children) => {
  const url = tag.values.get('url');
  return url ? [linkCard('q-embed', url, tag.values.get('title') ?? linkLabel(url), children)] : [...children];
};

/** Determines whether a text repeats an address or its last part, which editors write where no title was chosen. */
export function isAddressOf(url: string, label: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return [url, path, fileName(url), fileName(path.replace(/\/+$/, ''))].includes(label);
}

const contentRef: BlockView = ({ values }, children) => {
  const url = values.get('url') ?? values.get('page') ?? '';
  const only =
    children.length === 1 && children[0]?.type === 'paragraph' && children[0].children.length === 1
      ? children[0].children[0]
      : undefined;
  const label = only?.type === 'link' ? nodeText(only) : '';
  return [
    linkCard('q-ref', url, label || url, only?.type === 'link' ? [] : children, {
      dataMention: label === '' || isAddressOf(url, label) ? 'always' : 'named',
      dataMark: true,
    }),
  ];
};

const file: BlockView = ({ values }, children) => {
  const source = values.get('src') ?? '';
  const caption = values.get('caption');
  const body = children.length > 0 || !caption ? children : [block('p', [], [text(caption)])];
  return [linkCard('q-file', source, fileName(source), body, { dataMention: 'always', dataFile: true })];
};

const fileName = (source: string): string =>
  percentDecoded(
    source
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || source,
  );

const include: BlockView = (tag, _children, context) => {
  const target = tag.values.get('src') ?? tag.rest.replace(/^(["'])(.*)\1$/s, '$2');
  return context.include(target) ?? [block('p', ['q-notice'], [text(context.labels.contentUnavailable)])];
};

const update: BlockView = ({ values }, children) => {
  const date = values.get('date') ?? '';
  const tags = (values.get('tags') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const properties = /^\d{4}-\d{2}-\d{2}/.test(date) ? { dateTime: date } : {};
  return [
    block(
      'section',
      ['q-update'],
      [
        block(
          'div',
          ['q-update-meta'],
          [
            ...(date ? [block('time', [], [text(date.replace(/T.*$/, ''))], properties)] : []),
            ...tags.map((each) => block('span', ['q-tag'], [text(each)])),
          ],
        ),
        block('div', ['q-update-body'], children),
      ],
    ),
  ];
};

const prompt: BlockView = ({ values }, children) => {
  const description = values.get('description');
  return [
    block(
      'figure',
      ['q-prompt'],
      [...(description ? [block('figcaption', [], [text(description)])] : []), ...children],
    ),
  ];
};

const plainView =
  (tagName: string, className: string): BlockView =>
  (_tag, children) => [block(tagName, [className], children)];

/** Presence of an end tag: always, never, or optional (the content before it is the body). */
export type Ending = 'always' | 'never' | 'optional';

export interface BlockKind {
  readonly ending: Ending;
  readonly view: BlockView;
  /** Ends at the next tag of its kind or at the end of its parent if its own end tag is missing. */
  readonly item?: true;
}

const api: BlockView = (tag, children, context) => {
  const place = context.api?.(tag);
  return place === undefined ? apiView(tag, children) : [place];
};

const BLOCK_KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ['hint', { ending: 'always', view: hint }],
  ['tabs', { ending: 'always', view: tabs }],
  ['tab', { ending: 'always', view: tab, item: true }],
  ['code-tabs', { ending: 'always', view: tabs }],
  ['code-tabs-item', { ending: 'always', view: tab, item: true }],
  ['code', { ending: 'always', view: code }],
  ['stepper', { ending: 'always', view: plainView('ol', 'q-steps') }],
  ['step', { ending: 'always', view: plainView('li', 'q-step'), item: true }],
  ['columns', { ending: 'always', view: plainView('div', 'q-columns') }],
  ['column', { ending: 'always', view: column, item: true }],
  ['updates', { ending: 'always', view: plainView('div', 'q-updates') }],
  ['update', { ending: 'always', view: update, item: true }],
  ['prompt', { ending: 'always', view: prompt }],
  ['embed', { ending: 'optional', view: embed }],
  ['content-ref', { ending: 'optional', view: contentRef }],
  ['page-ref', { ending: 'optional', view: contentRef }],
  ['file', { ending: 'optional', view: file }],
  ['include', { ending: 'never', view: include }],
]);

/** Finds the rendering of a tag by name; undefined for an unknown tag, which stays visible as written. */
export function findBlockKind(tag: BlockTag): BlockKind | undefined {
  const name = tag.closes ?? tag.name;
  const known = BLOCK_KINDS.get(name);
  if (known) return known;
  if (/^(?:swagger|openapi|api-method)(?:-[a-z-]+)?$/.test(name)) return { ending: 'optional', view: api };
  if (name === '@mermaid/diagram' && tag.values.has('content')) return { ending: 'never', view: diagram };
  if (name.startsWith('@') && (tag.closes !== undefined || /^https?:/i.test(tag.values.get('url') ?? '')))
    return { ending: 'optional', view: embed };
  return undefined;
}
