// Loaded into a server with `--import`: records the statements that the server sends to the database. The message
// `record` over the channel begins a recording; `stop` ends it and sends the statements back.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** The copy of the driver that the server has: packages that are not part of its bundle are loaded by `require`. */
const { Connection } = createRequire(import.meta.url)('pg');
/** Names of statements that requests send; the queue of jobs sends others meanwhile. */
const OF_REQUESTS = /^q_/;
/** Texts of prepared statements by their names. */
const texts = new Map();
/** @type {undefined | { text: string, values: (string | null | { base64: string })[] }[]} */
let recorded;

const { parse, bind } = Connection.prototype;
Connection.prototype.parse = function (statement, more) {
  texts.set(statement.name ?? '', statement.text);
  return parse.call(this, statement, more);
};
Connection.prototype.bind = function (portal, more) {
  if (OF_REQUESTS.test(portal.statement ?? ''))
    recorded?.push({ text: texts.get(portal.statement), values: (portal.values ?? []).map(encode) });
  return bind.call(this, portal, more);
};

const encode = (value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value);

if (isMainThread && process.channel) {
  process.on('message', (message) => {
    if (message === 'record') recorded = [];
    else if (message === 'stop') {
      process.send(recorded);
      recorded = undefined;
    }
  });
  process.channel.unref();
}
