import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, type Api } from '../../test/support/world.ts';

export interface Printed {
  readonly pdfSeconds: number;
  readonly pdfMegabytes: number;
  readonly sheets: number;
  /** Pages whose title is in the file's text; none are looked for where `pdftotext` is not installed. */
  readonly titled: number;
}

/** Prints the space and holds the file to the titles of its documents. `TRIAL_PDF` names a folder that keeps the files. */
export async function tryPdf(api: Api, at: string, project: string, titles: readonly string[], amiss: string[]): Promise<Printed> {
  const { url } = must(await api.get(`${at}/pdf`), 200);
  const begun = performance.now();
  let bytes = Buffer.alloc(0);
  for (let status = 202; status === 202; ) {
    const answer = await fetch(url);
    ({ status } = answer);
    bytes = Buffer.from(await answer.arrayBuffer());
    if (status !== 200 && status !== 202) {
      amiss.push(`the PDF is a ${status}: ${bytes.toString('utf8', 0, 300)}`);
      return { pdfSeconds: 0, pdfMegabytes: 0, sheets: 0, titled: 0 };
    }
  }
  const pdfSeconds = (performance.now() - begun) / 1000;
  const folder = process.env['TRIAL_PDF'] ?? mkdtempSync(join(tmpdir(), 'quire-pdf-'));
  try {
    const file = join(folder, `${project.replaceAll('/', '-')}.pdf`);
    writeFileSync(file, bytes);
    const sheets = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return { pdfSeconds, pdfMegabytes: bytes.length / 1e6, sheets, titled: 0 };
    const text = bare(execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] }).toString());
    const missing = titles.filter((title) => !partsOf(title).every((part) => text.includes(bare(part))));
    for (const title of missing.slice(0, 3)) amiss.push(`the title ${JSON.stringify(title)} is not in the PDF`);
    return { pdfSeconds, pdfMegabytes: bytes.length / 1e6, sheets, titled: titles.length - missing.length };
  } finally {
    if (process.env['TRIAL_PDF'] === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Text from right to left is given out in runs, whose order is guessed: it is looked for word by word. */
const partsOf = (title: string): readonly string[] => (/[\u0590-\u08ff]/.test(title) ? title.split(/[\s/()]+/) : [title]);

/** Letters and digits alone: white space, marks of direction and pictures are written otherwise in a PDF. */
const bare = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
