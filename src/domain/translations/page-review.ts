import { sanitizeText } from '../kernel/storable-text.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/**
 * - `pinned`: people wrote what it says; it stays.
 * - `stale`: they did, for something that the source does not say any more; it stays too.
 * - `untranslated`: no answer could be taken, so the source stands there.
 */
export const REVIEW_STATES = ['pinned', 'stale', 'untranslated'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
/** Where a text is: a field of the page, or (`document`) a segment of what it says; `page` where people changed its structure. */
export const REVIEW_PLACES = ['title', 'description', 'linkTitle', 'document', 'page'] as const;
export type ReviewPlace = (typeof REVIEW_PLACES)[number];

/** A text of a page that people should know about. */
export interface ReviewedText {
  readonly state: ReviewState;
  readonly place: ReviewPlace;
  /** Of the document: which of its segments, counted from 0. */
  readonly segment?: number;
  /** What the source says, and what the translation does. */
  readonly source: string;
  readonly text: string;
  /** Of what people wrote: a digest of what the source said then; of a page whose structure they changed, of what it says itself. */
  readonly since?: string;
  /** Of what is stale: what the engine would say now; who writes just that has it follow the source again. */
  readonly suggestion?: string;
  /** Why no answer was taken. */
  readonly reason?: string;
}

export interface PageReviewState extends State {
  readonly organizationId: Id;
  readonly translationId: Id;
  /** The page, or the reusable content. */
  readonly pageId: Id;
  readonly title: string;
  readonly texts: readonly ReviewedText[];
}

/** So many texts of a page are told. */
export const MAX_TEXTS = 500;
const MAX_TEXT_LENGTH = 1_000;
/** As much of a text as is told. */
export function truncateText(text: string): string {
  const clean = sanitizeText(text);
  return clean.length <= MAX_TEXT_LENGTH
    ? clean
    : `${clean.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What is known of a page's texts that are not simply translated. */
export class PageReview extends Aggregate<PageReviewState> {
  static readonly kind = 'page review';
  static restore = (state: PageReviewState) => new PageReview(state);

  static create(
    translation: { readonly id: Id; readonly organizationId: Id },
    pageId: Id,
    title: string,
    texts: readonly ReviewedText[],
  ): PageReview {
    return new PageReview({
      id: pageReviewId(translation.id, pageId),
      organizationId: translation.organizationId,
      translationId: translation.id,
      pageId,
      title,
      texts: limitTexts(texts),
    });
  }

  replace(title: string, texts: readonly ReviewedText[]): void {
    this.applySilently({ title, texts: limitTexts(texts) });
  }
}

export const pageReviewId = (translation: Id, page: Id): Id => `${translation}${page}`;

const limitTexts = (texts: readonly ReviewedText[]): readonly ReviewedText[] =>
  texts.slice(0, MAX_TEXTS).map((text) => ({
    ...text,
    source: truncateText(text.source),
    text: truncateText(text.text),
    ...(text.suggestion !== undefined && { suggestion: truncateText(text.suggestion) }),
  }));
