import type { Block } from '../../ports/block-documents.ts';
import { contentReference } from './content-references.ts';
import type { TagLine } from './tag-lines.ts';

type Make = (type: string, data: Block['data'], nodes: readonly Block[]) => Block;
/** Turns a block tag with what stands between it and its end into blocks. */
export type Container = (tag: TagLine, inside: readonly Block[], make: Make) => Block[];

const HINTS = ['info', 'warning', 'danger', 'success'];

/** Only the parts that belong there; what else stands between them comes before, so that nothing is lost. */
const partsOf = (type: string, part: string): Container => (_tag, inside, make) => {
  const others = inside.filter((block) => block.type !== part);
  return [...others, make(type, {}, inside.filter((block) => block.type === part))];
};

export const CONTAINERS: ReadonlyMap<string, Container> = new Map<string, Container>([
  ['hint', ({ attributes }, inside, make) => [make('hint', { style: HINTS.includes(attributes['style'] ?? '') ? attributes['style'] : 'info' }, inside)]],
  ['tabs', partsOf('tabs', 'tabs-item')],
  ['tab', ({ attributes }, inside, make) => [make('tabs-item', { title: attributes['title'] ?? '' }, inside)]],
  ['stepper', partsOf('stepper', 'stepper-step')],
  ['step', (_tag, inside, make) => [make('stepper-step', {}, inside)]],
  ['columns', partsOf('columns', 'column')],
  ['column', ({ attributes }, inside, make) => [make('column', attributes['width'] === undefined ? {} : { width: lengthOf(attributes['width']) }, inside)]],
  ['if', ({ rest }, inside, make) => [make('if', { expression: rest }, inside)]],
  ['code', ({ attributes }, inside) => inside.map((block) => (block.type === 'code' ? { ...block, data: { ...block.data, ...codeData(attributes) } } : block))],
]);

function lengthOf(text: string): unknown {
  const [, value, unit] = /^(\d+(?:\.\d+)?)(%|px)?$/.exec(text) ?? [];
  return value === undefined ? { value: 100, unit: '%' } : { value: Number(value), unit: unit ?? 'px' };
}

function codeData({ title, overflow, lineNumbers, fullWidth }: Readonly<Record<string, string>>): Block['data'] {
  return {
    ...(title !== undefined && { title }),
    ...(overflow === 'wrap' && { overflow }),
    ...(lineNumbers !== undefined && { lineNumbers: lineNumbers === 'true' }),
    ...(fullWidth !== undefined && { fullWidth: fullWidth === 'true' }),
  };
}

/** A block tag that stands for itself; a caption between it and its end repeats what it says. */
export interface Leaf {
  readonly type: string;
  data(tag: TagLine): Block['data'];
}

export const LEAVES: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
  ['embed', { type: 'embed', data: ({ attributes }) => ({ url: attributes['url'] ?? '' }) }],
  ['file', { type: 'file', data: ({ attributes }) => ({ ref: contentReference(attributes['src'] ?? '') }) }],
  ['content-ref', { type: 'content-ref', data: ({ attributes }) => ({ ref: contentReference(attributes['url'] ?? '') }) }],
  ['include', { type: 'reusable-content', data: ({ attributes }) => ({ ref: contentReference(attributes[''] ?? '') }) }],
]);
