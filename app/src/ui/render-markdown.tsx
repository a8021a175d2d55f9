import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import type { ComponentChildren } from 'preact';

const OPTIONS = { extensions: [gfm(), cjkFriendlyExtension()], mdastExtensions: [gfmFromMarkdown()] };
/** Levels of nested quotes and lists that are rendered; what is deeper is shown as it was written. */
const MAX_DEPTH = 20;
/** Addresses that a link may have; other links are shown as they were written. */
const LINKED = /^(?:https?:|mailto:)/i;

/** Renders Markdown as elements. HTML is shown as it was written, images as links to them. */
export function renderMarkdown(markdown: string): ComponentChildren {
  let depth = 0;
  const children = (node: Nodes): ComponentChildren => {
    if (!('children' in node)) return undefined;
    depth += 1;
    const rendered = node.children.map((child) => element(child));
    depth -= 1;
    return rendered;
  };
  const written = ({ position }: Nodes): string =>
    markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  const link = (node: Nodes, url: string, text: ComponentChildren): ComponentChildren =>
    LINKED.test(url) ? (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ) : (
      written(node)
    );

  function element(node: Nodes): ComponentChildren {
    if (depth > MAX_DEPTH) return <span class="as-written">{written(node)}</span>;
    switch (node.type) {
      case 'text':
        return node.value;
      case 'paragraph':
        return <p>{children(node)}</p>;
      case 'heading':
        return (
          <p>
            <strong>{children(node)}</strong>
          </p>
        );
      case 'strong':
        return <strong>{children(node)}</strong>;
      case 'emphasis':
        return <em>{children(node)}</em>;
      case 'delete':
        return <del>{children(node)}</del>;
      case 'inlineCode':
        return <code>{node.value}</code>;
      case 'code':
        return (
          <pre tabIndex={0}>
            <code>{node.value}</code>
          </pre>
        );
      case 'blockquote':
        return <blockquote>{children(node)}</blockquote>;
      case 'list':
        return node.ordered ? <ol start={node.start ?? 1}>{children(node)}</ol> : <ul>{children(node)}</ul>;
      case 'listItem':
        return (
          <li>
            {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
            {children(node)}
          </li>
        );
      case 'thematicBreak':
        return <hr />;
      case 'break':
        return <br />;
      case 'link':
        return link(node, node.url, children(node));
      case 'image':
        return link(node, node.url, node.alt || node.url);
      default:
        return <span class="as-written">{written(node)}</span>;
    }
  }
  try {
    return children(fromMarkdown(markdown, OPTIONS));
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    return <p class="as-written">{markdown}</p>;
  }
}
