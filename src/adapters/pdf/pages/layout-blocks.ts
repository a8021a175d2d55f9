import { textOf, type Block, type Inline } from '../content/blocks.ts';
import { layParagraph, type Means } from '../text/layout-paragraph.ts';
import { wordsFor } from '../text/words.ts';
import { COLORS } from './colors.ts';
import { layCode, type CodeMeans } from './layout-code.ts';
import { layFormula } from './layout-formula.ts';
import { sideBySide } from './layout-rows.ts';
import { layTable } from './layout-table.ts';
import { HEADINGS, SPACE, TEXT, type Frame } from './measures.ts';
import { before, closed, gap, heightOf, type Mark, type LayoutBox } from './layout-box.ts';

export type BlockMeans = Means & CodeMeans;

const INDENT = 17;
const ITEM_SPACE = 2.5;
const BAR = 2.5;
/** Height of the image above a title. */
const COVER = 170;
/** Boxes and code up to this height are not divided between sheets. */
const MAX_WHOLE = 170;
/** Narrower than this nothing is indented any more. */
const LEAST_WIDTH = 90;
const MARKS = ['•', '◦', '▪'];

/** Blocks from top to bottom as strips of a page. */
export function layBlocks(blocks: readonly Block[], frame: Frame, means: BlockMeans, depth = 0): readonly LayoutBox[] {
  const slabs: LayoutBox[] = [];
  let names: Mark[] = [];
  for (const block of blocks) {
    if (block.kind === 'name') {
      names.push({ kind: 'name', y: 0, name: block.name });
      continue;
    }
    const laid = layBlock(block, frame, means, depth);
    if (laid.length === 0) continue;
    const first = slabs.length === 0;
    if (!first && block.kind !== 'heading')
      slabs.push(gap(depth > 0 && block.kind === 'list' && !block.steps ? ITEM_SPACE : SPACE, slabs.at(-1)?.joined));
    const shown = first && block.kind === 'heading' ? laid.slice(1) : laid;
    slabs.push(...(names.length > 0 ? named(shown, names) : shown));
    names = [];
  }
  if (names.length > 0) slabs.push({ height: 0, marks: names });
  return slabs;
}

/** The first strip that is not a gap carries the names. */
function named(slabs: readonly LayoutBox[], names: readonly Mark[]): readonly LayoutBox[] {
  const at = Math.max(
    0,
    slabs.findIndex((slab) => slab.gap !== true),
  );
  return slabs.map((slab, i) => (i === at ? { ...slab, marks: [...names, ...slab.marks] } : slab));
}

