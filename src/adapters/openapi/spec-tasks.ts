import type { FetchedDocument } from '../../ports/openapi-specs.ts';

/** What the thread is asked to do; answered as the port of the same name says. */
export type SpecTask =
  | { readonly kind: 'read'; readonly text: Uint8Array; readonly url: string | undefined }
  | { readonly kind: 'check'; readonly text: Uint8Array }
  | { readonly kind: 'diff'; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly kind: 'describe'; readonly reference: Uint8Array };

/** What it asks for while it reads. */
export interface SpecQuestion {
  readonly url: string;
}
export type SpecReply = FetchedDocument;
