import type { Id, TranslationId } from '../../domain/kernel/id.ts';
import { pageReviewId, PageReview, type ReviewedText } from '../../domain/translations/page-review.ts';
import type { TranslationState } from '../../domain/translations/translation.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { JobContext } from '../kernel/job.ts';
import { query } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import { levelOnSpace, getVisibleTranslation, type InTranslation } from './visible-translations.ts';

interface PageTexts {
  readonly title: string;
  readonly texts: readonly ReviewedText[];
}
/** State of the texts to review, by page. */
export type Reviews = ReadonlyMap<Id, PageTexts>;

const BATCH_SIZE = 1_000;

/** Loads the state after the last run. */
export async function loadReviews({ read }: Pick<JobContext, 'read'>, translationId: TranslationId): Promise<Reviews> {
  const known = new Map<Id, PageTexts>();
  for (let after: Id | undefined; ;) {
    const { items, next } = await read.pageReviews.list({ translationId }, { limit: BATCH_SIZE, after });
    for (const review of items) {
      const { pageId, title, texts } = review.snapshot();
      known.set(pageId, { title, texts });
    }
    if (next === undefined) return known;
    after = next;
  }
}

/** Stores the state of the processed pages and of all pages with texts written by users. */
export async function storeReviews(
  work: Work,
  translation: TranslationState,
  known: Reviews,
  untranslated: Reviews,
  kept: Reviews,
): Promise<void> {
  for (const id of new Set([...known.keys(), ...untranslated.keys(), ...kept.keys()])) {
    const title = kept.get(id)?.title ?? untranslated.get(id)?.title ?? known.get(id)!.title;
    const isWritten = (text: ReviewedText): boolean =>
      kept.get(id)?.texts.some(({ place, segment }) => place === text.place && segment === text.segment) === true;
    // A text that users have written counts as translated.
    const texts = [
      ...(kept.get(id)?.texts ?? []),
      ...(untranslated.get(id)?.texts ?? []).filter((text) => !isWritten(text)),
    ];
    if (texts.length === 0 && !known.has(id)) continue;
    const stored = known.has(id) ? await work.pageReviews.find({ id: pageReviewId(translation.id, id) }) : undefined;
    if (texts.length === 0) {
      if (stored !== undefined) await work.pageReviews.delete(stored);
      continue;
    }
    const review = stored ?? PageReview.create(translation, id, title, texts);
    if (stored !== undefined) stored.replace(title, texts);
    await work.pageReviews.save(review);
  }
}

/**
 * Lists the texts of a translation that people should check, by page. Requires access to the source and the translated
 * space.
 */
export const listTranslationReviews = query<InTranslation & { page: PageRequest }>()({
  name: 'listTranslationReviews',
  requires: 'translations:view',
  scope: inOrganization,
  async run(context, { organizationId, translationId, page }) {
    const { spaceId, resultSpaceId } = (
      await getVisibleTranslation(context, { organizationId, translationId })
    ).snapshot();
    const spaces = [spaceId, ...(resultSpaceId === null ? [] : [resultSpaceId])];
    const there = await context.read.spaces.list(
      { id: spaces, organizationId, deletedAt: null },
      { limit: spaces.length },
    );
    for (const { id } of there.items)
      if ((await levelOnSpace(context, organizationId, id)) === undefined) throw new NotFound('translation');
    if (there.items.length < spaces.length) return { items: [], count: 0 };
    const { items, ...rest } = await context.read.pageReviews.list({ translationId }, page);
    return {
      items: items.map((review) => ({ translation: { organizationId, id: translationId }, review: review.snapshot() })),
      ...rest,
    };
  },
});
export type PageReviewView = Awaited<ReturnType<typeof listTranslationReviews.run>>['items'][number];
