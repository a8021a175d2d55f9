/** Collections one within the other: far more than anything that people write, far less than would overflow a stack. */
export const MAX_YAML_DEPTH = 64;

/** What stands before the first words of a line: blanks, and marks that open a collection each. */
const LEADING = /^[ \t]*(?:[-?:](?:[ \t]+|$))*/;

/**
 * Whether a text may nest deeper than is read: told by its indentation, its marks and its brackets, wherever they stand, so
 * that it may be said of what only looks nested. A parser must not find it out by overflowing the stack: where a regular
 * expression happens to be compiled at the very end of it, V8 ends the process. Linear.
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
