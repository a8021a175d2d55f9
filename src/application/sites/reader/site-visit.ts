import type { Claims } from '../../../domain/sites/audience/visitor.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import type { VisitorCredentials } from '../audience/visitors.ts';
import type { FeedbackSubmission } from './page-feedback.ts';
import type { PageQuestion } from './reader-questions.ts';
import type { SearchPageQuery } from './reader-search-pages.ts';
import type { SitePath } from './site-path.ts';
import type { SiteResponse } from './site-response.ts';

/** Request of an unidentified visitor to a site. */
export interface SiteRequest extends SitePath {
  /** Locator of the site; an id is sent by a reverse proxy that serves the site below its own host. */
  readonly by: SiteLocator;
  /** Query of the search page. */
  readonly query: SearchPageQuery;
  /** True if the client prefers the Markdown of a page. */
  readonly prefersMarkdown: boolean;
  /** Feedback that the request submits. */
  readonly feedback?: FeedbackSubmission | undefined;
  /** Question that the request asks. */
  readonly question?: PageQuestion | undefined;
  /** True if the request has messages for the MCP server. */
  readonly isFromAgent?: boolean | undefined;
  readonly credentials: Omit<VisitorCredentials, 'shareKey' | 'previewPass'>;
  /** True when the token came in the URL. */
  readonly hasTokenInAddress: boolean;
}

/** Redirect that precedes the response. */
export type Redirection =
  /** The token in the URL is valid: store it in a cookie and request the URL without it. */
  | { readonly kind: 'enter'; readonly to: string }
  /** Login page of the site. */
  | { readonly kind: 'sign-in'; readonly to: string };

export interface SiteVisit {
  readonly answer: SiteResponse | Redirection;
  /** Cache scope: `public` may be kept by shared caches, `one` must not be stored. */
  readonly audience: 'public' | 'anybody' | 'one';
  /** False if search engines must list nothing at this URL. */
  readonly isIndexable: boolean;
  /** True when the URL itself grants access and must not leak to other sites. */
  readonly isSecretUrl: boolean;
  /** True if the path carries a preview pass. */
  readonly isPreview: boolean;
  readonly cookie: VisitorCookie;
}

/** Cookies for the visitor, scoped to the site. */
export interface VisitorCookie {
  /** Path of the cookie, without a trailing slash except for the root. */
  readonly path: string;
  readonly isSecure: boolean;
  /** Expiry of the cookie with the visitor's token. */
  readonly tokenUntil?: string;
  /** Claims to store in the cookie. */
  readonly claims?: Claims;
}
