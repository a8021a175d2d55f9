import type { IncomingHttpHeaders } from 'node:http';

/**
 * The hostname that a request asks for, in small letters, without a port: that of `Host`, or what the outermost of our own
 * proxies saw where those say so in `X-Forwarded-Host`. Nothing but which site is served follows from it.
 * @param proxies how many proxies of ours say it; 0 leaves the header unread
 */
export function requestHost(headers: IncomingHttpHeaders, proxies: number): string {
  const forwarded =
    proxies === 0
      ? []
      : [headers['x-forwarded-host'] ?? []]
          .flat()
          .join(',')
          .split(',')
          .filter((entry) => entry.trim() !== '');
  const host = forwarded.slice(-proxies)[0] ?? headers.host ?? '';
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
