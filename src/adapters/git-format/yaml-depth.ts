/** Maximum nesting of collections: far more than people write, far less than would overflow a stack. */
export const MAX_YAML_DEPTH = 64;

/** Space and marks at the start of a line; each mark opens a collection. */
const LEADING = /^[ \t]*(?:[-?:](?:[ \t]+|$))*/;

/**
 * Reports whether a text may be nested deeper than the limit, judged by indentation, marks and brackets anywhere, so it
 * may overestimate. The parser must not find out by overflowing the stack, because V8 ends the process when a regular
 * expression is compiled at the end of the stack. Runs in linear time.
 */
export function isTooDeepYaml(text: string): boolean {
  const stack: { readonly indent: number; readonly levels: number }[] = [];
  let levels = 0;
  let brackets = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const indent = line.search(/[^ \t]/);
    if (indent < 0) continue;
    while (stack.length > 0 && stack.at(-1)!.indent >= indent) levels -= stack.pop()!.levels;
    const marks = LEADING.exec(line)![0].match(/[-?:]/g)?.length ?? 0;
    stack.push({ indent, levels: 1 + marks });
    levels += 1 + marks;
    if (levels > MAX_YAML_DEPTH) return true;
    for (const [bracket] of line.matchAll(/[[\]{}]/g)) {
      brackets = bracket === '[' || bracket === '{' ? brackets + 1 : Math.max(0, brackets - 1);
      if (brackets > MAX_YAML_DEPTH) return true;
    }
  }
  return false;
}
