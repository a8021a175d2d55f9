import { PLAIN, textOf, type Align, type Block, type Direction, type Inline, type Tone } from './blocks.ts';
import { attribute, classesOf, elementsIn, isElement, isInline, textIn, type Element, type Node } from './html-tree.ts';
import { isFormula, plainText, readInlines, type Addresses } from './read-inlines.ts';
import { alignOf, readTable } from './read-table.ts';

/** The blocks of a page from the HTML that a site would show; what HTML hides until it is asked for (tabs, details) is there in order. */
export function readBlocks(nodes: readonly Node[], addresses: Addresses, align: Align = 'start'): readonly Block[] {
  const blocks: Block[] = [];
  let line: Node[] = [];
  const endLine = (): void => {
    const inlines = readInlines(line, addresses);
    line = [];
    if (inlines.length > 0) blocks.push(...paragraphs(inlines, 'auto', align));
  };
  for (const node of nodes) {
    if (isInline(node)) line.push(node);
    else if (isElement(node)) {
      endLine();
      const id = attribute(node, 'id');
      if (id !== undefined) blocks.push({ kind: 'name', name: addresses.name(id) });
      blocks.push(...readBlock(node, addresses, align));
    }
  }
  endLine();
  return blocks;
}

function readBlock(node: Element, addresses: Addresses, around: Align): readonly Block[] {
  const { tagName, childNodes } = node;
  const classes = classesOf(node);
  const align = alignOf(node, classes) ?? around;
  const inner = (nodes: readonly Node[] = childNodes): readonly Block[] => readBlocks(nodes, addresses, align);
  switch (tagName) {
    case 'p':
      return paragraphs(
        readInlines(childNodes, addresses, classes.includes('q-notice') ? { ...PLAIN, italic: true } : PLAIN),
        directionOf(node),
        align,
      );
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      if (classes.includes('sr-only')) return [];
      return [
        {
          kind: 'heading',
          level: Number(tagName[1]),
          inlines: readInlines(childNodes, addresses),
          direction: directionOf(node),
        },
      ];
    case 'ul':
    case 'ol':
      return classes.includes('q-cards')
        ? elementsIn(node).map((card) => box('plain', [], readBlocks(card.childNodes, addresses)))
        : [readList(node, addresses)];
    case 'blockquote':
      return [{ kind: 'quote', blocks: inner() }];
    case 'pre':
      return [codeOf(node, false)];
    case 'figure':
      return readFigure(node, classes, addresses, align);
    case 'figcaption':
      return inner();
    case 'table':
      return [readTable(node, (nodes, own) => readBlocks(nodes, addresses, own))];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'details':
      return [readDetails(node, addresses)];
    case 'dl':
      return elementsIn(node).flatMap((part): readonly Block[] =>
        part.tagName === 'dt'
          ? paragraphs(readInlines(part.childNodes, addresses, { ...PLAIN, bold: true }), 'auto', align)
          : part.tagName === 'dd'
            ? [{ kind: 'list', first: undefined, steps: false, items: [{ blocks: inner(part.childNodes) }] }]
            : inner([part]),
      );
    case 'div':
      return readDivision(node, classes, addresses, inner);
    case 'section':
      return classes.includes('footnotes') ? [{ kind: 'rule' }, ...inner()] : inner();
    default:
      return inner();
  }
}

function readDivision(
  node: Element,
  classes: readonly string[],
  addresses: Addresses,
  inner: () => readonly Block[],
): readonly Block[] {
  const hint = classes.find((name) => name.startsWith('q-hint-'))?.slice('q-hint-'.length) as Tone | undefined;
  if (hint !== undefined)
    return [box(hint, [textOf(attribute(node, 'aria-label') ?? '', { bold: true, scale: 0.9 })], inner())];
  if (classes.includes('q-columns'))
    return [
      {
        kind: 'columns',
        columns: elementsIn(node).map((column) => ({
          blocks: readBlocks(column.childNodes, addresses),
          weight: weightOf(column),
        })),
      },
    ];
  if (classes.includes('q-link') || classes.includes('q-api')) return [box('plain', [], inner())];
  return inner();
}

const box = (tone: Tone, title: readonly Inline[], blocks: readonly Block[]): Block => ({
  kind: 'box',
  tone,
  title,
  blocks,
});

const weightOf = (column: Element): number | undefined => {
  const twelfths = classesOf(column).find((name) => name.startsWith('q-w-'));
  return twelfths === undefined ? undefined : Number(twelfths.slice('q-w-'.length)) || undefined;
};

