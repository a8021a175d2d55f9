import type { File } from '../../content/page.ts';
import type { Id } from '../../kernel/id.ts';

/** Files of a space, by id and path. */
export class FileIndex {
  readonly #byId = new Map<Id, File>();
  readonly #byPath = new Map<string, File>();

  constructor(readonly files: readonly File[]) {
    for (const file of files) {
      this.#byId.set(file.id, file);
      if (file.git !== undefined) this.#byPath.set(file.git.path, file);
    }
  }
  byId(id: Id): File | undefined {
    return this.#byId.get(id);
  }
  /**
   * Finds a file by its path.
   * @param path path in the Git repository
   */
  byPath(path: string): File | undefined {
    return this.#byPath.get(path);
  }
}
