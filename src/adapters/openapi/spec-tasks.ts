import type { FetchedDocument } from '../../ports/openapi-specs.ts';

/** Task of the worker; the result is that of the `OpenAPIParser` method of the same name. */
export type SpecTask =
  | { readonly kind: 'read'; readonly text: Uint8Array; readonly url: string | undefined }
  | { readonly kind: 'check'; readonly text: Uint8Array }
  | { readonly kind: 'diff'; readonly from: Uint8Array; readonly to: Uint8Array }
  | { readonly kind: 'describe'; readonly reference: Uint8Array };

/** Request of the worker for an external document during `read`. */
export interface SpecQuestion {
  readonly url: string;
}
export type SpecReply = FetchedDocument;
