/** Downloaded page with options for reading it. */
export interface PageRequest {
  readonly format: 'html' | 'markdown' | 'confluence' | 'docx';
  readonly bytes: Uint8Array;
  /** Content-Type header, for the encoding. */
  readonly contentType: string;
  /** URL of the page after redirects. */
  readonly url: string;
  /** Prefix of every target in the Markdown; must not occur in the page. */
  readonly mark: string;
  /** Maximum number of links that are returned and targets that are marked. */
  readonly maxLinks: number;
}

/** Target of a link or image. In the Markdown it is `<mark><number>x`, with its index in the list. */
export interface LinkTarget {
  readonly kind: 'link' | 'image';
  readonly url: string;
}

/** Content and links of a page. */
export interface PageText {
  readonly title?: string;
  readonly description?: string;
  /** URL that the page declares as its own. */
  readonly canonical?: string;
  /** URLs of all links in order, without fragments. */
  readonly links: readonly string[];
  readonly targets: readonly LinkTarget[];
  readonly markdown: string;
  /** URL of the page above, for formats that state it. */
  readonly parent?: string;
  /** Sentences about parts of the document that the text lacks. */
  readonly losses?: readonly string[];
}
