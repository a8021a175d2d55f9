import type { Definition, Image, Link, Nodes } from 'mdast';
import { parseMarkdown } from '../../../domain/content/markdown/parse-markdown.ts';
import type { PageRequest, PageText, LinkTarget } from './page-text.ts';

/** Replaces the targets of links and images in Markdown by marks and leaves everything else unchanged. */
export function markdownLinks(
  text: string,
  { url, mark, maxLinks }: Pick<PageRequest, 'url' | 'mark' | 'maxLinks'>,
): Pick<PageText, 'markdown' | 'targets'> {
  const targets: LinkTarget[] = [];
  let markdown = '';
  let done = 0;
  for (const node of findLinkNodes(parseMarkdown(text, { isPositioned: true }))) {
    const [from, to] = [startOf(node), endOf(node)];
    // The target is at its last possible position; one that is written with escapes stays, and so does a bare address.
    const at = text.slice(0, to).lastIndexOf(node.url);
    if (
      at <= from ||
      at < done ||
      /^[#/]?$/.test(node.url) ||
      node.url.startsWith('#') ||
      !URL.canParse(node.url, url) ||
      targets.length >= maxLinks
    )
      continue;
    const { href, protocol } = new URL(node.url, url);
    if (protocol !== 'http:' && protocol !== 'https:') continue;
    markdown += `${text.slice(done, at)}${mark}${targets.length}x`;
    targets.push({ kind: node.type === 'image' ? 'image' : 'link', url: href });
    done = at + node.url.length;
  }
  return { markdown: markdown + text.slice(done), targets };
}

type LinkNode = Link | Image | Definition;

const startOf = ({ position }: LinkNode): number => position!.start.offset!;
const endOf = ({ position }: LinkNode): number => position!.end.offset!;

/** Lists the nodes with a URL by their ends, without recursion. */
function findLinkNodes(root: Nodes): LinkNode[] {
  const found: LinkNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('url' in node) found.push(node);
    if ('children' in node) pending.push(...[...node.children].reverse());
  }
  return found.sort((a, b) => endOf(a) - endOf(b));
}
