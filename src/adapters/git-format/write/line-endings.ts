import type { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';

export type LineEnding = '\n' | '\r\n';

const LF = 0x0a;
const CR = 0x0d;
/** Pages that are read to find the line ending of a project whose summary has no lines. */
const MAX_PAGES = 20;
/** Bytes of a page that is read for its line ending. */
const MAX_PAGE_BYTES = 256 * 1024;

/** Finds the line ending of most lines of the summary, or else of the first pages; undefined without any line. */
export async function findLineEnding(
  project: ProjectFiles,
  settings: ProjectSettings,
): Promise<LineEnding | undefined> {
  const pages = project
    .paths()
    .filter((path) => /\.(?:md|markdown)$/i.test(path) && (project.get(path)?.size ?? 0) <= MAX_PAGE_BYTES)
    .slice(0, MAX_PAGES);
  for (const paths of [project.has(settings.summary) ? [settings.summary] : [], pages]) {
    const ending = mostFrequentEnding([...(await project.read(paths)).values()]);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

function mostFrequentEnding(texts: readonly Uint8Array[]): LineEnding | undefined {
  let lines = 0;
  let withReturn = 0;
  for (const text of texts)
    for (let at = text.indexOf(LF); at >= 0; at = text.indexOf(LF, at + 1)) {
      lines += 1;
      if (text[at - 1] === CR) withReturn += 1;
    }
  return lines === 0 ? undefined : withReturn * 2 > lines ? '\r\n' : '\n';
}

/** Returns the ending of the first line of a text; a line feed without any line. */
export const firstLineEnding = (text: Uint8Array): LineEnding => (text[text.indexOf(LF) - 1] === CR ? '\r\n' : '\n');

/** Ends all lines of a text alike; the text stays as it is without a line ending. Other bytes are preserved. */
export function withLineEnding(text: Uint8Array, ending: LineEnding | undefined): Uint8Array {
  return ending === undefined || !text.includes(LF)
    ? text
    : Buffer.from(Buffer.from(text).toString('latin1').replace(/\r?\n/g, ending), 'latin1');
}
