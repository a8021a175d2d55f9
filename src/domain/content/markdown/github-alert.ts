import type { BlockContent, DefinitionContent, Nodes, Paragraph, Text } from 'mdast';

/** Styles of hints by the words that mark a quotation as an alert on GitHub. */
const STYLES = {
  note: 'info',
  tip: 'success',
  important: 'info',
  warning: 'warning',
  caution: 'danger',
} as const;
/** Line with nothing but the marker of an alert, and the markers before the text of the next line. */
const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:$|\r?\n[ \t>]*)/i;
/** Length in which the marker is looked for. */
const MAX_MARKER = 200;
/** Line of the source that marks an alert if it is the first one of a quotation. */
const MARKER_LINE =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*>[ \t]*\[!(?:note|tip|important|warning|caution)\][ \t]*$/i;

/** Quotation that GitHub shows as an alert: its first line is a marker such as `[!NOTE]`. */
export interface GitHubAlert {
  /** Style of the hint that means the same. */
  readonly style: (typeof STYLES)[keyof typeof STYLES];
  /** Content without the marker. */
  readonly children: readonly (BlockContent | DefinitionContent)[];
}

/**
 * Reads a quotation as an alert; undefined if it is none. A marker after a backslash, with text on its line or without
 * content after it is text, as on GitHub.
 *
 * @param source text that the positions of the tree refer to
 */
export function parseGitHubAlert(node: Nodes, source: string): GitHubAlert | undefined {
  if (node.type !== 'blockquote') return undefined;
  const [first, ...others] = node.children;
  const start = first?.position?.start.offset;
  if (first?.type !== 'paragraph' || start === undefined) return undefined;
  const marker = MARKER.exec(source.slice(start, start + MAX_MARKER));
  const paragraph = marker && withoutMarker(first, marker[0].length);
  if (!paragraph) return undefined;
  const children = paragraph.children.length === 0 ? others : [paragraph, ...others];
  const word = marker[1]!.toLowerCase() as keyof typeof STYLES;
  return children.length === 0 ? undefined : { style: STYLES[word], children };
}

/** Tells whether a line of the source is the marker of an alert. `previous` is the line before it. */
export const isGitHubAlertMarker = (line: string, previous: string | undefined): boolean =>
  line.includes('[!') && MARKER_LINE.test(line) && !/^[ \t]*>[ \t>]*[^ \t>]/.test(previous ?? '');

/** Removes the marker and the line break after it; undefined if the marker is part of something else, such as a link. */
function withoutMarker(paragraph: Paragraph, length: number): Paragraph | undefined {
  const [words, ...others] = paragraph.children;
  if (words?.type !== 'text' || !words.value.startsWith('[!')) return undefined;
  const value = words.value.replace(/^\S+\s*/, '');
  const rest = value === '' && others[0]?.type === 'break' ? others.slice(1) : others;
  return { ...paragraph, children: value === '' ? rest : [textAfter(words, value, length), ...rest] };
}

/** Returns the rest of a text, at its place in the source. */
function textAfter({ position, ...text }: Text, value: string, length: number): Text {
  if (position === undefined) return { ...text, value };
  const { line, column, offset } = position.start;
  const start = { line: line + 1, column, ...(offset !== undefined && { offset: offset + length }) };
  return { ...text, value, position: { ...position, start } };
}

/** Replaces the alerts of a tree, each by the node that `toNode` makes of it. */
export function replaceGitHubAlerts(root: Nodes, source: string, toNode: (alert: GitHubAlert) => Nodes): void {
  if (!source.includes('[!')) return;
  const pending: Nodes[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (!('children' in parent)) continue;
    parent.children = (parent.children as Nodes[]).map((child) => {
      const alert = parseGitHubAlert(child, source);
      return alert === undefined ? child : toNode(alert);
    }) as never;
    pending.push(...(parent.children as Nodes[]));
  }
}
