/**
 * Calls every operation with random requests that fit openapi.json and reports responses that it does not allow:
 * `npm run fuzz:api -- SECONDS SEED`; 60 seconds by default.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/read-config.ts';
import { startInstance } from '../src/instance.ts';
import { WITHOUT_REQUEST_LIMITS } from '../test/support/backends.ts';
import { fuzzOperations } from '../test/support/routes/fuzz-operations.ts';
import { makePlace } from '../test/support/routes/places.ts';
import { World } from '../test/support/world.ts';

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'quire-fuzz-'));
const instance = await startInstance(
  readConfig({
    PERSISTENCE: 'memory',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    // No server listens at this address.
    DNS_SERVERS: '127.0.0.1:1',
    ...WITHOUT_REQUEST_LIMITS,
  }),
  { welcome: false, drainMs: 1_000, passwordCost: 6 },
);
try {
  const world = await World.create(instance);
  const place = await makePlace(world);
  const end = Date.now() + seconds * 1_000;
  const { requests, findings } = await fuzzOperations({
    world,
    place,
    seed,
    rounds: Infinity,
    isOver: () => Date.now() > end,
  });
  for (const { operation, kind, detail } of findings) process.stdout.write(`${operation} ${kind}\n${detail}\n\n`);
  process.stdout.write(`seed ${seed}: ${requests} requests, ${findings.length} findings\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await instance.stop();
  rmSync(folder, { recursive: true, force: true });
}
// The place of the requests has a webhook endpoint, which listens until the end.
process.exit();
