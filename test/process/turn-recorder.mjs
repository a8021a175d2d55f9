// Loaded into a server with `--import`: measures the longest stretch for which its main thread blocks others. A message
// over the channel asks for the longest one since the last message, in milliseconds of processor time.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 5;

/** Processor time of the main thread, with a precision of ten milliseconds; see proc_pid_stat(5). */
function processorTime() {
  if (process.platform !== 'linux') return performance.now();
  const [user, system] = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

let longest = 0;
let last = processorTime();
function tick() {
  const now = processorTime();
  longest = Math.max(longest, now - last);
  last = now;
}

// Threads of the server load this file too.
if (isMainThread) {
  setInterval(tick, TICK_MS).unref();
  process.on('message', () => {
    tick();
    process.send(longest);
    longest = 0;
  });
  process.channel.unref();
}
