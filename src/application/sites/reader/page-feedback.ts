import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { ReaderEvents } from './reader-events.ts';
import type { SiteAddress } from './site-address.ts';
import { customizationOf } from './site-appearances.ts';
import type { SiteMap } from './site-map.ts';
import type { SiteResponse } from './site-response.ts';
import type { SiteSpaces } from './site-spaces.ts';

export const PAGE_RATINGS = ['good', 'ok', 'bad'] as const;
export type PageRating = (typeof PAGE_RATINGS)[number];

/** Maximum length of a comment. */
export const MAX_FEEDBACK_COMMENT = 512;

/** Feedback of a reader on a page. */
export interface FeedbackSubmission {
  readonly rating: PageRating;
  /** Comment; empty for none. */
  readonly comment: string;
}

/** Path segment of feedback below the reserved one, before the ids of the site space and the page. */
const FEEDBACK = 'feedback';
/** Fragment of a page that thanks for feedback. */
export const FEEDBACK_THANKS = 'quire-feedback-thanks';

/** Builds the path to which the feedback form of a page is sent. */
export const feedbackPath = ({ basePath }: SiteAddress, siteSpaceId: string, pageId: string): string =>
  `${basePath}${RESERVED_SEGMENT}/${FEEDBACK}/${siteSpaceId}/${pageId}`;

/** Takes the feedback of readers on pages that they see, where the customization asks for it. */
export class PageFeedback {
  constructor(
    private readonly spaces: SiteSpaces,
    private readonly events: ReaderEvents,
  ) {}

  /** Accepts feedback at a path of a site; undefined when there is nothing to comment on. */
  async submit(
    map: SiteMap,
    segments: readonly string[],
    { rating, comment }: FeedbackSubmission,
  ): Promise<SiteResponse | undefined> {
    const [own, kind, siteSpaceId, pageId, ...rest] = segments;
    if (own !== RESERVED_SEGMENT || kind !== FEEDBACK || pageId === undefined || rest.length > 0) return undefined;
    const variant = map.variants.find(({ siteSpace }) => siteSpace.id === siteSpaceId);
    if (variant === undefined || customizationOf(map, variant)?.feedback.enabled !== true) return undefined;
    const space = await this.spaces.of(map, variant);
    const entry = space.linked.outline.byId(pageId);
    if (entry?.type !== 'document') return undefined;
    const path = space.links.page(entry);
    const place = { map, variant, page: entry.id, path };
    return {
      kind: 'accepted',
      to: `${path}#${FEEDBACK_THANKS}`,
      event: this.events.of('page_post_feedback', place, { feedback: { rating } }),
      ...(comment !== '' && {
        commentEvent: this.events.of('page_post_feedback_comment', place, { feedback: { rating, comment } }),
      }),
    };
  }
}
