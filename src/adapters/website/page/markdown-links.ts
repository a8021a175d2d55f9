import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { PageRequest, PageText, LinkTarget } from './page-text.ts';

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
  readonly children?: readonly MarkdownNode[];
}

const parser = unified().use(remarkParse).freeze();

/** Replaces the targets of links and images in Markdown by marks and leaves everything else unchanged. */
export function markdownLinks(
  text: string,
  { url, mark, maxLinks }: Pick<PageRequest, 'url' | 'mark' | 'maxLinks'>,
): Pick<PageText, 'markdown' | 'targets'> {
  const targets: LinkTarget[] = [];
  let markdown = '';
  let done = 0;
  for (const node of findLinkNodes(parser.parse(text) as unknown as MarkdownNode)) {
    const [from, to] = [node.position!.start.offset!, node.position!.end.offset!];
    // The target is at its last possible position; one that is written with escapes stays.
    const at = text.slice(0, to).lastIndexOf(node.url!);
    if (
      at < Math.max(from, done) ||
      /^[#/]?$/.test(node.url!) ||
      node.url!.startsWith('#') ||
      !URL.canParse(node.url!, url) ||
      targets.length >= maxLinks
    )
      continue;
    const { href, protocol } = new URL(node.url!, url);
    if (protocol !== 'http:' && protocol !== 'https:') continue;
    markdown += `${text.slice(done, at)}${mark}${targets.length}x`;
    targets.push({ kind: node.type === 'image' ? 'image' : 'link', url: href });
    done = at + node.url!.length;
  }
  return { markdown: markdown + text.slice(done), targets };
}

/** Lists the nodes with a URL in document order, without recursion. */
function findLinkNodes(root: MarkdownNode): MarkdownNode[] {
  const found: MarkdownNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.url !== undefined && node.position?.start.offset !== undefined) found.push(node);
    if (node.children) pending.push(...[...node.children].reverse());
  }
  return found.sort((a, b) => a.position!.end.offset! - b.position!.end.offset!);
}
