/** Detected properties of a file. */
export interface FileProperties {
  /** Media type in lower case, without parameters. */
  readonly contentType: string;
  /** Dimensions in pixels, for an image whose header states them. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** Detects the properties of files. Never throws because of the bytes. */
export interface FileInspector {
  /**
   * Detects the type from the bytes; the name decides only between text formats: a text never becomes an image, and
   * HTML is reported as plain text.
   * @param isBeginning whether more bytes follow, so that the given ones may end within a character
   */
  inspect(name: string, bytes: Uint8Array, isBeginning?: boolean): Promise<FileProperties>;
}
