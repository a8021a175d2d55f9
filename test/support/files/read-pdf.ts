import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { poll } from '../until.ts';

/** Content of a PDF file, as far as tests need it. */
export interface ParsedPdf {
  /** Text of each sheet. */
  readonly sheets: readonly string[];
  /** Links from left to right and from top to bottom: to a URL, or to a sheet of the file. */
  readonly links: readonly { readonly sheet: number; readonly url?: string; readonly to?: number }[];
  /** Named destinations of the file, with their sheets. */
  readonly names: ReadonlyMap<string, number>;
  /** Titles of the bookmarks, parents before their children, each with its depth. */
  readonly bookmarks: readonly { readonly title: string; readonly depth: number; readonly sheet: number }[];
  /** Images that consist of pixels. */
  readonly images: number;
  /** Directions on the sheet of the upper edges of the images, from left to right. */
  readonly imageEdges: readonly Direction[];
  /** Colors in which text and areas are filled, with the shares of red, green and blue: `95,104,113`. */
  readonly colors: ReadonlySet<string>;
  /** Roles of the tagged elements of each sheet, and their alternative texts. */
  readonly tags: readonly { readonly role: string; readonly alt?: string }[];
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
}

type Direction = 'left' | 'right' | 'up' | 'down';
type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/** Reads a PDF file with an independent program. */
export async function readPdf(bytes: Buffer): Promise<ParsedPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { OPS } = await getResolvedPDFJS();
  const sheetOf = async (target: unknown): Promise<number> => {
    const place = typeof target === 'string' ? await document.getDestination(target) : (target as unknown[] | null);
    return place ? document.getPageIndex(place[0] as never) : -1;
  };
  const sheets: string[] = [];
  const links: ParsedPdf['links'][number][] = [];
  const tags: ParsedPdf['tags'][number][] = [];
  const imageEdges: Direction[] = [];
  const colors = new Set<string>();
  for (let sheet = 0; sheet < document.numPages; sheet++) {
    const page = await document.getPage(sheet + 1);
    sheets.push(await textOf(page));
    for (const { url, dest, rect } of inReadingOrder(await page.getAnnotations()))
      if (rect) links.push({ sheet, ...(url ? { url } : { to: await sheetOf(dest) }) });
    const { fnArray, argsArray } = await page.getOperatorList();
    // Applies transformations as a viewer does.
    let [edge, outer]: readonly [Matrix, readonly Matrix[]] = [[1, 0, 0, 1], []];
    for (const [i, operator] of fnArray.entries())
      if (operator === OPS.save) outer = [...outer, edge];
      else if (operator === OPS.restore) [edge, outer] = [outer.at(-1) ?? edge, outer.slice(0, -1)];
      else if (operator === OPS.transform) edge = product(argsArray[i], edge);
      else if (operator === OPS.setFillRGBColor) colors.add(String(argsArray[i]));
      else if (operator === OPS.paintImageXObject)
        imageEdges.push(
          Math.abs(edge[0]) < Math.abs(edge[1]) ? (edge[1] < 0 ? 'down' : 'up') : edge[0] < 0 ? 'left' : 'right',
        );
    const tree = await page.getStructTree();
    if (tree) addTags(tree, tags);
  }
  const names = new Map<string, number>();
  for (const [name, place] of Object.entries(await document.getDestinations())) names.set(name, await sheetOf(place));
  const bookmarks: ParsedPdf['bookmarks'][number][] = [];
  type Outline = Awaited<ReturnType<Document['getOutline']>>;
  const addBookmarks = async (items: Outline | null, depth: number): Promise<void> => {
    for (const { title, dest, items: children } of items ?? []) {
      bookmarks.push({ title: title.trim(), depth, sheet: await sheetOf(dest) });
      await addBookmarks(children, depth + 1);
    }
  };
  await addBookmarks(await document.getOutline(), 0);
  const { info } = (await document.getMetadata()) as { info: Record<string, string | undefined> };
  const { Title: title, Author: author, Language: language } = info;
  await document.cleanup();
  return {
    sheets,
    links,
    names,
    bookmarks,
    images: imageEdges.length,
    imageEdges,
    colors,
    tags,
    title,
    author,
    language,
  };
}

type Matrix = readonly [a: number, b: number, c: number, d: number];

const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

interface TextItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
}

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return (items as TextItem[]).map((item) => `${item.str ?? ''}${item.hasEOL ? '\n' : ''}`).join('');
}

interface Annotation {
  readonly url?: string;
  readonly dest?: unknown;
  readonly rect: readonly number[];
}

const inReadingOrder = (annotations: readonly unknown[]): readonly Annotation[] =>
  (annotations as Annotation[]).toSorted(
    ({ rect: a }, { rect: b }) => Math.round((b[3]! - a[3]!) / 6) || a[0]! - b[0]!,
  );

interface Tag {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tag[];
}

function addTags({ role, alt, children = [] }: Tag, tags: ParsedPdf['tags'][number][]): void {
  if (role !== undefined) tags.push({ role, ...(alt !== undefined && { alt }) });
  for (const child of children) addTags(child, tags);
}

/** Requests a PDF file until it is generated. */
export async function downloadPdf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const { status, bytes } = await poll(
    'the end of the layout',
    async () => {
      const answer = await fetch(url, { headers });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
    ({ status }) => status !== 202,
  );
  if (status !== 200) throw new Error(`${status}: ${bytes.toString('latin1', 0, 300)}`);
  return bytes;
}
