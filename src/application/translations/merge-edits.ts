import { PAGES, REUSABLE_CONTENTS, type Content } from '../../domain/content/content.ts';
import { readDocument } from '../../domain/content/content-reads.ts';
import { resolveConflicts } from '../../domain/content/conflicts/resolve-conflicts.ts';
import { mergeContents, type MergeResult } from '../../domain/content/merge/merge.ts';
import { contentObject } from '../../domain/content/objects/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../domain/content/objects/json.ts';
import { applyToMap } from '../../domain/content/objects/map-apply.ts';
import { diffMaps } from '../../domain/content/objects/map-diff.ts';
import type { MapKind } from '../../domain/content/objects/map-node.ts';
import { lookupMany } from '../../domain/content/objects/map-read.ts';
import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { takeSections } from '../../domain/content/text/marker-sections.ts';
import { mergeText } from '../../domain/content/text/text-merge.ts';
import { Conflict as NotPossible } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import type { Pausable } from '../../domain/kernel/pausable.ts';
import {
  preserveEdits,
  sourceDigest,
  reviewState,
  type PreservedEdits,
  type TranslationSides,
} from '../../domain/translations/preserve-edits.ts';
import { truncateText, type ReviewedText } from '../../domain/translations/page-review.ts';
import type { Piece } from '../../domain/translations/segment.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { DocumentSegmenter } from '../../ports/translations/document-segments.ts';
import { read } from '../content/reading.ts';
import { inTimeSlices, TimeSlices } from '../kernel/time-slices.ts';
import { overlayObjects } from '../content/projections/build-projections.ts';
import { isPage, TEXT_FIELDS, type DocumentHolder } from './page-translator.ts';

export type KnownReviews = ReadonlyMap<Id, readonly ReviewedText[]>;

export interface MergedEdits {
  readonly hash: Hash;
  readonly objects: readonly ContentObject[];
  /** Texts written by users, by page. */
  readonly userTexts: ReadonlyMap<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>;
}

interface Context {
  readonly organizationId: OrganizationId;
  readonly content: Pick<ContentStore, 'get'>;
  readonly segments: DocumentSegmenter;
  readonly now: string;
}

/**
 * Merges a new machine translation into a space that users may have edited. Keeps their texts, segment by segment, and
 * their other changes, such as new pages. Pure except for reads; the work is proportional to the changes of users and
 * source.
 */
export async function mergeEdits(
  context: Context,
  sides: TranslationSides<Content>,
  known: KnownReviews,
): Promise<MergedEdits> {
  const edits = new EditMerger(context, known);
  const pages = await edits.of(PAGES, { ...mapOf(sides, 'pages') });
  const reusableContents = await edits.of(REUSABLE_CONTENTS, { ...mapOf(sides, 'reusableContents') });
  const made = [...edits.objects, ...pages.objects, ...reusableContents.objects];
  const ours = { ...sides.ours, pages: pages.ours, reusableContents: reusableContents.ours };
  const theirs = { ...sides.machine, pages: pages.theirs, reusableContents: reusableContents.theirs };
  const { contentHash, objects } = await mergeSides(context, overlayObjects(context.content, made), {
    base: sides.machineBefore,
    ours,
    theirs,
  });
  return { hash: contentHash, objects: [...made, ...objects], userTexts: edits.kept };
}

const mapOf = (sides: TranslationSides<Content>, map: 'pages' | 'reusableContents'): TranslationSides<Hash | null> =>
  Object.fromEntries(
    Object.entries(sides).map(([side, content]: [string, Content]) => [side, content[map]]),
  ) as unknown as TranslationSides<Hash | null>;

/** Merges both sides; the users' side wins conflicts that do not concern texts. */
async function mergeSides(
  { now }: Context,
  stored: Pick<ContentStore, 'get'>,
  sides: { readonly base: Content; readonly ours: Content; readonly theirs: Content },
): Promise<MergeResult> {
  let result: MergeResult = await read(stored, mergeContents(sides, { now }));
  const made = [...result.objects];
  for (let [next] = result.conflicts; next !== undefined; [next] = result.conflicts) {
    const { subject } = next;
    const store = overlayObjects(stored, made);
    const taking = (take: 'ours' | 'theirs') =>
      read(store, resolveConflicts(result.content, subject, { take }, { now, main: sides.ours }));
    const resolved = await taking('ours').catch((error: unknown) => {
      if (error instanceof NotPossible) return taking('theirs');
      throw error;
    });
    made.push(...resolved!.objects);
    result = { ...resolved!, conflicts: resolved!.conflicts };
  }
  return { ...result, objects: made };
}

interface AdjustedSides {
  readonly ours: Hash | null;
  readonly theirs: Hash | null;
  readonly objects: readonly ContentObject[];
}

class EditMerger {
  readonly objects: ContentObject[] = [];
  readonly kept = new Map<Id, { readonly title: string; readonly texts: readonly ReviewedText[] }>();
  readonly #slices = new TimeSlices();

  constructor(
    private readonly context: Context,
    private readonly known: KnownReviews,
  ) {}

