import { operationIn, type ShownSpec } from './described-specs.ts';

/** A block that names an operation of a specification: `{% openapi-operation spec="pets" path="/pets" method="get" %}`. */
interface OperationBlock {
  readonly slug: string;
  readonly path: string;
  readonly method: string;
  readonly name: string;
  readonly tag: string;
  /** Where it begins and ends in the lines of the text; its own end included, where it has one. */
  readonly from: number;
  readonly to: number;
}

const BLOCK = /^\{%-?\s*(openapi(?:-operation)?)\s([^\n]*?)-?%\}\s*$/;
const OPENING = /^\{%-?\s*openapi/;
const ATTRIBUTE = /([\w-]+)\s*=\s*"([^"]*)"/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Blocks of one page that are filled. */
const MAX_BLOCKS = 100;
/** Lines that a block without an end may be looked through for one. */
const MAX_BODY = 50;

function blocksIn(lines: readonly string[]): readonly OperationBlock[] {
  const found: OperationBlock[] = [];
  let fence: string | undefined;
  for (let at = 0; at < lines.length && found.length < MAX_BLOCKS; at++) {
    const line = lines[at]!;
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) fence = fence === undefined ? mark : undefined;
    const block = fence === undefined ? BLOCK.exec(line) : null;
    if (block === null) continue;
    const [, name = '', written = ''] = block;
    const attributes = new Map([...written.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key.toLowerCase(), value]));
    const [slug, path, method] = [attributes.get('spec') ?? attributes.get('src'), attributes.get('path'), attributes.get('method')];
    if (slug === undefined || path === undefined || method === undefined) continue;
    const ending = new RegExp(`^\\{%-?\\s*end${name}\\s*-?%\\}\\s*$`);
    const next = lines.slice(at + 1, at + 1 + MAX_BODY).findIndex((each) => ending.test(each) || OPENING.test(each));
    const to = next >= 0 && ending.test(lines[at + 1 + next]!) ? at + 1 + next : at;
    found.push({ slug, path, method, name, tag: line.trimEnd(), from: at, to });
    at = to;
  }
  return found;
}

/** The specifications that a text names in such blocks, each once. */
export const specsNamed = (markdown: string): readonly string[] => (markdown.includes('{%') ? [...new Set(blocksIn(markdown.split('\n')).map(({ slug }) => slug))] : []);

/** The text with what the operations are in the blocks that name them; a block whose operation is not to be had stays as it is. */
export function withOperations(markdown: string, specs: ReadonlyMap<string, ShownSpec>): string {
  if (specs.size === 0) return markdown;
  const lines = markdown.split('\n');
  const parts: string[] = [];
  let at = 0;
  for (const { slug, path, method, name, tag, from, to } of blocksIn(lines)) {
    const spec = specs.get(slug);
    const operation = spec && operationIn(spec.described, method, path);
    if (operation === undefined) continue;
    parts.push(...lines.slice(at, from), tag, '', operation.markdown, '', `{% end${name} %}`);
    at = to + 1;
  }
  return [...parts, ...lines.slice(at)].join('\n');
}
