import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { serveGit, type GitServer } from '../../unit/adapters/git/git-server.ts';
import { temporaryFolder, type Backend } from '../backends.ts';
import { commitProject, type CommitFile } from './git-project.ts';
import { must, World, type Api } from '../world.ts';
import { poll } from '../until.ts';

export const MAIN = 'refs/heads/main';
/** Project of two pages. */
export const HOME = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n',
  'usage.md': '---\ndescription: How\n---\n\n# Usage\n',
};

/** Waits until no operation is running. */
export const waitForOperations = (api: Api, spaceId: string): Promise<any> =>
  poll(
    'the end of the Git operation',
    async () => must(await api.get(`/v1/spaces/${spaceId}/git/info`), 200),
    ({ state }) => state !== 'importing' && state !== 'exporting',
  );

export const codes = (info: any): string[] => info.lastOperation.report.map(({ code }: any) => code);

/** Creates a world and a Git server with repositories for the tests of a `describe`. */
export function gitImports(backend: Backend) {
  let world: World;
  let root: string;
  let server: GitServer;
  let api: Api;

  before(async () => {
    world = await World.create(await backend.instance());
    api = world.admin.api;
    root = temporaryFolder();
    server = await serveGit(root);
  });
  after(() => server.close());
  beforeEach(() => {
    server.intercept = undefined;
    server.credentials = undefined;
    server.requests.length = 0;
  });

  let number = 0;
  const plant = (files: Record<string, CommitFile>, repository = `docs-${++number}.git`) => ({
    repository,
    commit: commitProject(join(root, repository), files),
  });
  /** Replaces the history of the branch by one commit. */
  const rewrite = (files: Record<string, CommitFile>, repository: string) => ({
    commit: commitProject(join(root, repository), files, { orphan: true }),
  });
  const removeBranch = (repository: string): void =>
    void execFileSync('git', ['-C', join(root, repository), 'update-ref', '-d', MAIN]);
  const urlOf = (repository: string, credentials?: string) =>
    `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${server.port}/${repository}`;
  const start = (spaceId: string, repository: string, body: object = {}) =>
    api.post(`/v1/spaces/${spaceId}/git/import`, { url: urlOf(repository), ref: MAIN, ...body });
  const run = async (spaceId: string, repository: string, body: object = {}) => {
    must(await start(spaceId, repository, body), 204);
    return waitForOperations(api, spaceId);
  };
  const spaceNow = async (id: string) => must(await api.get(`/v1/spaces/${id}`), 200);

  /** Delays the responses of the server until released. */
  const hold = () => {
    let release = (): void => {};
    const held = new Promise<void>((arrived) => {
      const waiting: (() => void)[] = [];
      let isOpen = false;
      server.intercept = (request, response) => {
        if (isOpen || request.method !== 'POST') return false;
        const passOn = () => {
          if (!response.destroyed) response.destroy();
        };
        waiting.push(passOn);
        arrived();
        return true;
      };
      release = () => {
        isOpen = true;
        for (const each of waiting) each();
      };
    });
    return { held, release: () => release() };
  };

  return {
    get world() {
      return world;
    },
    get api() {
      return api;
    },
    get server() {
      return server;
    },
    get root() {
      return root;
    },
    plant,
    rewrite,
    removeBranch,
    urlOf,
    start,
    run,
    spaceNow,
    hold,
  };
}
