import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { OrganizationId } from '../../../domain/kernel/id.ts';
import type { PreviewPicture } from '../../../ports/sites/preview-pictures.ts';
import type { PageHtml, RenderedPage, SiteRenderer, StaticAsset } from '../../../ports/sites/site-renderer.ts';
import type { LinkedPdf } from '../../pdf/pdf-links.ts';
import type { AgentTools } from './agent-tools.ts';
import type { ReaderAnswer } from './reader-answer.ts';
import type { ReaderEvent } from './reader-events.ts';

/** A rendered page, compressed, with its validator. */
export interface ReadyPage extends Omit<RenderedPage, 'html'> {
  readonly html: PageHtml;
  /** Entity tag of the HTML. */
  readonly etag: string;
}

/** A text for programs, such as a sitemap or the Markdown of a page. */
export interface ReadyText {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
  /** True if the text depends on the reader and must not be cached publicly. */
  readonly personal?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Response of a site to a path. */
export type SiteResponse = SiteAnswer & {
  /** Event that the request is for the insights of the site; absent when they are off, and in previews. */
  readonly event?: ReaderEvent | undefined;
};

type SiteAnswer =
  | { readonly kind: 'page'; readonly found: boolean; readonly page: ReadyPage }
  | { readonly kind: 'pdf'; readonly pdf: LinkedPdf }
  /** A form was accepted: `to` is the page to show. */
  | { readonly kind: 'accepted'; readonly to: string; readonly commentEvent?: ReaderEvent | undefined }
  /** Redirect to the canonical path, permanent unless `temporary`. */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly temporary: boolean;
      /** True for a target outside the site, to which the query is not forwarded. */ readonly external?: boolean;
    }
  | { readonly kind: 'file'; readonly blob: string; readonly name: string }
  /** Picture of a page; `version` is the part of its URL that changes with it. */
  | {
      readonly kind: 'picture';
      readonly picture: PreviewPicture;
      readonly organizationId: OrganizationId;
      readonly version: string;
    }
  /** Picture of an embedded page. */
  | { readonly kind: 'embed-picture'; readonly url: string; readonly organizationId: OrganizationId }
  /** `temporary` when the requested style sheet no longer exists and another one is sent instead. */
  | { readonly kind: 'asset'; readonly asset: StaticAsset; readonly temporary?: boolean }
  | ({ readonly kind: 'text' } & ReadyText)
  /** Messages of an agent are answered with what it may read. */
  | { readonly kind: 'agent'; readonly tools: AgentTools }
  /** An answer to a question, which is sent while it is written. */
  | { readonly kind: 'answer'; readonly answer: ReaderAnswer }
  /** A text that is too long to be kept in memory. */
  | {
      readonly kind: 'stream';
      readonly type: string;
      /** True if the text may depend on the reader. */
      readonly personal: boolean;
      readonly chunks: () => AsyncIterable<string>;
    };

const entityTag = (text: string): string => `"${digestOf(text).slice(0, 32)}"`;

/** Compresses a page, and adds its validator. */
export const readyPage = async (renderer: Pick<SiteRenderer, 'compress'>, page: RenderedPage): Promise<ReadyPage> => ({
  ...page,
  html: await renderer.compress(page.html),
  etag: entityTag(page.html),
});

/** Creates a text with its validator. */
export const readyText = (
  type: string,
  text: string,
  more: Pick<ReadyText, 'personal' | 'headers'> = {},
): ReadyText => ({ type, text, etag: entityTag(text), ...more });
