import type { Block } from '../../ports/content/block-documents.ts';
import {
  contentReference,
  block,
  emptyParagraph,
  fragment,
  includeReference,
  plainText,
  voidBlock,
  type Data,
} from './block-builders.ts';
import { parseBlockTag, type BlockTag } from '../../domain/content/markdown/block-tag.ts';

/**
 * Converts a block tag and the blocks before its end tag into a block; undefined if no block represents them without
 * loss.
 */
type ContainerTag = (tag: BlockTag, inside: readonly Block[]) => Block | undefined;
/** Converts a standalone block tag into a block; `inside` is present if the tag has an end tag. */
type StandaloneTag = (tag: BlockTag, inside: readonly Block[] | undefined) => Block | undefined;

const HINT_STYLES = ['info', 'warning', 'danger', 'success'];
const VERTICAL_ALIGNMENTS = ['top', 'middle', 'bottom'];
const UPDATE_FORMATS = ['numeric', 'full', 'short'];

/** Returns the attributes that have no member of their own in the block. */
function otherAttributes({ attributes }: BlockTag, ...known: readonly string[]): Data | undefined {
  const rest = Object.entries(attributes).filter(([name]) => !known.includes(name));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}
const isFlag = (value: string | undefined): boolean => value === undefined || value === 'true' || value === 'false';
/** Returns the blocks of a container, which has at least an empty paragraph. */
const contentOf = (inside: readonly Block[]): readonly Block[] => (inside.length > 0 ? inside : [emptyParagraph()]);

/** Creates a container that may only contain parts of one type, and has the name of its tag as type. */
const containerOf =
  (type: string): ContainerTag =>
  (tag, inside) => {
    const { fullWidth } = tag.attributes;
    if (!inside.every((one) => one.type === PARTS.get(type)) || !isFlag(fullWidth)) return undefined;
    return block(
      type,
      { fullWidth: fullWidth === 'true' || undefined, attributes: otherAttributes(tag, 'fullWidth') },
      inside,
    );
  };

/** Types of the only blocks that some containers may have, by the names of their tags. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['tabs', 'tabs-item'],
  ['stepper', 'stepper-step'],
  ['columns', 'column'],
  ['updates', 'update'],
]);

/** Returns the type of the only blocks that a container may have; undefined if it may have any. */
export const partTypeOf = (container: string): string | undefined => PARTS.get(container);

const PART_TYPES = new Set(PARTS.values());
/** Reports whether a block may only be in a container of its own. */
export const isPart = ({ type }: Block): boolean => PART_TYPES.has(type);

const CONTAINERS: ReadonlyMap<string, ContainerTag> = new Map<string, ContainerTag>([
  [
    'hint',
    (tag, inside) => {
      const { style = 'info', icon } = tag.attributes;
      const isKnown = HINT_STYLES.includes(style);
      return block(
        'hint',
        {
          style: isKnown ? style : 'info',
          icon,
          attributes: otherAttributes(tag, 'icon', ...(isKnown ? ['style'] : [])),
        },
        contentOf(inside),
      );
    },
  ],
  ['tabs', containerOf('tabs')],
  [
    'tab',
    (tag, inside) => {
      const { title = '', icon, slug } = tag.attributes;
      const attributes = otherAttributes(tag, 'title', 'icon', 'slug');
      return block('tabs-item', { title, icon, slug, attributes }, contentOf(inside));
    },
  ],
  ['stepper', containerOf('stepper')],
  [
    'step',
    (tag, inside) =>
      block(
        'stepper-step',
        { icon: tag.attributes['icon'], attributes: otherAttributes(tag, 'icon') },
        contentOf(inside),
      ),
  ],
  ['columns', containerOf('columns')],
  [
    'column',
    (tag, inside) => {
      const { width, verticalAlignment } = tag.attributes;
      const length = width === undefined ? undefined : parseLength(width);
      const isVertical = VERTICAL_ALIGNMENTS.includes(verticalAlignment ?? '');
      const known = ['width', ...(isVertical ? ['verticalAlignment'] : [])];
      return width !== undefined && length === undefined
        ? undefined
        : block(
            'column',
            {
              width: length,
              verticalAlignment: isVertical ? verticalAlignment : undefined,
              attributes: otherAttributes(tag, ...known),
            },
            contentOf(inside),
          );
    },
  ],
  [
    'updates',
    (tag, inside) => {
      const { format = 'full' } = tag.attributes;
      return UPDATE_FORMATS.includes(format) && inside.every(({ type }) => type === 'update')
        ? block('updates', { format, attributes: otherAttributes(tag, 'format') }, inside)
        : undefined;
    },
  ],
  [
    'update',
    (tag, inside) => {
      const { date = '', tags } = tag.attributes;
      const instant = parseDate(date);
      const slugs = tags?.split(',').map((slug) => slug.trim());
      if (instant === undefined || slugs?.includes('')) return undefined;
      return block(
        'update',
        {
          date: instant,
          tags: slugs?.map((slug) => ({ kind: 'tag', tag: slug })),
          attributes: otherAttributes(tag, 'date', 'tags'),
        },
        contentOf(inside),
      );
    },
  ],
  [
    'prompt',
    (tag, [only, ...more]) => {
      const { description = '', icon, defaultExpanded, openInAIProviders } = tag.attributes;
      if (
        only?.type !== 'code' ||
        more.length > 0 ||
        ![undefined, 'hidden', 'partial', 'full'].includes(defaultExpanded) ||
        !isFlag(openInAIProviders)
      )
        return undefined;
      return block(
        'prompt',
        {
          description,
          icon,
          openInAIProviders: openInAIProviders === undefined ? undefined : openInAIProviders === 'true',
          defaultExpanded,
          attributes: otherAttributes(tag, 'description', 'icon', 'defaultExpanded', 'openInAIProviders'),
        },
        [only],
      );
    },
  ],
  [
    'code',
    (tag, [only, ...more]) => {
      const { title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount: count } = tag.attributes;
      if (
        only?.type !== 'code' ||
        more.length > 0 ||
        !['scroll', 'wrap', undefined].includes(overflow) ||
        ![undefined, 'true', 'false'].includes(lineNumbers) ||
        !isFlag(fullWidth) ||
        ![undefined, 'true', 'false'].includes(expandable) ||
        (count !== undefined && !/^[1-9]\d{0,5}$/.test(count)) ||
        'attributes' in only.data
      )
        return undefined;
      const data = {
        title,
        overflow,
        lineNumbers: lineNumbers === undefined ? undefined : lineNumbers === 'true',
        fullWidth: fullWidth === 'true' || undefined,
        expandable: expandable === undefined ? undefined : expandable === 'true',
        collapsedLineCount: count === undefined ? undefined : Number(count),
        attributes: otherAttributes(
          tag,
          'title',
          'overflow',
          'lineNumbers',
          'fullWidth',
          'expandable',
          'collapsedLineCount',
        ),
      };
      return block('code', { ...only.data, ...data }, only.nodes ?? []);
    },
  ],
]);

