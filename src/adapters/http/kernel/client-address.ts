import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const plain = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/**
 * The caller's IP address: that of the connection, or what the outermost of our own proxies saw. `X-Forwarded-For` is read
 * from its end, as many entries as there are proxies: what a caller writes into it himself stands before those.
 * @param proxies how many proxies of ours every request passes; 0 leaves the header unread
 */
export function clientAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  proxies: number,
): string | undefined {
  const connected = socket.remoteAddress === undefined ? undefined : plain(socket.remoteAddress);
  if (proxies === 0) return connected;
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => plain(entry.trim()));
  const seen = forwarded.slice(-proxies)[0] ?? '';
  return isIP(seen) === 0 ? connected : seen;
}
