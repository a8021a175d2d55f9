import { sanitizeText } from '../kernel/storable-text.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, PageId, TranslationId } from '../kernel/id.ts';

/**
 * Review states of a text.
 * - `pinned`: edited by people; kept.
 * - `stale`: edited by people for a source that has changed since; kept too.
 * - `untranslated`: no valid translation was received, so that the source is used.
 */
export const REVIEW_STATES = ['pinned', 'stale', 'untranslated'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
/**
 * Location of a text: a field of the page, or (`document`) a segment of its document; `page` if people changed the
 * structure.
 */
export const REVIEW_PLACES = ['title', 'description', 'linkTitle', 'document', 'page'] as const;
export type ReviewPlace = (typeof REVIEW_PLACES)[number];

/** Text of a page that needs the attention of people. */
export interface ReviewedText {
  readonly state: ReviewState;
  readonly place: ReviewPlace;
  /** Index of the segment in the document, counted from 0. */
  readonly segment?: number;
  /** Text of the source, and of the translation. */
  readonly source: string;
  readonly text: string;
  /**
   * Digest of the source at the time of the edit; for a page whose structure was changed, digest of the page itself.
   */
  readonly since?: string;
  /** Machine translation of a stale text; adopting it makes the text follow the source again. */
  readonly suggestion?: string;
  /** Reason why no translation was accepted. */
  readonly reason?: string;
}

export interface PageReviewState extends State {
  readonly organizationId: OrganizationId;
  readonly translationId: TranslationId;
  /** Id of the page or the reusable content. */
  readonly pageId: PageId;
  readonly title: string;
  readonly texts: readonly ReviewedText[];
}

/** Maximum number of texts per page. */
const MAX_TEXTS = 500;
const MAX_TEXT_LENGTH = 1_000;
/** Shortens a text to the length that is reported. */
export function truncateText(text: string): string {
  const clean = sanitizeText(text);
  return clean.length <= MAX_TEXT_LENGTH
    ? clean
    : `${clean.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Texts of a page that are not plain machine translations. */
export class PageReview extends Aggregate<PageReviewState> {
  static readonly kind = 'page review';
  static restore = (state: PageReviewState) => new PageReview(state);

  static create(
    translation: { readonly id: Id; readonly organizationId: OrganizationId },
    pageId: PageId,
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

/** Id of the review of a page of a translation. */
export const pageReviewId = (translation: Id, page: Id): Id => `${translation}${page}`;

const limitTexts = (texts: readonly ReviewedText[]): readonly ReviewedText[] =>
  texts.slice(0, MAX_TEXTS).map((text) => ({
    ...text,
    source: truncateText(text.source),
    text: truncateText(text.text),
    ...(text.suggestion !== undefined && { suggestion: truncateText(text.suggestion) }),
  }));
