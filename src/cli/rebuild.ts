import { rebuildInstance, type RebuildSelection } from '../adapters/persistence/mikro-orm/instance/rebuild-instance.ts';
import { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import type { Environment } from '../config/environment.ts';
import { CliError } from './api-client.ts';
import { persistentConfig, withDatabase } from './instance-database.ts';

/**
 * Builds search, links and counts anew from the content, whether the instance runs or not.
 * @returns number of rebuilt spaces
 * @throws CliError when no space is selected
 */
export async function rebuild(
  env: Environment,
  selection: RebuildSelection,
  report: (spaceId: string) => void,
): Promise<number> {
  return withDatabase(persistentConfig(env), async (url) => {
    const database = await Database.open({ url, connections: 2 });
    try {
      const { pending, problem } = await database.schema();
      if (problem !== undefined) throw new CliError(problem);
      if (pending.length > 0)
        throw new CliError('the schema of the database is of an older version: start this version once first');
      const rebuilt = await rebuildInstance(database, selection, report);
      if (rebuilt === 0 && selection.spaceId !== undefined)
        throw new CliError(`no space has the id ${selection.spaceId}`);
      if (rebuilt === 0 && selection.organizationId !== undefined)
        throw new CliError(`no organization with spaces has the id ${selection.organizationId}`);
      return rebuilt;
    } finally {
      await database.close();
    }
  });
}
