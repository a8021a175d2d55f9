import { escapeXml } from '../../../../domain/kernel/escape-xml.ts';

export type FeedFormat = 'rss' | 'atom';

/** Feed of a site or a page. All URLs are absolute. */
export interface Feed {
  readonly title: string;
  readonly url: string;
  /** URLs of the feed itself. */
  readonly feedUrls: Readonly<Record<FeedFormat, string>>;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** Permanent URL that identifies the item. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** ISO 8601. */
  readonly date: string;
  /** Plain text. */
  readonly text?: string;
  readonly tags?: readonly string[];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;

/** Date of a feed without items. */
const EPOCH = new Date(0).toISOString();
const lastDate = ({ items }: Feed): string => items.reduce((last, { date }) => (date > last ? date : last), EPOCH);

/** Writes a feed as RSS 2.0. */
function rssXml(feed: Feed): string {
  const { title, url, feedUrls, items } = feed;
  const utc = (date: string): string => new Date(date).toUTCString();
  const entries = items.map(
    ({ id, title: name, url: link, date, text, tags = [] }) =>
      `<item>${element('title', name)}${element('link', link)}<guid isPermaLink="false">${escapeXml(id)}</guid>${element('pubDate', utc(date))}${element('description', text)}${tags.map((tag) => element('category', tag)).join('')}</item>\n`,
  );
  return `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${element('title', title)}${element('link', url)}${element('description', title)}<atom:link href="${escapeXml(feedUrls.rss)}" rel="self" type="application/rss+xml"/>${element('lastBuildDate', utc(lastDate(feed)))}\n${entries.join('')}</channel></rss>\n`;
}

/** Writes a feed as Atom 1.0. */
function atomXml(feed: Feed): string {
  const { title, url, feedUrls, items } = feed;
  const entries = items.map(
    ({ id, title: name, url: link, date, text, tags = [] }) =>
      `<entry>${element('title', name)}${element('id', id)}<link href="${escapeXml(link)}"/>${element('updated', date)}${text === undefined ? '' : `<summary type="text">${escapeXml(text)}</summary>`}${tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}</entry>\n`,
  );
  return `${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom">${element('title', title)}${element('id', url)}<link href="${escapeXml(url)}"/><link rel="self" href="${escapeXml(feedUrls.atom)}"/>${element('updated', lastDate(feed))}<author>${element('name', title)}</author>\n${entries.join('')}</feed>\n`;
}

/** Writes a feed as XML. */
export const feedXml = (feed: Feed, format: FeedFormat): string => (format === 'rss' ? rssXml(feed) : atomXml(feed));
