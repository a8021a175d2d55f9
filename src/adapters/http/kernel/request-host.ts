import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the requested hostname in lower case without port: that of `Host`, or of `X-Forwarded-Host` if trusted
 * proxies set it. Decides only which site is served.
 * @param proxies number of trusted proxies that set the header; 0 ignores it
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
