import { parseBlockTag } from '../../domain/content/markdown/block-tag.ts';
import { FencedCode } from '../../domain/content/markdown/fenced-code.ts';
import { specBlockTarget, type SpecBlockTarget } from '../../domain/openapi-specs/spec-block-target.ts';
import { operationIn, type DescribedSpec } from './spec-descriptions.ts';

/** A block that names a part of a specification. */
interface SpecBlock {
  readonly target: SpecBlockTarget;
  readonly name: string;
  readonly tag: string;
  /** First and last line of the block in the text, including its end tag if it has one. */
  readonly from: number;
  readonly to: number;
}

const OPENING = /^\{%-?\s*openapi/;
const NAME = /^openapi(?:-operation|-webhook|-schemas)?$/;
/** Number of blocks that are filled in one page. */
const MAX_BLOCKS = 100;
/** Number of lines searched for the end tag of a block. */
const MAX_BODY = 50;

function parseBlocks(lines: readonly string[]): readonly SpecBlock[] {
  const found: SpecBlock[] = [];
  const fenced = new FencedCode();
  for (let at = 0; at < lines.length && found.length < MAX_BLOCKS; at++) {
    const line = lines[at]!;
    const tag = fenced.read(line) === undefined && OPENING.test(line) ? parseBlockTag(line) : undefined;
    if (tag === undefined || !NAME.test(tag.name)) continue;
    const { name } = tag;
    const target = specBlockTarget(tag);
    if (target === undefined) continue;
    const ending = new RegExp(`^\\{%-?\\s*end${name}\\s*-?%\\}\\s*$`);
    const next = lines.slice(at + 1, at + 1 + MAX_BODY).findIndex((each) => ending.test(each) || OPENING.test(each));
    const to = next >= 0 && ending.test(lines[at + 1 + next]!) ? at + 1 + next : at;
    found.push({ target, name, tag: line.trimEnd(), from: at, to });
    at = to;
  }
  return found;
}

/** Describes the part that a block names in Markdown; undefined if the specification lacks it. */
function describeTarget(target: SpecBlockTarget, { description }: DescribedSpec): string | undefined {
  if (target.kind !== 'schemas') return operationIn(description, target.method, target.path)?.markdown;
  const parts = target.names
    .flatMap((each) => description.schemas.filter((schema) => schema.name === each))
    .map((schema) => `**${schema.name.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')}**\n\n${schema.markdown}`);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** Lists the parts of specifications that the blocks of a text name. */
export const listSpecTargets = (markdown: string): readonly SpecBlockTarget[] =>
  markdown.includes('{%') ? parseBlocks(markdown.split('\n')).map(({ target }) => target) : [];

/** Fills the blocks of a text; leaves blocks unchanged whose specification or part is unavailable. */
export const fillSpecBlocks = (markdown: string, specs: ReadonlyMap<string, DescribedSpec>): string =>
  replaceBodies(markdown, specs, (words) => words);

/** Empties the blocks of a text that the specifications have a part for; leaves the others unchanged. */
export const emptySpecBlocks = (markdown: string, specs: ReadonlyMap<string, DescribedSpec>): string =>
  replaceBodies(markdown, specs, () => '');

function replaceBodies(
  markdown: string,
  specs: ReadonlyMap<string, DescribedSpec>,
  bodyOf: (description: string) => string,
): string {
  if (specs.size === 0) return markdown;
  const lines = markdown.split('\n');
  const parts: string[] = [];
  let at = 0;
  for (const { target, name, tag, from, to } of parseBlocks(lines)) {
    const spec = specs.get(target.slug);
    const words = spec && describeTarget(target, spec);
    if (words === undefined) continue;
    parts.push(...lines.slice(at, from), tag, '', bodyOf(words), '', `{% end${name} %}`);
    at = to + 1;
  }
  return [...parts, ...lines.slice(at)].join('\n');
}
