// Loaded into a server with `--import`: the message `profile` over the channel begins a CPU profile of the main thread,
// and `profiled` ends it and sends it back.
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  const session = new Session();
  session.connect();
  process.on('message', async (message) => {
    if (message === 'profile') {
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
    } else if (message === 'profiled') process.send((await session.post('Profiler.stop')).profile);
  });
  process.channel.unref();
}
