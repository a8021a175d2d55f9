import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '../../test/support/world.ts';
import type { ImportedProject, Page } from './imported-project.ts';
import { lettersOf } from './words.ts';

export interface PdfOutcome {
  readonly pdfSeconds: number;
  readonly pdfMegabytes: number;
  readonly sheets: number;
  /** Pages whose title is in the text of the file; not checked without `pdftotext`. */
  readonly titled: number;
  /** Lines of the pages found in the file, and lines searched for. */
  readonly lines: readonly [found: number, expected: number];
}

/** Number of lines searched for per page, and their length in characters. */
const LINES = 6;
const LINE = 28;

/**
 * Renders the space as a PDF file and checks the titles and the text of its documents. `TRIAL_PDF` names a folder that
 * keeps the files.
 */
export async function tryPdf(imported: ImportedProject, documents: readonly Page[]): Promise<PdfOutcome> {
  const { api, at, problems } = imported;
  const { url } = must(await api.get(`${at}/pdf`), 200);
  const begun = performance.now();
  let bytes = Buffer.alloc(0);
  for (let status = 202; status === 202;) {
    const answer = await fetch(url);
    ({ status } = answer);
    bytes = Buffer.from(await answer.arrayBuffer());
    if (status !== 200 && status !== 202) {
      problems.push(`the PDF is a ${status}: ${bytes.toString('utf8', 0, 300)}`);
      return { pdfSeconds: 0, pdfMegabytes: 0, sheets: 0, titled: 0, lines: [0, 0] };
    }
  }
  const pdfSeconds = (performance.now() - begun) / 1000;
  const folder = process.env['TRIAL_PDF'] ?? mkdtempSync(join(tmpdir(), 'quire-pdf-'));
  try {
    const file = join(folder, `${imported.title.replaceAll('/', '-')}.pdf`);
    writeFileSync(file, bytes);
    const sheets = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    if (spawnSync('pdftotext', ['-v']).error !== undefined)
      return { pdfSeconds, pdfMegabytes: bytes.length / 1e6, sheets, titled: 0, lines: [0, 0] };
    // Reads the text in file order, in which columns follow each other, and in layout order, which supports
    // right-to-left text.
    const text = [['-raw'], []]
      .map((order) =>
        lettersOf(
          execFileSync('pdftotext', [...order, '-enc', 'UTF-8', file, '-'], {
            maxBuffer: 1e9,
            stdio: ['ignore', 'pipe', 'ignore'],
          }).toString(),
        ),
      )
      .join(' ');
    const missing = documents.filter(({ title }) => !partsOf(title).every((part) => text.includes(lettersOf(part))));
    for (const { title } of missing.slice(0, 3)) problems.push(`the title ${JSON.stringify(title)} is not in the PDF`);
    const lines: [number, number] = [0, 0];
    const lost: string[] = [];
    for (const document of documents)
      for (const line of plainLines(await imported.markdown(document))) {
        lines[1]++;
        if (text.includes(lettersOf(line).slice(0, LINE))) lines[0]++;
        else lost.push(`${JSON.stringify(line.slice(0, 60))} of ${JSON.stringify(document.title)}`);
      }
    if (lost.length > 0)
      problems.push(`${lost.length} lines of text are not in the PDF: ${lost.slice(0, 5).join(', ')}`);
    return { pdfSeconds, pdfMegabytes: bytes.length / 1e6, sheets, titled: documents.length - missing.length, lines };
  } finally {
    if (process.env['TRIAL_PDF'] === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Beginnings of paragraphs without Markdown syntax; right-to-left text is returned in runs and left out. */
function plainLines(markdown: string): readonly string[] {
  const lines = markdown
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '')
    .replace(/^\s*(?:<!--|\{% comment)[\s\S]*?(?:-->|endcomment %\})/gm, '')
    .split(/\n[ \t]*\r?\n/)
    .map((block) => block.trim());
  return lines.filter((line) => /^\p{L}[^[\]<>*_`$&\\{|!#~:\n\u0590-\u08ff-]{40,}/u.test(line)).slice(0, LINES);
}

/** Right-to-left text is returned in runs in an uncertain order, so it is searched word by word. */
const partsOf = (title: string): readonly string[] =>
  /[\u0590-\u08ff]/.test(title) ? title.split(/[\s/()]+/) : [title];