function readDetails(node: Element, addresses: Addresses): Block {
  const summary = elementsIn(node).find(({ tagName }) => tagName === 'summary');
  const rest = node.childNodes.filter((child) => child !== summary);
  const names =
    summary === undefined
      ? []
      : elementsIn(summary).flatMap((inner): Inline[] => {
          const id = attribute(inner, 'id');
          return id === undefined || isInline(inner) ? [] : [{ kind: 'name', name: addresses.name(id) }];
        });
  const words =
    summary === undefined
      ? []
      : readInlines(
          summary.childNodes.flatMap((child) => (isElement(child) && !isInline(child) ? child.childNodes : [child])),
          addresses,
          { ...PLAIN, bold: true },
        );
  return box('plain', [...names, ...words], readBlocks(rest, addresses));
}

function readList(node: Element, addresses: Addresses): Block {
  const ordered = node.tagName === 'ol';
  const items = elementsIn(node)
    .filter(({ tagName }) => tagName === 'li')
    .map((item) => {
      const box = taskOf(item);
      const id = attribute(item, 'id');
      const blocks = readBlocks(item.childNodes, addresses);
      return {
        blocks: id === undefined ? blocks : [{ kind: 'name', name: addresses.name(id) } as Block, ...blocks],
        ...(box !== undefined && { checked: attribute(box, 'checked') !== undefined }),
      };
    });
  const start = Number(attribute(node, 'start') ?? 1);
  return {
    kind: 'list',
    first: ordered ? (Number.isSafeInteger(start) ? start : 1) : undefined,
    steps: classesOf(node).includes('q-steps'),
    items,
  };
}

/** The box of a task, taken out of its item: it stands where other items have their mark. */
function taskOf(item: Element): Element | undefined {
  if (!classesOf(item).includes('task-list-item')) return undefined;
  for (const parent of [item, ...elementsIn(item).slice(0, 1)]) {
    const box = elementsIn(parent).find(({ tagName }) => tagName === 'input');
    if (box === undefined) continue;
    parent.childNodes.splice(parent.childNodes.indexOf(box), 1);
    return box;
  }
  return undefined;
}

function readFigure(node: Element, classes: readonly string[], addresses: Addresses, align: Align): readonly Block[] {
  const caption = elementsIn(node).find(({ tagName }) => tagName === 'figcaption');
  const rest = node.childNodes.filter((child) => child !== caption);
  if (classes.includes('q-code')) {
    const title = caption && plainText(caption);
    return rest.flatMap((child): readonly Block[] =>
      isElement(child) && child.tagName === 'pre'
        ? [codeOf(child, classes.includes('q-numbered'), title)]
        : readBlocks([child], addresses),
    );
  }
  const said =
    caption === undefined
      ? []
      : readInlines(
          caption.childNodes.flatMap((child) => (isElement(child) && !isInline(child) ? child.childNodes : [child])),
          addresses,
          { ...PLAIN, scale: 0.88 },
        );
  const body = readBlocks(rest, addresses, align);
  if (classes.includes('q-prompt')) return [box('plain', said, body)];
  return said.length === 0 ? body : [...body, { kind: 'paragraph', inlines: said, align, direction: 'auto' }];
}

function codeOf(pre: Element, numbered: boolean, title?: string): Block {
  const code = elementsIn(pre).find(({ tagName }) => tagName === 'code');
  if (code !== undefined && isFormula(code)) return { kind: 'formula', tex: textIn(code).trim() };
  const language = classesOf(code ?? pre)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length);
  const text = textIn(pre).replace(/\n$/, '');
  return {
    kind: 'code',
    text,
    numbered,
    ...(language !== undefined && { language }),
    ...(title !== undefined && title !== '' && { title }),
  };
}

/** A paragraph; an image that stands alone in it, or in a row of images, is one in its own right. */
function paragraphs(inlines: readonly Inline[], direction: Direction, align: Align): readonly Block[] {
  const visible = inlines.filter(({ kind }) => kind !== 'name');
  if (
    visible.length > 0 &&
    visible.every(
      (each) => each.kind === 'image' || each.kind === 'break' || (each.kind === 'text' && each.text.trim() === ''),
    )
  ) {
    return inlines.flatMap((each): readonly Block[] => {
      if (each.kind === 'name') return [{ kind: 'name', name: each.name }];
      if (each.kind !== 'image') return [];
      const { target } = each.style;
      return [{ kind: 'image', image: each.image, align, ...(target && { target }) }];
    });
  }
  if (visible.length === 0)
    return inlines.flatMap((each): readonly Block[] =>
      each.kind === 'name' ? [{ kind: 'name', name: each.name }] : [],
    );
  return [{ kind: 'paragraph', inlines, direction, align }];
}

const directionOf = (node: Element): Direction => {
  const dir = attribute(node, 'dir');
  return dir === 'ltr' || dir === 'rtl' ? dir : 'auto';
};
