import { useQuery } from '../api/use-query.ts';

/** Short text with Markdown, such as a comment. It is shown as it was written until the parser is loaded. */
export function MarkdownText({ children }: { readonly children: string }) {
  const renderer = useQuery('Markdown renderer', () => import('./render-markdown.tsx'));
  return renderer.data === undefined ? (
    <p class="markdown-text as-written" dir="auto">
      {children}
    </p>
  ) : (
    <div class="markdown-text" dir="auto">
      {renderer.data.renderMarkdown(children)}
    </div>
  );
}
