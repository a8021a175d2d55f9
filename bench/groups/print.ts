/** Printed pages of about a kilobyte in sections of 50, with a list, code and links. */
const PER_SECTION = 50;

type Call = (method: string, path: string, body?: unknown) => Promise<any>;

/**
 * Fills a new space and renders it as PDF.
 *
 * @returns milliseconds to the last byte, the size in bytes, and the wait of other requests
 */
export async function printSpace(
  api: Call,
  organization: string,
  size: number,
): Promise<{ readonly ms: number; readonly bytes: number; readonly longestWait: number }> {
  const { id } = await api('POST', `/v1/orgs/${organization}/spaces`, { title: `Printed ${size}` });
  const text = (i: number): string =>
    `# Page ${i}\n\n${Array.from({ length: 8 }, (_, line) => `Line ${line} of page ${i} speaks of configuration ${(i * 31 + line) % 997} at some length, as documentation does.`).join('\n\n')}\n\n* [One](page-${(i * 7) % size}.md)\n* two\n\n\`\`\`js\nconst page = ${i}; // code\n\`\`\`\n`;
  for (let from = 0; from < size; from += PER_SECTION) {
    const changes = Array.from({ length: Math.min(PER_SECTION, size - from) }, (_, k) => ({
      operation: 'insert_page',
      title: `Page ${from + k}`,
      slug: `page-${from + k}`,
      document: { markdown: text(from + k) },
      ...(k === 0 ? { ref: 'section' } : { into: 'section' }),
    }));
    await api('POST', `/v1/spaces/${id}/content`, { changes });
  }
  let longestWait = 0;
  let printing = true;
  const watching = (async () => {
    while (printing) {
      const from = performance.now();
      await api('GET', `/v1/spaces/${id}`);
      longestWait = Math.max(longestWait, performance.now() - from);
    }
  })();
  const { url } = await api('GET', `/v1/spaces/${id}/pdf`);
  const from = performance.now();
  for (;;) {
    const answer = await fetch(url);
    const { byteLength } = await answer.arrayBuffer();
    if (answer.status === 202) continue;
    const ms = performance.now() - from;
    printing = false;
    await watching;
    if (answer.status !== 200) throw new Error(`the PDF is a ${answer.status}`);
    return { ms, bytes: byteLength, longestWait };
  }
}
