import { buffer } from 'node:stream/consumers';
import type { PageNode } from '../../../src/domain/content/content-reads.ts';
import type { PdfBook, PdfRenderer } from '../../../src/ports/pdf.ts';

export interface BookPage {
  readonly title: string;
  readonly markdown: string;
}

/** Creates a book of pages, and of files that pages show as `/files/<name>`. */
export function bookOf(pages: readonly BookPage[], files: readonly string[] = []): PdfBook {
  const tree = pages.map(({ title }, i) => ({
    page: { id: pageOf(i), type: 'document', title, slug: `page-${i}`, layout: {}, document: 'x' },
    path: `page-${i}`,
    pages: [],
  }));
  return {
    title: 'Book',
    organization: 'Organization',
    date: '2026-01-02T00:00:00.000Z',
    tree: tree as unknown as readonly PageNode[],
    documents: new Map(pages.map(({ markdown }, i) => [pageOf(i), markdown])),
    files: files.map((name) => ({
      id: name.padEnd(20, '0'),
      name,
      contentType: 'application/octet-stream',
      size: 1,
      blob: name,
    })) as unknown as PdfBook['files'],
    variables: new Map(),
    includes: new Map(),
  };
}

/** Id of a page of the book, by its position. */
export const pageOf = (i: number): string => `Page${i}`.padEnd(20, 'x');

/** Path under which a page shows a file of the book. */
export const fileOf = (name: string): string => `/files/${name.padEnd(20, '0')}`;

/** Renders a book to the end. @param files bytes of the files of the book by name */
export async function printBook(
  renderer: PdfRenderer,
  pages: readonly BookPage[],
  files: Readonly<Record<string, Uint8Array | string>> = {},
): Promise<Buffer> {
  const load = async (blob: string): Promise<Uint8Array | undefined> => Buffer.from(files[blob] as Uint8Array);
  return buffer(renderer.render(bookOf(pages, Object.keys(files)), load));
}
