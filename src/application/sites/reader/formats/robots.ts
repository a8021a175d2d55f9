import type { SiteMap } from '../site-map.ts';

/** Builds `robots.txt`, which points to the sitemap or disallows everything. */
export function robotsText({ site, address }: SiteMap): string {
  if (site.visibility !== 'public') return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: ${address.basePath}\n\nSitemap: ${address.home}sitemap.xml\n`;
}
