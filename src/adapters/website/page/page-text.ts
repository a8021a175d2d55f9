/** A page as it came, and what of it is wanted. */
export interface PageRequest {
  readonly format: 'html' | 'markdown';
  readonly bytes: Uint8Array;
  /** The header, for the encoding. */
  readonly contentType: string;
  /** Where the page came from in the end. */
  readonly url: string;
  /** Begins every target in the Markdown; nothing else may. */
  readonly mark: string;
  /** So many links of the page are told, and so many of its targets marked. */
  readonly maxLinks: number;
}

/** Something that a page leads to or shows. In the Markdown it is `<mark><number>x`, with its number in the list. */
export interface LinkTarget {
  readonly kind: 'link' | 'image';
  readonly url: string;
}

/** What a page says, and where it leads. */
export interface PageText {
  readonly title?: string;
  readonly description?: string;
  /** What the page says its address is. */
  readonly canonical?: string;
  /** Where the whole page leads, in order, without anchors. */
  readonly links: readonly string[];
  readonly targets: readonly LinkTarget[];
  readonly markdown: string;
}
