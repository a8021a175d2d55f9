// Loaded into a server with `--import`: the messages `time` and `allocations` over the channel begin a profile of the
// main thread, of its CPU time or of all that it allocates, and `profiled` ends it and sends it back.
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  const session = new Session();
  session.connect();
  let measured;
  process.on('message', async (message) => {
    if (message === 'time') {
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      measured = message;
    } else if (message === 'allocations') {
      await session.post('HeapProfiler.startSampling', {
        samplingInterval: 8192,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      });
      measured = message;
    } else if (message === 'profiled')
      process.send((await session.post(measured === 'time' ? 'Profiler.stop' : 'HeapProfiler.stopSampling')).profile);
  });
  process.channel.unref();
}
