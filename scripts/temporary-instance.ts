import { join } from 'node:path';
import { readConfig } from '../src/config/read-config.ts';
import { startInstance, type Instance } from '../src/instance.ts';
import { WITHOUT_REQUEST_LIMITS } from '../test/support/backends.ts';
import { apiOf, must, type Api } from '../test/support/world.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export interface TemporaryInstance {
  readonly instance: Instance;
  /** Client of the operator. */
  readonly api: Api;
  readonly organizationId: string;
  /** Folder for files of the task, removed at the end. */
  readonly folder: string;
}

/** Runs a task with an instance on an embedded database, which is stopped and removed at the end. */
export const withTemporaryInstance = <T>(
  name: string,
  task: (temporary: TemporaryInstance) => Promise<T>,
): Promise<T> =>
  withTemporaryFolder(name, async (folder) => {
    const config = readConfig({
      ...WITHOUT_REQUEST_LIMITS,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    });
    const instance = await startInstance(config, { welcome: false, drainMs: 1_000 });
    try {
      const api = apiOf(instance, instance.adminToken);
      const [organization] = must(await api.get('/v1/orgs'), 200).items;
      return await task({ instance, api, organizationId: organization.id, folder });
    } finally {
      await instance.stop();
    }
  });
