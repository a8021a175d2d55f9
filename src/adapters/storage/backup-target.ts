import type { Readable, Writable } from 'node:stream';

/** Place of archives, such as a folder or a bucket. */
export interface BackupTarget {
  /** Creates the place if it can be created. @throws Error with one line when it cannot be used */
  prepare(): Promise<void>;
  /** Writes an archive. It has its name only once it is complete; a failure leaves nothing under that name. */
  write(name: string, source: (target: Writable) => Promise<void>): Promise<void>;
  read(name: string): Promise<Readable>;
  /** Lists the names of archives, also of those that others put there. */
  list(): Promise<readonly string[]>;
  delete(name: string): Promise<void>;
}