function layBlock(
  block: Exclude<Block, { kind: 'name' }>,
  frame: Frame,
  means: BlockMeans,
  depth: number,
): readonly LayoutBox[] {
  const { x, width, color } = frame;
  switch (block.kind) {
    case 'paragraph':
      return kept(
        layParagraph(
          block.inlines,
          { ...frame, leading: TEXT.leading, align: block.align, direction: block.direction },
          means,
        ),
      );
    case 'heading':
      return layHeading(block.level, block.inlines, frame, means);
    case 'list':
      return block.items.flatMap((item, i): readonly LayoutBox[] => {
        const number = block.first === undefined ? undefined : block.first + i;
        const mark =
          item.checked !== undefined
            ? item.checked
              ? '☑'
              : '☐'
            : number !== undefined
              ? `${number}.`
              : block.steps
                ? `${i + 1}`
                : MARKS[Math.min(depth, 2)]!;
        return [
          ...(i > 0 ? [gap(block.steps ? SPACE : ITEM_SPACE)] : []),
          ...layItem(item.blocks, mark, block.steps, frame, means, depth + 1),
        ];
      });
    case 'code':
      return whole(layCode(block, frame, means));
    case 'formula': {
      const formula = means.formulas.of(block.tex, true);
      return formula === undefined
        ? whole(layCode({ kind: 'code', text: block.tex, numbered: false }, frame, means))
        : layFormula(
            formula,
            block.tex,
            { x, size: frame.size, room: width, color: color ?? COLORS.text },
            means.shelf,
          );
    }
    case 'quote':
      return before(
        layBlocks(block.blocks, { ...inset(frame, 12, 12), color: COLORS.soft }, means, depth),
        (height) => [
          { kind: 'area', x: barAt(block.blocks, frame, means), y: 0, width: BAR, height, color: COLORS.line },
        ],
      );
    case 'box': {
      const inner = inset(frame, 11, 11);
      const title = layParagraph(
        block.title,
        {
          ...inner,
          leading: TEXT.leading,
          color: COLORS.tones[block.tone] === COLORS.tones.plain ? COLORS.text : COLORS.tones[block.tone],
        },
        means,
      );
      const body = layBlocks(block.blocks, inner, means, depth);
      const shown = [...(block.title.length > 0 ? [...title.map(joined), gap(3, true)] : []), ...body];
      return before(whole([gap(7, true), ...closed(shown, 7)]), (height) => [
        { kind: 'area', x, y: 0, width, height, color: COLORS.toneGrounds[block.tone] },
        {
          kind: 'area',
          x: barAt(block.blocks, frame, means),
          y: 0,
          width: BAR,
          height,
          color: COLORS.tones[block.tone],
        },
      ]);
    }
    case 'table':
      return layTable(block.rows, frame, (blocks, cell) => layBlocks(blocks, cell, means, 0));
    case 'columns': {
      const total = block.columns.reduce((sum, { weight }) => sum + (weight ?? 12 / block.columns.length), 0);
      if (width / Math.max(1, block.columns.length) < LEAST_WIDTH)
        return layBlocks(
          block.columns.flatMap(({ blocks }) => blocks),
          frame,
          means,
          depth,
        );
      const between = 14;
      let left = x;
      const columns = block.columns.map(({ blocks, weight }) => {
        const own = ((width - between * (block.columns.length - 1)) * (weight ?? 12 / block.columns.length)) / total;
        const laid = layBlocks(blocks, { ...frame, x: left, width: own }, means, depth);
        left += own + between;
        return laid;
      });
      return sideBySide(columns);
    }
    case 'image': {
      const { image, align, target } = block;
      const laid = means.images.alone(image, width);
      const leads = target ?? (image.url === undefined ? undefined : { url: image.url });
      if (laid === undefined) {
        const words = wordsFor(image) || (leads !== undefined && 'url' in leads ? leads.url : '');
        return words === ''
          ? []
          : layBlock(
              {
                kind: 'box',
                tone: 'plain',
                title: [],
                blocks: [
                  {
                    kind: 'paragraph',
                    align,
                    direction: 'auto',
                    inlines: [
                      textOf(words, {
                        italic: true,
                        scale: 0.9,
                        color: leads ? COLORS.link : COLORS.soft,
                        ...(leads && { target: leads }),
                      }),
                    ],
                  },
                ],
              },
              frame,
              means,
              depth,
            );
      }
      const left = align === 'center' ? x + (width - laid.width) / 2 : align === 'end' ? x + width - laid.width : x;
      return [
        {
          height: laid.height,
          marks: [
            { kind: 'image', x: left, y: 0, width: laid.width, height: laid.height, image: laid.opened },
            ...(target
              ? [{ kind: 'link', x: left, y: 0, width: laid.width, height: laid.height, target } as const]
              : []),
          ],
        },
      ];
    }
    case 'cover': {
      const laid = means.images.across(block.image, width);
      if (laid === undefined) return [];
      const height = Math.min(laid.height, COVER);
      return [
        {
          height,
          marks: [
            {
              kind: 'image',
              x,
              y: (height - laid.height) / 2,
              width,
              height: laid.height,
              image: laid.opened,
              clip: height,
            },
          ],
          joined: true,
        },
        gap(16, true),
      ];
    }
    case 'rule':
      return [{ height: 11, marks: [{ kind: 'area', x, y: 5, width, height: 0.7, color: color ?? COLORS.line }] }];
  }
}

