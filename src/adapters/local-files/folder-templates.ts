import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template, Templates } from '../../ports/content/templates.ts';
import { FolderFiles } from './folder-files.ts';

const INDEX = 'templates.json';

/** Templates in a folder of this machine: each in a folder with its id for a name, in the order of the index. Read once they are asked for. */
export class FolderTemplates implements Templates {
  #all: readonly Template[] | undefined;

  constructor(private readonly folder: string) {}

  all(): readonly Template[] {
    return (this.#all ??= (
      JSON.parse(readFileSync(join(this.folder, INDEX), 'utf8')) as readonly Omit<Template, 'files'>[]
    ).map(({ id, title, description }) => {
      const files = FolderFiles.at(join(this.folder, id));
      if (files === undefined) throw new Error(`the folder of the template ${id} is missing in ${this.folder}`);
      return { id, title, description, files };
    }));
  }
}
