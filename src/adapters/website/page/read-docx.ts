import mammoth from 'mammoth';
import { fromBufferPromise } from 'yauzl';
import type { PageRequest, PageText } from './page-text.ts';
import { readPage } from './read-page.ts';

/** Styles of Word that have a meaning beyond those that are known to the library. */
const STYLES = [
  "p[style-name='Title'] => h1.document-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='caption'] => p:fresh > em",
  "p[style-name='TOC Heading'] => !",
  ...Array.from({ length: 9 }, (_, n) => `p[style-name='toc ${n + 1}'] => !`),
  "r[style-name='HTML Code'] => code",
  'u => u',
  'highlight => mark',
];
/** Limits of the archive that a document is. */
const MAX_ENTRIES = 5_000;
const MAX_UNPACKED_BYTES = 128 * 1024 ** 2;

/** Message of the library about equations, which it leaves out. */
const EQUATION = /\/math\}oMath/;

const TITLE = /<h1 class="document-title">/;

/**
 * Converts a Word document into one page. Its title is the paragraph with the style Title, else the only heading of the
 * first level; a document with several of them has no title of its own and keeps all of them. Its table of contents is
 * left out, since each page has one.
 *
 * @throws Error when the file is not a Word document or is too large
 */
export async function readDocx(request: PageRequest): Promise<PageText> {
  const { value, messages } = await convertToHtml(Buffer.from(request.bytes)).catch((cause: unknown) => {
    throw cause instanceof TooLarge ? cause : new Error('the file is not a Word document, or is damaged', { cause });
  });
  const headings = [...value.matchAll(/<h1[\s>]/g)].length;
  const hasTitle = TITLE.test(value) || headings === 1;
  const titled = hasTitle ? value : `<h1> </h1>${value}`;
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body>${titled}</body></html>`;
  const losses = messages.some(({ message }) => EQUATION.test(message)) ? ['equations are left out'] : [];
  const page = {
    ...readPage({ ...request, bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8' }),
    losses,
  };
  if (hasTitle) return page;
  const { title: _title, ...untitled } = page;
  return untitled;
}

async function convertToHtml(bytes: Buffer): ReturnType<typeof mammoth.convertToHtml> {
  await requireBounded(bytes);
  return mammoth.convertToHtml({ buffer: bytes }, { styleMap: STYLES });
}

class TooLarge extends Error {}

/** Requires that a document unpacks to a bounded size, by unpacking it, because its headers may lie. */
async function requireBounded(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
  if (zip.entryCount > MAX_ENTRIES) throw new TooLarge(`the document has more than ${MAX_ENTRIES} parts`);
  let unpacked = 0;
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).byteLength;
      if (unpacked > MAX_UNPACKED_BYTES)
        throw new TooLarge(`the document unpacks to more than the limit of ${MAX_UNPACKED_BYTES} bytes`);
    }
}