/** Parses a length of HTML: pixels, or a number with a unit. */
export function parseLength(text: string): unknown {
  const [, value, unit] = /^(\d{1,6}(?:\.\d{1,16})?)(%|[a-z]{0,4})$/.exec(text.trim()) ?? [];
  return value === undefined ? undefined : unit === '' ? Number(value) : { value: Number(value), unit };
}

/** Creates a block with its caption: the content of the tag, or otherwise its attribute `caption`. */
function captionedBlock(
  tag: BlockTag,
  type: string,
  data: Data,
  inside: readonly Block[] | undefined,
  ...known: readonly string[]
): Block {
  const { caption } = tag.attributes;
  const hasContent = inside !== undefined && inside.length > 0;
  const isAttribute = !hasContent && caption !== undefined && caption.trim() !== '';
  const captions = hasContent ? inside : isAttribute ? [block('paragraph', {}, [plainText(caption)])] : [];
  const attributes = otherAttributes(tag, ...known, ...(isAttribute ? ['caption'] : []));
  return voidBlock(type, { ...data, attributes }, captions.length > 0 ? [fragment('caption', captions)] : undefined);
}

/** Parses a date as a timestamp (API type Timestamp); a day without a time begins at midnight UTC. */
function parseDate(text: string): string | undefined {
  const date = /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Returns the differences between the link in the body of a tag and the tag itself. */
function linkDifferences(inside: readonly Block[] | undefined, label: string, target: string): Data | undefined {
  if (inside === undefined || inside.length === 0) return {};
  const [only, ...more] = inside;
  const [link, ...rest] = only?.nodes ?? [];
  if (
    only?.type !== 'paragraph' ||
    more.length > 0 ||
    rest.length > 0 ||
    link?.object !== 'inline' ||
    link.type !== 'link' ||
    'title' in link.data
  )
    return undefined;
  const [words, ...others] = link.nodes ?? [];
  if (
    words?.object !== 'text' ||
    others.length > 0 ||
    words.leaves.length !== 1 ||
    words.leaves[0]!.marks.length > 0 ||
    words.leaves[0]!.raw
  )
    return undefined;
  const { text } = words.leaves[0]!;
  const same = JSON.stringify(link.data['ref']) === JSON.stringify(contentReference(target));
  const ref = link.data['ref'] as Readonly<Record<string, string>>;
  if (!same && ref['kind'] !== 'url') return undefined;
  return { ...(text !== label && { label: text }), ...(!same && { href: ref['url'] }) };
}

const referenceTag =
  (
    type: string,
    of: (tag: BlockTag) => { readonly target: string; readonly data: Data; readonly label?: string } | undefined,
    ...known: readonly string[]
  ): StandaloneTag =>
  (tag, inside) => {
    const found = of(tag);
    const differences = found && linkDifferences(inside, found.label ?? found.target, found.target);
    return (
      differences && voidBlock(type, { ...found!.data, ...differences, attributes: otherAttributes(tag, ...known) })
    );
  };

const openapiTag = (type: string, ...required: readonly string[]): StandaloneTag =>
  referenceTag(
    type,
    ({ attributes }) => {
      const { spec, headless } = attributes;
      if (
        spec === undefined ||
        spec === '' ||
        required.some((name) => attributes[name] === undefined) ||
        !isFlag(headless)
      )
        return undefined;
      return {
        target: spec,
        label: `OpenAPI ${spec}`,
        data: {
          ref: { kind: 'openapi', spec },
          ...Object.fromEntries(required.map((name) => [name, attributes[name]])),
          headless: headless === 'true' || undefined,
        },
      };
    },
    'spec',
    'headless',
    ...required,
  );

const swaggerTag: StandaloneTag = referenceTag(
  'swagger',
  ({ attributes: { src, path, method, expanded, fullWidth } }) => {
    if (!src || path === undefined || method === undefined || !isFlag(expanded) || !isFlag(fullWidth)) return undefined;
    return {
      target: src,
      data: {
        ref: contentReference(src),
        path,
        method,
        expanded: expanded === 'true' || undefined,
        fullWidth: fullWidth === 'true' || undefined,
      },
    };
  },
  'src',
  'path',
  'method',
  'expanded',
  'fullWidth',
);

const STANDALONE_TAGS: ReadonlyMap<string, StandaloneTag> = new Map<string, StandaloneTag>([
  [
    'embed',
    (tag, inside) => {
      const { url, fullWidth } = tag.attributes;
      return url === undefined || !isFlag(fullWidth)
        ? undefined
        : captionedBlock(
            tag,
            'embed',
            { url, fullWidth: fullWidth === 'true' || undefined },
            inside,
            'url',
            'fullWidth',
          );
    },
  ],
  [
    'file',
    (tag, inside) =>
      tag.attributes['src']
        ? captionedBlock(tag, 'file', { ref: contentReference(tag.attributes['src']) }, inside, 'src')
        : undefined,
  ],
  [
    'content-ref',
    referenceTag(
      'content-ref',
      ({ attributes: { url } }) => (url ? { target: url, data: { ref: contentReference(url) } } : undefined),
      'url',
    ),
  ],
  [
    'include',
    (tag, inside) =>
      tag.attributes[''] && inside === undefined && Object.keys(tag.attributes).length === 1
        ? voidBlock('reusable-content', { ref: includeReference(tag.attributes['']) })
        : undefined,
  ],
  [
    'page-ref',
    referenceTag(
      'content-ref',
      ({ attributes: { page } }) => (page ? { target: page, data: { ref: contentReference(page) } } : undefined),
      'page',
    ),
  ],
  ['openapi', swaggerTag],
  ['swagger', swaggerTag],
  ['openapi-operation', openapiTag('openapi-operation', 'path', 'method')],
  ['openapi-webhook', openapiTag('openapi-webhook', 'name', 'method')],
  [
    'openapi-schemas',
    (tag, inside) => {
      const { spec, schemas, grouped, title } = tag.attributes;
      if (!spec || !schemas || ![undefined, 'true', 'false'].includes(grouped)) return undefined;
      const said = linkDifferences(inside, `OpenAPI ${spec}`, spec);
      return (
        said &&
        voidBlock('openapi-schemas', {
          ref: { kind: 'openapi', spec },
          schemas: schemas.split(','),
          grouped: grouped === undefined ? undefined : grouped === 'true',
          title,
          ...said,
          attributes: otherAttributes(tag, 'spec', 'schemas', 'grouped', 'title'),
        })
      );
    },
  ],
]);

/** Reports whether a source is a tag that begins or ends a container, or a condition. */
export function isContainerTag(source: string): boolean {
  const tag = parseBlockTag(source);
  const name = tag?.closes ?? tag?.name ?? '';
  return CONTAINERS.has(name) || name === 'if';
}

/** Converts a tag with its content, if it has an end tag, into a block. */
export function tagToBlock(tag: BlockTag, inside: readonly Block[] | undefined): Block | undefined {
  if (tag.name === 'if')
    return inside === undefined || tag.rest === ''
      ? undefined
      : block('if', { expression: tag.rest.replace(/\s+/g, ' ') }, contentOf(inside));
  if (!tag.hasOnlyAttributes) return undefined;
  if (tag.name.startsWith('@')) return inside === undefined ? integrationBlock(tag) : undefined;
  const container = CONTAINERS.get(tag.name);
  if (container) return inside === undefined || '' in tag.attributes ? undefined : container(tag, inside);
  return STANDALONE_TAGS.get(tag.name)?.(tag, inside);
}

function integrationBlock({ name, attributes }: BlockTag): Block | undefined {
  const [integration, part] = name.slice(1).split('/');
  const { url, fullWidth, ...props } = attributes;
  if (!integration || !part || !isFlag(fullWidth) || '' in props) return undefined;
  // Tags are written on one line.
  if (Object.values(props).some((value) => value.includes('\n'))) return undefined;
  return voidBlock('integration', {
    integration,
    block: part,
    props,
    url,
    fullWidth: fullWidth === 'true' || undefined,
  });
}
