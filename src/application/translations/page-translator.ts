import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import { readDocument } from '../../domain/content/content-reads.ts';
import { contentObject } from '../../domain/content/objects/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../domain/content/objects/json.ts';
import type { ContentObject, Hash } from '../../domain/content/objects/content-object.ts';
import { all } from '../../domain/content/objects/object-query.ts';
import type { ResponseCheck } from '../../domain/translations/check-response.ts';
import type { ReviewedText } from '../../domain/translations/page-review.ts';
import {
  plainSegment,
  segmentsOf,
  topLevelSegments,
  type Piece,
  type Segment,
} from '../../domain/translations/segment.ts';
import { sourceText, writePieces } from '../../domain/translations/write-segment.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { DocumentSegmenter } from '../../ports/translations/document-segments.ts';
import { read } from '../content/reading.ts';
import { TimeSlices } from '../kernel/time-slices.ts';
import type { TextTranslator } from './text-translator.ts';

/** A page, or a reusable content, whose title is a name and is not translated. */
export type DocumentHolder = Page | ReusableContent;
export const isPage = (holder: DocumentHolder): holder is Page => 'type' in holder;

/** Text fields of a page besides its document. */
export const TEXT_FIELDS = ['title', 'description', 'linkTitle'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
/**
 * Maximum length of a translated title, which Git must be able to store; a translation may be longer than its source.
 */
const MAX_FIELD_LENGTH = 1_000;
/** Number of times that one document is parsed to find the answers that change its structure. */
const MAX_STRUCTURE_CHECKS = 100;

/** Number of faulty segments above which none is requested again; they are not found one by one. */
const MAX_RETRIED = 20;
const STRUCTURE_PROBLEM = 'the answer would change the structure of the page';

export interface TranslatedHolder<H extends DocumentHolder = DocumentHolder> {
  readonly holder: H;
  /** Texts without an acceptable translation. */
  readonly untranslated: readonly ReviewedText[];
}

interface Source<H extends DocumentHolder> {
  readonly holder: H;
  readonly fields: readonly (readonly [TextField, Segment])[];
  readonly markdown: string | undefined;
  /** Pieces of the document; undefined if the document cannot be split. */
  readonly pieces: readonly Piece[] | undefined;
}

/** Translates titles, descriptions and documents of pages; keeps all other fields. */
export class PageTranslator {
  readonly #slices = new TimeSlices();

  constructor(
    private readonly services: { readonly content: Pick<ContentStore, 'get'>; readonly segments: DocumentSegmenter },
    private readonly organizationId: OrganizationId,
    private readonly texts: Pick<TextTranslator, 'translate' | 'retry'>,
    /** Receives the created documents. */
    private readonly keep: (made: ContentObject) => void,
  ) {}

  /** @throws TranslationEngineError */
  async translate<H extends DocumentHolder>(holders: readonly H[]): Promise<readonly TranslatedHolder<H>[]> {
    const bytes = await read(this.services.content, all(holders.map(readDocument)));
    const sources: Source<H>[] = [];
    for (const [i, holder] of holders.entries()) {
      if (this.#slices.isOver) await this.#slices.next();
      sources.push(await this.#sourceOf(holder, bytes[i]));
    }
    const segments = sources.flatMap(({ fields, pieces }) => [
      ...fields.map(([, segment]) => segment),
      ...segmentsOf(pieces ?? []),
    ]);
    const answers = await this.texts.translate(segments);
    const translated: TranslatedHolder<H>[] = [];
    for (const source of sources) {
      if (this.#slices.isOver) await this.#slices.next();
      translated.push(await this.#written(source, answers));
    }
    return translated;
  }

  async #sourceOf<H extends DocumentHolder>(holder: H, bytes: Uint8Array | undefined): Promise<Source<H>> {
    const fields = !isPage(holder)
      ? []
      : TEXT_FIELDS.flatMap((field): [TextField, Segment][] => {
          const text = holder[field];
          return text !== undefined && /\p{L}/u.test(text) && !/\{\{/.test(text) ? [[field, plainSegment(text)]] : [];
        });
    // Documents that are not UTF-8 are not translated.
    const markdown = bytes && decodeUtf8(bytes);
    return {
      holder,
      fields,
      markdown,
      pieces: markdown === undefined ? undefined : await this.services.segments.segment(markdown, this.organizationId),
    };
  }

  async #written<H extends DocumentHolder>(
    { holder, fields, markdown, pieces }: Source<H>,
    answers: ReadonlyMap<Segment, ResponseCheck>,
  ): Promise<TranslatedHolder<H>> {
    const untranslated: ReviewedText[] = [];
    const made: Record<string, unknown> = {};
    for (const [place, segment] of fields) {
      const { tokens, problem } = answers.get(segment)!;
      const source = sourceText(segment);
      const text = tokens && writePieces([segment], () => tokens).trim();
      if (text !== undefined && text.length <= MAX_FIELD_LENGTH) made[place] = text;
      else
        untranslated.push({
          state: 'untranslated',
          place,
          source,
          text: source,
          reason: problem ?? 'the answer is too long',
        });
    }
    if (markdown !== undefined && markdown !== '') {
      if (pieces === undefined)
        untranslated.push({
          state: 'untranslated',
          place: 'page',
          source: markdown,
          text: markdown,
          reason: 'the document is too complex to split into segments',
        });
      else made['document'] = await this.#document(markdown, pieces, answers, untranslated);
    }
    return { holder: { ...holder, ...made }, untranslated };
  }

  /** Translates a document; the result has the structure of the source, whatever the engine answers. */
  async #document(
    markdown: string,
    pieces: readonly Piece[],
    first: ReadonlyMap<Segment, ResponseCheck>,
    untranslated: ReviewedText[],
  ): Promise<Hash> {
    let answers = first;
    let wrong = await this.#findRejectedSegments(markdown, pieces, answers);
    if (wrong.size > 0 && wrong.size <= MAX_RETRIED) {
      const second = await this.texts.retry([...wrong], STRUCTURE_PROBLEM);
      if (second.size > 0) {
        answers = new Map([...first, ...second]);
        wrong = await this.#findRejectedSegments(markdown, pieces, answers);
      }
    }
    const text = assembleDocument(pieces, answers, wrong);
    for (const [n, unit] of topLevelSegments(pieces).entries()) {
      for (const segment of segmentsOf([unit])) {
        const reason = wrong.has(segment) ? STRUCTURE_PROBLEM : answers.get(segment)?.problem;
        const source = sourceText(segment);
        if (reason !== undefined)
          untranslated.push({ state: 'untranslated', place: 'document', segment: n, source, text: source, reason });
      }
    }
    const object = contentObject('document', encodeUtf8(text));
    this.keep(object);
    return object.hash;
  }

  /** Finds the segments whose translations would change the structure of the document. */
  async #findRejectedSegments(
    markdown: string,
    pieces: readonly Piece[],
    answers: ReadonlyMap<Segment, ResponseCheck>,
  ): Promise<ReadonlySet<Segment>> {
    const segments = segmentsOf(pieces);
    const structure = await this.services.segments.structureOf(markdown, this.organizationId);
    const isSoundWithout = async (without: ReadonlySet<Segment>): Promise<boolean> => {
      const text = assembleDocument(pieces, answers, without);
      return text === markdown || (await this.services.segments.structureOf(text, this.organizationId)) === structure;
    };
    if (await isSoundWithout(new Set())) return new Set();
    const wrong = new Set(await this.#bisectFaultySegments(segments, isSoundWithout));
    return (await isSoundWithout(wrong)) ? wrong : new Set(segments);
  }

  /**
   * Finds, by bisection, the segments whose translations break the structure; may include sound segments once
   * `MAX_STRUCTURE_CHECKS` is reached.
   */
  async #bisectFaultySegments(
    segments: readonly Segment[],
    isSoundWithout: (wrong: ReadonlySet<Segment>) => Promise<boolean>,
  ): Promise<readonly Segment[]> {
    const wrong: Segment[] = [];
    let looks = MAX_STRUCTURE_CHECKS;
    const search = async (among: readonly Segment[]): Promise<void> => {
      if (this.#slices.isOver) await this.#slices.next();
      if (--looks < 0) {
        wrong.push(...among);
        return;
      }
      // Checks these segments with all others untranslated.
      const others = new Set(segments.filter((segment) => !among.includes(segment)));
      if (await isSoundWithout(others)) return;
      if (among.length === 1) {
        wrong.push(among[0]!);
        return;
      }
      const middle = among.length >> 1;
      await search(among.slice(0, middle));
      await search(among.slice(middle));
    };
    await search(segments);
    return wrong;
  }
}

/** Writes a document with the translated segments except some. */
const assembleDocument = (
  pieces: readonly Piece[],
  answers: ReadonlyMap<Segment, ResponseCheck>,
  without: ReadonlySet<Segment>,
): string => writePieces(pieces, (segment) => (without.has(segment) ? undefined : answers.get(segment)?.tokens));
