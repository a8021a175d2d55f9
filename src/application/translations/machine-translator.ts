import { PAGES, REUSABLE_CONTENTS, encodeContent, type Content } from '../../domain/content/content.ts';
import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import { applyToMap, type MapChanges } from '../../domain/content/objects/map-apply.ts';
import { diffMaps, type MapChange } from '../../domain/content/objects/map-diff.ts';
import { lookupMany } from '../../domain/content/objects/map-read.ts';
import type { MapKind } from '../../domain/content/objects/map-node.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ReviewedText } from '../../domain/translations/page-review.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';
import { TEXT_FIELDS, type DocumentHolder, type PageTranslator } from './page-translator.ts';

export interface MachineTranslationInput {
  readonly source: Content;
  /** What was translated last, and what it became. */
  readonly last?: { readonly source: Content; readonly machine: Content };
  /** Whether what was translated last was so in the same way: then only what changed is. */
  readonly hasSameProfile: boolean;
  /** Pages and reusable contents of which something is still untranslated: they are tried again. */
  readonly retry: ReadonlySet<Id>;
}

export interface MachineTranslation {
  readonly content: Content;
  readonly hash: Hash;
  /** Whose texts are other ones than before. */
  readonly pages: number;
  /** Of all that was looked at: what could not be translated. */
  readonly untranslated: ReadonlyMap<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>;
}

/** So many pages are translated together. */
const BATCH_SIZE = 25;

/** One map: of the source, of the source as it was, what is built on, and what there was to compare with. */
interface Sides {
  readonly source: Hash | null;
  readonly before: Hash | null;
  readonly base: Hash | null;
  readonly machine: Hash | null;
}

/** The source in the other language, as engines have it: the same pages under the same ids and addresses. The work follows what changed in the source. */
export class MachineTranslator {
  #pages = 0;
  readonly #untranslated = new Map<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly translator: PageTranslator,
    /** Stores what was made until now. */
    private readonly flush: (objects?: readonly ContentObject[]) => Promise<void>,
    /** Throws when it is to go on no further. */
    private readonly requireNeed: () => Promise<void>,
  ) {}

  async translate({
    source,
    last,
    hasSameProfile: isSameManner,
    retry,
  }: MachineTranslationInput): Promise<MachineTranslation> {
    const sides = (map: 'pages' | 'reusableContents'): Sides => ({
      source: source[map],
      before: isSameManner ? (last?.source[map] ?? null) : null,
      base: isSameManner ? (last?.machine[map] ?? null) : null,
      machine: last?.machine[map] ?? null,
    });
    const pages = await this.#map<Page>(PAGES, sides('pages'), retry);
    const reusableContents = await this.#map<ReusableContent>(REUSABLE_CONTENTS, sides('reusableContents'), retry);
    // Whatever was in conflict in the source is so in its words.
    const content: Content = { ...source, pages, reusableContents, conflicts: null };
    const object = encodeContent(content);
    await this.flush([object]);
    return { content, hash: object.hash, pages: this.#pages, untranslated: this.#untranslated };
  }

  async #map<H extends DocumentHolder>(
    kind: MapKind<H>,
    { source, before, base, machine }: Sides,
    retry: ReadonlySet<Id>,
  ): Promise<Hash | null> {
    const changes = await read(this.store, diffMaps<H>(before, source));
    const again = await this.#unchanged<H>(
      kind,
      source,
      [...retry].filter((id) => !changes.some(({ key }) => key === id)),
    );
    const written = new Map<string, H | undefined>();
    for (const { key, after } of changes) if (after === undefined) written.set(key, undefined);
    const wanted = [...changes.filter(({ after }) => after !== undefined), ...again];
    for (let from = 0; from < wanted.length; from += BATCH_SIZE) {
      await this.requireNeed();
      await this.#part(kind, wanted.slice(from, from + BATCH_SIZE), machine, written);
    }
    const { root, objects } = await read(this.store, applyToMap(kind, base, written as MapChanges<H>));
    await this.flush(objects);
    return root;
  }

  async #part<H extends DocumentHolder>(
    kind: MapKind<H>,
    part: readonly MapChange<H>[],
    machine: Hash | null,
    written: Map<string, H | undefined>,
  ): Promise<void> {
    const before = await read(
      this.store,
      lookupMany(
        kind,
        machine,
        part.map(({ key }) => key),
      ),
    );
    const translated = await this.translator.translate(part.map(({ after }) => after!));
    for (const { holder, untranslated } of translated) {
      written.set(holder.id, holder);
      const was = before.get(holder.id);
      if (!hasSameText(was, holder)) this.#pages += 1;
      this.#untranslated.set(holder.id, { title: holder.title, texts: untranslated });
    }
    await this.flush();
  }

  /** Of some that did not change, those that are still there. */
  async #unchanged<H extends DocumentHolder>(
    kind: MapKind<H>,
    source: Hash | null,
    ids: readonly Id[],
  ): Promise<MapChange<H>[]> {
    const found = await read(this.store, lookupMany(kind, source, ids));
    return [...found].map(([key, after]) => ({ key, after }));
  }
}

const hasSameText = (a: DocumentHolder | undefined, b: DocumentHolder): boolean =>
  a !== undefined &&
  a.document === b.document &&
  TEXT_FIELDS.every((field) => (a as Partial<Page>)[field] === (b as Partial<Page>)[field]);
