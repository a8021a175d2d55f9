import type { PdfBook } from '../../ports/pdf.ts';

/** What the thread that prints is told. */
export type ToPrinter =
  | { readonly kind: 'print'; readonly book: PdfBook }
  | { readonly kind: 'image'; readonly blob: string; readonly bytes: Uint8Array | undefined }
  /** Bytes of the file that were taken. */
  | { readonly kind: 'taken'; readonly bytes: number };

/** What it says. */
export type FromPrinter =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'image'; readonly blob: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly refused: boolean; readonly message: string };
