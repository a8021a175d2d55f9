import { titleHeading } from '../../domain/content/markdown/title-heading.ts';
import type {
  Block,
  BlockDocument,
  BlockPosition,
  DocumentOptions,
  Inline,
  Text,
} from '../../ports/content/block-documents.ts';
import { assignIds } from './block-ids.ts';
import { BlockReader, type SourceRange } from './block-reader.ts';
import { rawBlock } from './block-builders.ts';
import { BlockKeys } from './block-keys.ts';

const SCHEMA_VERSION = 8;
/** Maximum length of a block preview in UTF-16 units. */
const MAX_PREVIEW = 120;

/** Reports whether parsing Markdown could take long. */
export type IsTooComplex = (markdown: string) => boolean;

/** Converts Markdown into blocks; text that is too complex to parse becomes one raw paragraph. */
export class MarkdownBlocks {
  constructor(private readonly isTooComplex: IsTooComplex) {}

  /** @param options.title title of the page; a heading at the start of the document that repeats it is omitted */
  fromMarkdown(markdown: string, { title, forReaders }: DocumentOptions = {}): BlockDocument {
    const { nodes } = this.#read(markdown, forReaders);
    const [first, ...rest] = nodes;
    const isTitle =
      title !== undefined &&
      first?.type === 'heading-1' &&
      first.data['level'] === 1 &&
      titleHeading(markdown, title) !== undefined;
    const shown = assignIds(isTitle ? rest : nodes);
    return { object: 'document', data: { schemaVersion: SCHEMA_VERSION }, nodes: shown };
  }

  blocksOf(markdown: string): readonly BlockPosition[] {
    return this.#read(markdown).places;
  }

  #read(
    markdown: string,
    forReaders?: boolean,
  ): { readonly nodes: readonly Block[]; readonly places: readonly BlockPosition[] } {
    const { blocks, rangeOf } = this.#parse(markdown, forReaders);
    const places: BlockPosition[] = [];
    const keys = new BlockKeys((block) => {
      // Lines of code may be numerous and share the range of their block.
      if (block.type === 'code-line') return blockPreview(block);
      const { start, end } = rangeOf(block);
      return markdown.slice(start, end);
    });
    const nodes = keys.assign(blocks, (block, key, parent) => {
      places.push({
        key,
        type: block.type,
        ...(parent !== undefined && { parent }),
        ...rangeOf(block),
        preview: blockPreview(block),
      });
    });
    return { nodes, places };
  }

  #parse(
    markdown: string,
    forReaders?: boolean,
  ): { readonly blocks: readonly Block[]; readonly rangeOf: (block: Block) => SourceRange } {
    if (!this.isTooComplex(markdown)) {
      try {
        const reader = new BlockReader(markdown, forReaders);
        return { blocks: reader.blocks(), rangeOf: (block) => reader.rangeOf(block) };
      } catch (error) {
        // The document is nested deeper than the stack of the parser allows.
        if (!(error instanceof RangeError)) throw error;
      }
    }
    return { blocks: [rawBlock(markdown)], rangeOf: () => ({ start: 0, end: markdown.length }) };
  }
}

function blockPreview(block: Block): string {
  let preview = '';
  const add = (node: Block | Inline | Text): boolean => {
    if (preview.length > 2 * MAX_PREVIEW) return true;
    if (node.object === 'text') preview += node.leaves.map(({ text }) => text.slice(0, 2 * MAX_PREVIEW)).join('');
    else {
      const { title, label } = node.data;
      if (node.object === 'inline' && typeof label === 'string') preview += label;
      if (node.type === 'tabs-item' && typeof title === 'string') preview += `${title} `;
      node.nodes?.some(add);
      if (node.object === 'block') {
        node.fragments?.some((fragment) => fragment.nodes.some(add));
        preview += ' ';
      }
    }
    return false;
  };
  add(block);
  const line = preview.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_PREVIEW ? line : `${line.slice(0, MAX_PREVIEW - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