/** What is small stays on one sheet. */
const whole = (slabs: readonly LayoutBox[]): readonly LayoutBox[] =>
  heightOf(slabs) > MAX_WHOLE ? slabs : slabs.map((slab, i) => (i < slabs.length - 1 ? joined(slab) : slab));

const joined = (slab: LayoutBox): LayoutBox => ({ ...slab, joined: true });
const inset = (frame: Frame, left: number, right = 0): Frame =>
  frame.width - left - right < LEAST_WIDTH ? frame : { ...frame, x: frame.x + left, width: frame.width - left - right };

/** No first or last line of a paragraph alone on a page. */
function kept(lines: readonly LayoutBox[]): readonly LayoutBox[] {
  return lines.map((line, i) => (lines.length > 1 && (i === 0 || i === lines.length - 2) ? joined(line) : line));
}

function layHeading(level: number, inlines: readonly Inline[], frame: Frame, means: BlockMeans): readonly LayoutBox[] {
  const { size, above, below } = HEADINGS[level] ?? HEADINGS[6]!;
  const fitted = frame.size < TEXT.body ? Math.min(size, frame.size * 1.1) : size;
  const bold = inlines.map((inline): Inline =>
    inline.kind === 'text' || inline.kind === 'image' ? { ...inline, style: { ...inline.style, bold: true } } : inline,
  );
  return [
    gap(above, true),
    ...layParagraph(bold, { ...frame, size: fitted, leading: 1.28 }, means).map(joined),
    gap(below, true),
  ];
}

/** An item of a list with its mark on the side where reading begins. */
function layItem(
  blocks: readonly Block[],
  mark: string,
  step: boolean,
  frame: Frame,
  means: BlockMeans,
  depth: number,
): readonly LayoutBox[] {
  const indent = step ? 26 : INDENT;
  const shown: readonly Block[] =
    blocks.length > 0 ? blocks : [{ kind: 'paragraph', inlines: [textOf(' ')], align: 'start', direction: 'auto' }];
  const rightToLeft = startsRightToLeft(shown, means);
  const inner =
    frame.width - indent < LEAST_WIDTH
      ? frame
      : { ...frame, x: frame.x + (rightToLeft ? 0 : indent), width: frame.width - indent };
  const body = layBlocks(shown, inner, means, depth);
  const markFrame = {
    x: rightToLeft ? frame.x + frame.width - indent + (step ? 8 : 5) : frame.x,
    width: indent - (step ? 0 : 5),
    size: frame.size,
    leading: TEXT.leading,
    ...(frame.color !== undefined && { color: frame.color }),
  };
  const [line] = layParagraph(
    [textOf(mark, step ? { bold: true, color: COLORS.soft } : { color: COLORS.soft })],
    { ...markFrame, align: step || rightToLeft ? 'start' : 'end', direction: 'ltr' },
    means,
  );
  const at = Math.max(
    0,
    body.findIndex((slab) => slab.gap !== true),
  );
  const below = body[at];
  if (below === undefined || line === undefined) return body;
  const lower = Math.max(0, Math.min(below.height, 40) - line.height) / 2;
  const offset = blocks[0]?.kind === 'heading' || below.height > 40 ? lower : 0;
  return body.map((slab, i) =>
    i === at
      ? {
          ...slab,
          height: Math.max(slab.height, line.height),
          marks: [...line.marks.map((each) => ({ ...each, y: each.y + offset })), ...slab.marks],
        }
      : slab,
  );
}

/** The bar of a box stands where reading begins. */
const barAt = (blocks: readonly Block[], { x, width }: Frame, means: BlockMeans): number =>
  startsRightToLeft(blocks, means) ? x + width - BAR : x;

/** Whether the first text is read from right to left. */
function startsRightToLeft(blocks: readonly Block[], { directionOf }: BlockMeans): boolean {
  for (const block of blocks) {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    return block.direction === 'auto' ? directionOf(block.inlines) === 'rtl' : block.direction === 'rtl';
  }
  return false;
}
