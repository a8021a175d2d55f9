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
  /** Source and machine translation of the last run. */
  readonly last?: { readonly source: Content; readonly machine: Content };
  /** True if the last run used the same settings; then only changes are translated. */
  readonly hasSameProfile: boolean;
  /** Pages and reusable contents with untranslated texts, which are tried again. */
  readonly retry: ReadonlySet<Id>;
}

export interface MachineTranslation {
  readonly content: Content;
  readonly hash: Hash;
  /** Number of pages whose texts changed. */
  readonly pages: number;
  /** Texts of the processed items that could not be translated. */
  readonly untranslated: ReadonlyMap<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>;
}

/** Number of pages translated in one batch. */
const BATCH_SIZE = 25;

/**
 * One map of contents in four states: the source, the source at the last run, the content to build on, and the machine
 * translation to compare with.
 */
interface Sides {
  readonly source: Hash | null;
  readonly before: Hash | null;
  readonly base: Hash | null;
  readonly machine: Hash | null;
}

/**
 * Translates the source by machine, with the same page IDs and paths. The work is proportional to the changes in the
 * source.
 */
export class MachineTranslator {
  #pages = 0;
  readonly #untranslated = new Map<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>();

  constructor(
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly translator: PageTranslator,
    /** Stores the objects created so far. */
    private readonly flush: (objects?: readonly ContentObject[]) => Promise<void>,
    /** Throws if the run must not continue. */
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
    // Conflicts of the source are in its language and are not translated.
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
    const toTranslate = [...changes.filter(({ after }) => after !== undefined), ...again];
    for (let from = 0; from < toTranslate.length; from += BATCH_SIZE) {
      await this.requireNeed();
      await this.#part(kind, toTranslate.slice(from, from + BATCH_SIZE), machine, written);
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

  /** Keeps the unchanged items that still exist. */
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
