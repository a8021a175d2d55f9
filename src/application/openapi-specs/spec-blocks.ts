import { parseBlockTag } from '../../domain/content/markdown/block-tag.ts';
import { FencedCode } from '../../domain/content/markdown/fenced-code.ts';
import { operationIn, type DescribedSpec } from './spec-descriptions.ts';

/**
 * A block that names a part of a specification:
 * `{% openapi-operation spec="pets" path="/pets" method="get" %}`, `{% openapi-webhook spec="pets" name="born" method="post" %}`,
 * `{% openapi-schemas spec="pets" schemas="Pet,Owner" %}`.
 */
interface SpecBlock {
  readonly slug: string;
  readonly name: string;
  readonly tag: string;
  /** Renders the part as Markdown; undefined if the specification lacks it. */
  readonly render: (spec: DescribedSpec) => string | undefined;
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
/** Number of schemas that one block may name. */
const MAX_SCHEMAS = 50;

function parseBlocks(lines: readonly string[]): readonly SpecBlock[] {
  const found: SpecBlock[] = [];
  const fenced = new FencedCode();
  for (let at = 0; at < lines.length && found.length < MAX_BLOCKS; at++) {
    const line = lines[at]!;
    const tag = fenced.read(line) === undefined && OPENING.test(line) ? parseBlockTag(line) : undefined;
    if (tag === undefined || !NAME.test(tag.name)) continue;
    const { name, values } = tag;
    const slug = values.get('spec') ?? values.get('src');
    const told = rendererOf(name, values);
    if (slug === undefined || told === undefined) continue;
    const ending = new RegExp(`^\\{%-?\\s*end${name}\\s*-?%\\}\\s*$`);
    const next = lines.slice(at + 1, at + 1 + MAX_BODY).findIndex((each) => ending.test(each) || OPENING.test(each));
    const to = next >= 0 && ending.test(lines[at + 1 + next]!) ? at + 1 + next : at;
    found.push({ slug, render: told, name, tag: line.trimEnd(), from: at, to });
    at = to;
  }
  return found;
}

/** Returns the renderer of a block; undefined if required attributes are missing. */
function rendererOf(name: string, attributes: ReadonlyMap<string, string>): SpecBlock['render'] | undefined {
  if (name === 'openapi-schemas') {
    const names = attributes
      .get('schemas')
      ?.split(',')
      .map((each) => each.trim())
      .slice(0, MAX_SCHEMAS);
    return (
      names &&
      (({ description: { schemas } }) => {
        const parts = names
          .flatMap((each) => schemas.filter((schema) => schema.name === each))
          .map((schema) => `**${schema.name.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')}**\n\n${schema.markdown}`);
        return parts.length === 0 ? undefined : parts.join('\n\n');
      })
    );
  }
  const [path, method] = [attributes.get(name === 'openapi-webhook' ? 'name' : 'path'), attributes.get('method')];
  return path === undefined || method === undefined
    ? undefined
    : ({ description: described }) => operationIn(described, method, path)?.markdown;
}

/** Lists the slugs of the specifications that the blocks of a text name, each once. */
export const listNamedSpecs = (markdown: string): readonly string[] =>
  markdown.includes('{%') ? [...new Set(parseBlocks(markdown.split('\n')).map(({ slug }) => slug))] : [];

/** Fills the blocks of a text; leaves blocks unchanged whose specification or part is unavailable. */
export function fillSpecBlocks(markdown: string, specs: ReadonlyMap<string, DescribedSpec>): string {
  if (specs.size === 0) return markdown;
  const lines = markdown.split('\n');
  const parts: string[] = [];
  let at = 0;
  for (const { slug, render: told, name, tag, from, to } of parseBlocks(lines)) {
    const spec = specs.get(slug);
    const words = spec && told(spec);
    if (words === undefined) continue;
    parts.push(...lines.slice(at, from), tag, '', words, '', `{% end${name} %}`);
    at = to + 1;
  }
  return [...parts, ...lines.slice(at)].join('\n');
}
