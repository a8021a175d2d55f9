import { inflateSync } from 'node:zlib';
import { poll } from '../until.ts';

/** Content of a PDF file, as far as tests need it. */
export interface ParsedPdf {
  /** Text of each sheet, line by line; in visual order from left to right. */
  readonly sheets: readonly string[];
  /** Targets of links: a URL, or a name within the file. */
  readonly links: readonly { readonly sheet: number; readonly url?: string; readonly name?: string }[];
  /** Named destinations of the file, with their sheets. */
  readonly names: ReadonlyMap<string, number>;
  readonly bookmarks: readonly string[];
  readonly images: number;
}

/** Reads a PDF file written by this project: consecutive objects, compressed streams, fonts with a character table. */
export function readPdf(bytes: Buffer): ParsedPdf {
  const text = bytes.toString('latin1');
  const objects = new Map<number, string>();
  for (const [, id, body] of text.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(Number(id), body!);
  const at = (reference: string | undefined): string => objects.get(Number(reference)) ?? '';
  const stream = (body: string): string => {
    const start = body.indexOf('stream\n') + 7;
    const data = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1');
    return (body.slice(0, start).includes('FlateDecode') ? inflateSync(data) : data).toString('latin1');
  };
  const kids = [...objects.values()].find((body) => /\/Type \/Pages\b/.test(body))!;
  const pages = [.../\/Kids \[([^\]]*)\]/.exec(kids)![1]!.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));

  const fonts = new Map<string, Map<string, string>>();
  const fontOf = (reference: string): Map<string, string> => {
    const known = fonts.get(reference);
    if (known !== undefined) return known;
    const characters = new Map<string, string>();
    const table = stream(at(/\/ToUnicode (\d+) 0 R/.exec(at(reference))?.[1]));
    for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
      [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units], i) => {
        characters.set(
          (parseInt(first!, 16) + i).toString(16).padStart(4, '0'),
          (units!.match(/[0-9a-f]{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join(''),
        );
      });
    }
    fonts.set(reference, characters);
    return characters;
  };

  const links: ParsedPdf['links'][number][] = [];
  const sheets = pages.map((id, sheet) => {
    const page = objects.get(id)!;
    const resources = at(/\/Resources (\d+) 0 R/.exec(page)?.[1]);
    const named = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, reference]) => [name!, fontOf(reference!)]),
    );
    for (const [, annotation] of (/\/Annots \[([^\]]*)\]/.exec(page)?.[1] ?? '').matchAll(/(\d+) 0 R/g)) {
      const body = at(annotation);
      const action = /\/A (\d+) 0 R/.exec(body);
      const full = body + (action ? at(action[1]) : '');
      const url = /\/URI \(((?:[^()\\]|\\.)*)\)/.exec(full)?.[1];
      const name = /\/D \(((?:[^()\\]|\\.)*)\)/.exec(full)?.[1];
      links.push({
        sheet,
        ...(url !== undefined && { url: unescaped(url) }),
        ...(name !== undefined && { name: unescaped(name) }),
      });
    }
    let lines = '';
    let line: string | undefined;
    const contents = stream(at(/\/Contents (\d+) 0 R/.exec(page)?.[1]));
    for (const [, block] of contents.matchAll(/BT ([\s\S]*?) ET/g)) {
      const characters = named.get(/\/(F\d+) /.exec(block!)![1]!)!;
      const y = / ([\d.-]+) Tm/.exec(block!)![1]!;
      if (line !== undefined && line !== y) lines += '\n';
      line = y;
      for (const [, hex] of block!.matchAll(/<([0-9a-f]+)>/g))
        lines += hex!
          .match(/.{4}/g)!
          .map((glyph) => characters.get(glyph) ?? '?')
          .join('');
    }
    return lines;
  });

  const names = new Map<string, number>();
  const catalog = [...objects.values()].find((body) => body.includes('/Dests'))!;
  for (const [, name, page] of catalog.matchAll(/\(((?:[^()\\]|\\.)*)\) \[(\d+) 0 R \/XYZ/g))
    names.set(unescaped(name!), pages.indexOf(Number(page)));
  const bookmarks = [...objects]
    .sort(([a], [b]) => a - b)
    .flatMap(([, body]) =>
      body.includes('/Dest (') ? [decoded(/\/Title \(((?:[^()\\]|\\[\s\S])*)\)/.exec(body)?.[1] ?? '')] : [],
    );
  return {
    sheets,
    links,
    names,
    bookmarks,
    images: [...objects.values()].filter((body) => /\/Subtype \/Image\b/.test(body) && !body.includes('/DeviceGray'))
      .length,
  };
}

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, '$1');

/** Decodes a text of the file: Latin letters, or UTF-16 after its mark. */
function decoded(text: string): string {
  const bytes = Buffer.from(
    text.replace(/\\([nrtbf()\\])/g, (_, one: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[one] ?? one),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

/** Requests a PDF file until it is generated. */
export async function downloadPdf(url: string): Promise<Buffer> {
  const { status, bytes } = await poll(
    'the end of the layout',
    async () => {
      const answer = await fetch(url);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
    ({ status }) => status !== 202,
  );
  if (status !== 200) throw new Error(`${status}: ${bytes.toString('latin1', 0, 300)}`);
  return bytes;
}
