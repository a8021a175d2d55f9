import type { PdfBook } from '../../ports/pdf.ts';

/** Messages to the process that prints. */
export type PrinterRequest =
  | {
      readonly kind: 'print';
      readonly book: PdfBook;
      /** Sources of drawings that are not printed; undefined for all drawings. */
      readonly refused: ReadonlySet<string> | undefined;
      /** Memory limit of the process in bytes. */
      readonly maxMemory: number;
    }
  | { readonly kind: 'image'; readonly blob: string; readonly bytes: Uint8Array | undefined }
  /** Asks for the next bytes of the file. */
  | { readonly kind: 'next' };

/** Messages of the process that prints. */
export type PrinterReply =
  | { readonly kind: 'image'; readonly blob: string }
  /** A drawing is tried, which may take too much time or memory. */
  | { readonly kind: 'trial'; readonly source: string }
  | { readonly kind: 'tried' }
  /** Bytes of the file; none at its end. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly isLimit: boolean; readonly message: string };
