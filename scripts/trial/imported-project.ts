import { must, type Api } from '../../test/support/world.ts';
import type { TemporaryInstance } from '../temporary-instance.ts';
import type { Project, Repository } from './repository.ts';

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path?: string;
  readonly hidden?: boolean;
  readonly git?: { readonly path: string };
  readonly pages?: readonly Page[];
}

/** Runs a task. @returns its result and its duration in seconds */
export async function timed<T>(task: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await task(), (performance.now() - begun) / 1000];
}

/** A project of a repository in a space of its own, and the checks that it fails. */
export class ImportedProject {
  readonly problems: string[] = [];

  private constructor(
    readonly api: Api,
    readonly organizationId: string,
    readonly repository: Repository,
    readonly project: Project,
    private readonly spaceId: string,
  ) {}

  /** Imports a project into a new space. @returns the state after the import and its duration in seconds as well */
  static async create(
    { api, organizationId }: Pick<TemporaryInstance, 'api' | 'organizationId'>,
    repository: Repository,
    project: Project,
  ): Promise<{ readonly imported: ImportedProject; readonly info: any; readonly seconds: number }> {
    const title = titleOf(repository, project).slice(0, 50);
    const { id } = must(await api.post(`/v1/orgs/${organizationId}/spaces`, { title }), 201);
    const imported = new ImportedProject(api, organizationId, repository, project, id);
    const [info, seconds] = await timed(() => imported.importAgain());
    return { imported, info, seconds };
  }

  /** Name of the repository and folder of the project. */
  get title(): string {
    return titleOf(this.repository, this.project);
  }
  /** Path of the space in the API. */
  get at(): string {
    return `/v1/spaces/${this.spaceId}`;
  }

  importAgain(): Promise<any> {
    return this.#synchronize('import', 'importing', {});
  }

  export(): Promise<any> {
    return this.#synchronize('export', 'exporting', { commitMessage: 'A trial' });
  }

  /** Lists all pages in order, groups included. */
  async pages(): Promise<Page[]> {
    const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
    return flat(must(await this.api.get(`${this.at}/content/pages`), 200).pages);
  }

  async markdown({ id }: Pick<Page, 'id'>): Promise<string> {
    return must(await this.api.get(`${this.at}/content/page/${id}?format=markdown`), 200).markdown;
  }

  /** Path of a page's file in the repository. */
  fileOf({ git }: Page): string {
    const { directory } = this.project;
    return directory === '' ? git!.path : `${directory}/${git!.path}`;
  }

  /** Publishes a site of the space. @returns its URL */
  async publish(): Promise<string> {
    const sites = `/v1/orgs/${this.organizationId}/sites`;
    const { id } = must(await this.api.post(sites, { title: this.title, spaces: [this.spaceId] }), 201);
    return must(await this.api.post(`${sites}/${id}/publish`), 200).urls.published;
  }

  async #synchronize(task: 'import' | 'export', running: string, options: object): Promise<any> {
    const { url, ref } = this.repository;
    const body = { url, ref, repoProjectDirectory: this.project.directory, ...options };
    must(await this.api.post(`${this.at}/git/${task}`, body), 204);
    for (;;) {
      const info = must(await this.api.get(`${this.at}/git/info`), 200);
      if (info.state !== running) return info;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const titleOf = (repository: Repository, { directory }: Project): string =>
  [repository.name, directory].filter(Boolean).join('/');
