/** What the bytes of a file turn out to be. */
export interface FileProperties {
  /** A media type in lower case, without parameters. */
  readonly contentType: string;
  /** Of an image whose header says so; in pixels. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** Tells what a file is. Never throws because of the bytes. */
export interface FileInspector {
  /**
   * The bytes decide; the name only where text could be many things: a text never becomes an image, nor HTML anything but text.
   * @param isBeginning whether there is more behind the bytes, so that they may end within a character
   */
  inspect(name: string, bytes: Uint8Array, isBeginning?: boolean): Promise<FileProperties>;
}
