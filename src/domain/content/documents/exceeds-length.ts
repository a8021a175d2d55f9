/**
 * Tells whether the texts of blocks are certain to have more characters than a limit, because they have more than twice
 * as many UTF-16 units; their Markdown exceeds the limit too. Takes little time for blocks of any length, unlike the
 * conversion.
 */
export function exceedsLength(blocks: unknown, limit: number): boolean {
  let rest = 2 * limit;
  const open: unknown[] = [blocks];
  while (open.length > 0 && rest >= 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { object, text } = value as { readonly object?: unknown; readonly text?: unknown };
    if (object === 'leaf' && typeof text === 'string') rest -= text.length;
    else for (const member of Object.values(value)) open.push(member);
  }
  return rest < 0;
}
