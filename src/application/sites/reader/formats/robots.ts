import type { SiteMap } from '../site-map.ts';
import { readyText, type SiteResponse } from '../site-response.ts';

/** Name of the file with the rules for robots, at the root of a site. */
export const ROBOTS_FILE = 'robots.txt';

/** Answers `robots.txt`, which points to the sitemap of a public site and disallows everything on others. */
export const robotsFile = (of: Pick<SiteMap, 'site' | 'address'>): SiteResponse => ({
  kind: 'text',
  ...readyText('text/plain; charset=utf-8', robotsText(of)),
});

function robotsText({ site, address }: Pick<SiteMap, 'site' | 'address'>): string {
  if (site.visibility !== 'public') return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: ${address.basePath}\n\nSitemap: ${address.home}sitemap.xml\n`;
}
