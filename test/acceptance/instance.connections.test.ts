import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance } from '../../src/instance.ts';
import { backends, testEnvironment } from '../support/backends.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`connections of an instance to its database (${backend.name})`, () => {
    it('are stated at the start, with a warning when the server allows fewer to all nodes', async () => {
      const url = (await backend.database())!;
      const start = async (connections: string): Promise<{ lines: string[]; stop: () => Promise<void> }> => {
        const lines: string[] = [];
        const environment = testEnvironment({ DATABASE_URL: url, DATABASE_CONNECTIONS: connections });
        const { stop } = await startInstance(readConfig(environment), {
          welcome: false,
          drainMs: 500,
          log: (line) => lines.push(line),
        });
        return { lines: lines.filter((line) => line.includes('connections')), stop };
      };
      const small = await start('4');
      expect(small.lines).to.have.length(1);
      expect(small.lines[0]).to.match(
        /^database connections: up to 17 with QUIRE_ROLE=all \(commands 4, reads 4, maintenance 1, jobs 8\); one node connected, the server allows \d+$/,
      );
      const large = await start('200');
      expect(large.lines[1]).to.match(
        /^warning: one such node may need 409 database connections, and the server allows \d+: raise max_connections, or lower DATABASE_CONNECTIONS$/,
      );
      await large.stop();
      await small.stop();
    });
  });
