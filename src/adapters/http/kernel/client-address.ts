import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const plain = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/**
 * Returns the caller's IP address: that of the connection, or the one that the outermost trusted proxy saw.
 *
 * `X-Forwarded-For` is read from its end, one entry per proxy, because a caller can forge only the entries before
 * those.
 * @param proxies number of trusted proxies that every request passes; 0 ignores the header
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
