/**
 * Tells whether the texts of blocks have more characters than a limit, which their Markdown then exceeds too. Takes
 * little time for blocks of any length, unlike the conversion.
 */
export function exceedsLength(blocks: unknown, limit: number): boolean {
  let rest = limit;
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