  /** Adjusts both sides to the same text wherever users changed one, so that the merge finds no conflict there. */
  async of<H extends DocumentHolder>(kind: MapKind<H>, maps: TranslationSides<Hash | null>): Promise<AdjustedSides> {
    const { content } = this.context;
    const changed = (await read(content, diffMaps<H>(maps.machineBefore, maps.ours))).filter(
      ({ before, after }) => before !== undefined && after !== undefined,
    );
    const ids = changed.map(({ key }) => key);
    const [sourceBefore, source, machine] = (await read(
      content,
      all([maps.sourceBefore, maps.source, maps.machine].map((root) => lookupMany(kind, root, ids))),
    )) as [Map<Id, H>, Map<Id, H>, Map<Id, H>];
    const [ours, theirs] = [new Map<Id, H>(), new Map<Id, H>()];
    for (const { key, before, after } of changed) {
      const sides = {
        sourceBefore: sourceBefore.get(key),
        machineBefore: before!,
        ours: after!,
        source: source.get(key),
        machine: machine.get(key),
      };
      if (sides.sourceBefore === undefined) continue;
      if (sides.source === undefined || sides.machine === undefined) {
        // Edits of a page that the source no longer has do not keep it, unless people moved it.
        if (isAtSamePlace(before!, after!)) ours.set(key, before!);
        continue;
      }
      const { fields, texts } = await this.#texts(sides as TranslationSides<H>, this.known.get(key) ?? []);
      if (texts.length > 0) this.kept.set(key, { title: sides.source.title, texts });
      ours.set(key, { ...after!, ...fields });
      theirs.set(key, { ...sides.machine, ...fields });
    }
    const made = await read(
      overlayObjects(content, this.objects),
      all([applyToMap(kind, maps.ours, ours), applyToMap(kind, maps.machine, theirs)]),
    );
    return { ours: made[0]!.root, theirs: made[1]!.root, objects: made.flatMap(({ objects }) => objects) };
  }

  async #texts<H extends DocumentHolder>(
    sides: TranslationSides<H>,
    known: readonly ReviewedText[],
  ): Promise<{ readonly fields: Partial<H>; readonly texts: readonly ReviewedText[] }> {
    if (this.#slices.isOver) await this.#slices.next();
    const fields: Record<string, unknown> = {};
    const texts: ReviewedText[] = [];
    for (const field of isPage(sides.ours) ? TEXT_FIELDS : (['title'] as const)) {
      const of = (holder: H): string => (holder as Partial<Record<typeof field, string>>)[field] ?? '';
      const [mine, suggestion, source] = [of(sides.ours), of(sides.machine), of(sides.source)];
      const isTheirs = mine === of(sides.machineBefore) || mine === suggestion;
      fields[field] = (isTheirs ? suggestion : mine) || undefined;
      if (isTheirs) continue;
      const since =
        known.find((text) => text.place === field && text.since !== undefined && text.text === truncateText(mine))
          ?.since ?? sourceDigest(of(sides.sourceBefore));
      texts.push({ place: field, since, source, text: mine, ...reviewState(since, source, suggestion) });
    }
    const documents = await read(this.context.content, readDocuments(sides));
    if (sides.ours.document === sides.machineBefore.document || documents === undefined)
      fields['document'] =
        sides.ours.document === sides.machineBefore.document ? sides.machine.document : sides.ours.document;
    else {
      const kept = (await this.#keepEdits(documents, known)) ?? (await inTimeSlices(mergeLines(documents, known)));
      const object = contentObject('document', encodeUtf8(kept.text));
      this.objects.push(object);
      fields['document'] = object.hash;
      texts.push(...kept.texts);
    }
    return { fields: fields as Partial<H>, texts };
  }

  async #keepEdits(
    documents: TranslationSides<string>,
    known: readonly ReviewedText[],
  ): Promise<PreservedEdits | undefined> {
    const { segments, organizationId } = this.context;
    const pieces: (readonly [string, readonly Piece[] | undefined])[] = [];
    for (const [side, text] of Object.entries(documents) as [string, string][])
      pieces.push([side, await segments.segment(text, organizationId)]);
    return pieces.some(([, of]) => of === undefined)
      ? undefined
      : preserveEdits(Object.fromEntries(pieces) as never, known);
  }
}

/** Reports whether people left a page where it was; a reusable content has no place. */
const isAtSamePlace = (before: DocumentHolder, after: DocumentHolder): boolean =>
  !isPage(before) || !isPage(after) || (before.parent === after.parent && before.rank === after.rank);

/** Reads the document of each side; undefined if a side has no document or one that is not UTF-8. */
function* readDocuments(sides: TranslationSides<DocumentHolder>): ObjectQuery<TranslationSides<string> | undefined> {
  const entries = Object.entries(sides) as [string, DocumentHolder][];
  const texts = (yield* all(entries.map(([, holder]) => readDocument(holder)))).map(
    (bytes) => bytes && decodeUtf8(bytes),
  );
  return texts.some((text) => text === undefined)
    ? undefined
    : (Object.fromEntries(entries.map(([side], i) => [side, texts[i]])) as unknown as TranslationSides<string>);
}

/**
 * Merges line by line if users changed the structure. Their lines win conflicts; the page is then stale until they edit
 * it again.
 */
function* mergeLines(
  { machineBefore, ours, machine, source }: TranslationSides<string>,
  known: readonly ReviewedText[],
): Pausable<PreservedEdits> {
  const { text, markers } = yield* mergeText(machineBefore, ours, machine);
  const kept = markers === 0 ? text : yield* takeSections(text, [markers], ['ours']);
  const wasStale = known.some(
    ({ place, state, since }) => place === 'page' && state === 'stale' && since === sourceDigest(ours),
  );
  return {
    text: kept,
    texts: [
      {
        place: 'page',
        since: sourceDigest(kept),
        source,
        text: kept,
        ...(markers > 0 || wasStale ? { state: 'stale', suggestion: machine } : { state: 'pinned' }),
      },
    ],
  };
}
