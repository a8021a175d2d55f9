import { childrenOf, type Nodes } from './nodes.ts';

/** Lists of lines such as `1,3-5`. */
const LINES = /^[\d,\s-]{1,200}$/;
const BRACES = /(?:^|\s)(?:(ins|del|mark|hl_lines|highlight)=)?(?:\{([^{}]*)\}|"([^"]*)")/g;
const TITLE = /(?:^|\s)(?:title|filename)=(?:"([^"]*)"|'([^']*)')/;
const ATTRIBUTES: Readonly<Record<string, string>> = { ins: 'dataInserted', del: 'dataDeleted' };
const NUMBERED = /(?:^|\s)(?:showLineNumbers|linenums|lineNumbers)(?:\s|=(?:"1"|true|"true")|$)/;

/**
 * Reads what stands behind the language of fenced code, in the notations that documentation generators share: a title,
 * and the numbers of highlighted, inserted and deleted lines.
 */
export function readCodeMeta(parent: Nodes): void {
  for (const node of childrenOf(parent) ?? []) {
    if (node.type !== 'code') {
      readCodeMeta(node);
      continue;
    }
    const { meta } = node;
    if (!meta || meta.length > 1_000) continue;
    const properties: Record<string, string> = {};
    const title = TITLE.exec(meta);
    if (title) properties['dataTitle'] = title[1] ?? title[2]!;
    for (const [, name, braces, quoted] of meta.matchAll(BRACES)) {
      const lines = name === undefined ? braces : (braces ?? quoted);
      if (lines !== undefined && LINES.test(lines)) properties[ATTRIBUTES[name ?? ''] ?? 'dataLines'] = lines;
    }
    if (NUMBERED.test(meta)) properties['dataNumbered'] = 'true';
    if (Object.keys(properties).length > 0)
      node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } };
  }
}

/** Maximum number of a marked line. */
const MAX_LINE = 10_000;

/** Lists the lines that a list such as `1,3-5` or `1 3-5` names. */
export function* listLines(list: string): Generator<number> {
  for (const [, from, to] of list.matchAll(/(\d{1,5})(?:-(\d{1,5}))?/g))
    for (let line = Number(from); line <= Math.min(Number(to ?? from), MAX_LINE); line++) yield line;
}
