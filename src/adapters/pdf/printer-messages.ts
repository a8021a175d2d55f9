import type { PdfBook } from '../../ports/pdf.ts';
import type { PreviewPicture } from '../../ports/sites/preview-pictures.ts';

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
  | {
      readonly kind: 'draw';
      readonly picture: PreviewPicture;
      /** PNG file of the logo. */
      readonly logo: Uint8Array | undefined;
      readonly maxMemory: number;
    }
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
  /** The picture as SVG. */
  | { readonly kind: 'drawing'; readonly svg: string }
  | { readonly kind: 'failed'; readonly isLimit: boolean; readonly message: string };
