import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves a documentation website of the given number of pages on loopback, each with a menu of all sections, text,
 * code, a table and links.
 */
export async function serveWebsite(pages: number): Promise<{ readonly url: string; stop(): void }> {
  const sections = Math.ceil(pages / 25);
  const pathOf = (page: number): string =>
    page === 0 ? '/' : page <= sections ? `/s${page}` : `/s${(page % sections) + 1}/p${page}`;
  const menu = Array.from({ length: sections }, (_, i) => `<li><a href="/s${i + 1}">Section ${i + 1}</a></li>`).join(
    '',
  );
  const words =
    'A paragraph of <b>ordinary</b> text with <code>code</code>, a few commas, and some more words to make it as long as such paragraphs are.';
  const bodies = new Map(
    Array.from({ length: pages }, (_, page) => {
      const below = Array.from({ length: pages }, (__, other) => other).filter(
        (other) => other > sections && (other % sections) + 1 === page,
      );
      const text = Array.from(
        { length: 8 },
        (__, i) =>
          `<h2 id="part-${i}">Part ${i}</h2><p>${words}</p><ul><li>one</li><li><a href="${pathOf((page * 7 + i) % pages)}#part-1">two</a></li></ul>`,
      ).join('');
      const table = `<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody>${'<tr><td>a</td><td>b</td></tr>'.repeat(10)}</tbody></table>`;
      const links = below.map((other) => `<li><a href="${pathOf(other)}">Page ${other}</a></li>`).join('');
      return [
        pathOf(page),
        `<!doctype html><html><head><title>Page ${page}</title></head><body><nav><ul>${menu}</ul></nav><main><h1>Page ${page}</h1>${text}<pre><code class="language-js">const page = ${page};\n</code></pre>${table}<ul>${links}</ul></main></body></html>`,
      ];
    }),
  );
  const server = createServer((request, response) => {
    const body = bodies.get(request.url!);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
