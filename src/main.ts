import { setFlagsFromString } from 'node:v8';
import { ConfigurationError, readConfig } from './config/read-config.ts';
import { startInstance, type Instance } from './instance.ts';

// By default V8 may let the heap grow fourfold before a full garbage collection; a lower limit saves memory at the same
// speed.
setFlagsFromString('--heap-growing-percent=50');

const fail = (message: string): never => {
  process.stderr.write(`quire: ${message}\n`);
  process.exit(1);
};

// Output streams may be closed by their reader; the instance keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let instance: Instance | undefined;
const stopping = new AbortController();

async function shutDown(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await starting.catch(() => {});
  await instance?.stop().catch((error: Error) => fail(`not everything could be stopped in order: ${error.message}`));
  process.exit(0);
}
// A terminal that is closed sends SIGHUP, which would leave the embedded database behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());

const starting = (async () => {
  const config = readConfig(process.env);
  instance = await startInstance(config, {
    log: (line) => process.stdout.write(`${line}\n`),
    signal: stopping.signal,
    onFatal: fail,
  });
  const { publicUrl, metricsUrl, adminToken, firstStart } = instance;
  process.stdout.write(`\n  Quire is ready on ${publicUrl}\n`);
  // A worker serves neither the API nor the app.
  if (config.role !== 'worker') process.stdout.write(`  API reference:     ${publicUrl}/docs\n`);
  if (metricsUrl !== undefined) process.stdout.write(`  Metrics:           ${metricsUrl}/metrics\n`);
  if (firstStart && config.adminToken === undefined) {
    // The output of a service is kept in logs, where the token must not be.
    const token = process.stdout.isTTY
      ? `${adminToken}\n                     (shown this once; kept in ${config.dataDir}/admin-token)`
      : `in the file ${config.dataDir}/admin-token`;
    process.stdout.write(`  Operator's token:  ${token}\n`);
  }
  if (process.stdout.isTTY && config.role !== 'worker') {
    const link = await instance.createSignInLink();
    if (link !== undefined)
      process.stdout.write(`  Sign in:           ${link.url}\n                     (works once, within 15 minutes)\n`);
  }
  process.stdout.write('\n');
})();
starting.catch((error: Error) => {
  if (stopping.signal.aborted) return;
  fail(error instanceof ConfigurationError ? `bad configuration\n${error.message}` : error.message);
});
