import { flattenNavigation, type NavigationNode } from '../navigation.ts';
import { navigationFromSummary } from '../navigation-from-summary.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';
import { Report } from '../report.ts';
import type { LineEnding } from './line-endings.ts';
import { BULLET, parseSummary, type SummaryGroup, type SummaryItem } from '../summary-parser.ts';

/** Entry of a summary with its own lines, including line endings. */
export interface SummaryEntry {
  readonly node: NavigationNode;
  readonly parent: NavigationNode | null;
  /** Lines between the previous entry and this one. */
  readonly leadingLines: readonly Buffer[];
  readonly lines: readonly Buffer[];
}

export interface SummaryLines {
  /** Entries in file order. */
  readonly entries: readonly SummaryEntry[];
  /** Lines after the last entry. */
  readonly trailingLines: readonly Buffer[];
  readonly style: SummaryStyle;
}

/** Formatting style of a summary. */
export interface SummaryStyle {
  readonly lineEnding: LineEnding;
  readonly bullet: string;
  /** Indentation of one level. */
  readonly indent: string;
}

const LF = 0x0a;
export const DEFAULT_STYLE: SummaryStyle = { lineEnding: '\n', bullet: '* ', indent: '  ' };

/** Splits a summary into entries and the lines between them, which together are the file byte for byte. */
export async function splitSummary(
  bytes: Uint8Array,
  project: ProjectFiles,
  settings: ProjectSettings,
): Promise<SummaryLines> {
  const text = new TextDecoder().decode(bytes);
  const lines = splitLines(Buffer.from(bytes));
  const ends = lastLines((await parseSummary(text)).entries);
  const navigation = await navigationFromSummary(text, project, settings, new Report());
  const navigationEntries = flattenNavigation(navigation).toSorted((a, b) => (a.node.line ?? 0) - (b.node.line ?? 0));
  const entries: SummaryEntry[] = [];
  let done = 0;
  for (const { node, parent } of navigationEntries) {
    const from = (node.line ?? 1) - 1;
    const to = ends.get(from + 1) ?? from + 1;
    entries.push({ node, parent, leadingLines: lines.slice(done, from), lines: lines.slice(from, to) });
    done = to;
  }
  return { entries, trailingLines: lines.slice(done), style: detectStyle(lines.map((line) => line.toString())) };
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const lineBreak = bytes.indexOf(LF, start);
    const end = lineBreak < 0 ? bytes.length : lineBreak + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** Maps the first line of each entry to its last, counted from 1. */
function lastLines(entries: readonly (SummaryItem | SummaryGroup)[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const stack: (SummaryItem | SummaryGroup)[] = [...entries];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    ends.set(entry.line, entry.lastLine);
    for (const child of 'items' in entry ? entry.items : entry.children) stack.push(child);
  }
  return ends;
}

/** Detects the style that most lines have. */
function detectStyle(lines: readonly string[]): SummaryStyle {
  const bullets = new Map<string, number>();
  const indents = new Map<string, number>();
  let crlf = 0;
  let previousIndent: string | undefined;
  for (const line of lines) {
    if (line.endsWith('\r\n')) crlf++;
    const indent = indentOf(line);
    const bullet = BULLET.exec(line.slice(indent.length).trimEnd() === '' ? '' : line.slice(indent.length))?.[0];
    if (bullet === undefined) continue;
    if (/^[*+-]/.test(bullet))
      increment(
        bullets,
        bullet.trimEnd() +
          ' '.repeat(Math.max(1, bullet.trimEnd() === bullet ? 1 : bullet.length - bullet.trimEnd().length)),
      );
    if (previousIndent !== undefined && indent.length > previousIndent.length && indent.startsWith(previousIndent))
      increment(indents, indent.slice(previousIndent.length));
    previousIndent = indent;
  }
  return {
    lineEnding: crlf * 2 > lines.length ? '\r\n' : '\n',
    bullet: mostFrequent(bullets) ?? DEFAULT_STYLE.bullet,
    indent: mostFrequent(indents) ?? DEFAULT_STYLE.indent,
  };
}

const increment = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
const mostFrequent = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];

/** Returns the indentation of a line. */
export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Returns the width of an indentation; a tab advances to the next multiple of 4. */
export function indentWidth(indent: string): number {
  let columns = 0;
  for (const sign of indent) columns += sign === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}
