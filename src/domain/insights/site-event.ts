import { classifyAgent } from './visitor-agent.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

export const SITE_EVENT_TYPES = [
  'page_view',
  'page_markdown_request',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'agent_feedback',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'trademark_click',
  'ad_click',
  'ad_display',
  'llms_request',
  'mcp_request',
  'rss_request',
] as const;
/** Type of an event: one that callers send, or `page_not_found`, which the site records when a link is broken. */
export type SiteEventType = (typeof SITE_EVENT_TYPES)[number] | 'page_not_found';

/** Maximum number of events of one request. */
export const MAX_EVENTS = 100;
/** Greatest difference between the time of an event and the time of the request. */
export const MAX_EVENT_SKEW_MS = 5 * MINUTE_MS;

/** Event as the site sends it; the members of its type are optional here. */
export interface SiteEventInput {
  readonly type: SiteEventType;
  readonly session: {
    readonly visitorId: string;
    readonly sessionId: string;
    readonly userAgent: string;
    readonly language: string | null;
    readonly referrer: string | null;
    readonly visitorAuthToken?: string | null | undefined;
    readonly visitorAuthClaims?: object | undefined;
  };
  readonly location: {
    readonly url: string;
    readonly displayContext?: string | undefined;
    readonly siteSection: string | null;
    readonly siteSpace: string | null;
    readonly space: string | null;
    readonly page: string | null;
  };
  readonly timestamp?: string | undefined;
  readonly query?: string | undefined;
  /** Number of results of a search. */
  readonly results?: number | undefined;
  readonly result?: { readonly recordId?: string | undefined } | undefined;
  readonly feedback?: { readonly rating: string; readonly comment?: string | undefined } | undefined;
  readonly rating?: number | undefined;
  readonly link?: { readonly target: Readonly<Record<string, unknown>>; readonly position: string } | undefined;
  readonly operation?: { readonly path: string; readonly method: string } | undefined;
  readonly placement?: string | undefined;
  readonly ad?: { readonly domain: string; readonly placement: string } | undefined;
  readonly llmsVariant?: string | undefined;
  readonly markdownSource?: string | undefined;
}

/** Value of a dimension by which events are grouped. */
export type EventFields = Readonly<Record<string, unknown>>;

/**
 * Event as it is stored: without addresses, cookies and claims, with the hour instead of the time, and with the kind of
 * the browser instead of its name.
 */
export interface SiteEvent {
  /** Beginning of the hour in which the event happened. */
  readonly at: string;
  readonly type: SiteEventType;
  /** Keyed hashes of the ids of the visitor and the session. */
  readonly visitor: string;
  readonly session: string;
  readonly fields: EventFields;
}

/** Returns the beginning of the hour of an instant. */
export const hourOf = (at: string): string => new Date(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS).toISOString();

const UTM = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmCampaign: 'utm_campaign', utmTerm: 'utm_term' };
const UTM_PARAMETERS = { ...UTM, utmContent: 'utm_content' } as const;
const MAX_FIELD_LENGTH = 512;

/** Returns a URL without credentials, query and fragment, which may identify people. */
const bareUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/**
 * Reduces an event to what is stored.
 * @param hash keyed hash of an id
 */
export function storedEvent(event: SiteEventInput, now: string, hash: (id: string) => string): SiteEvent {
  const { session, location, link, ad } = event;
  const agent = classifyAgent(session.userAgent);
  const url = new URL(location.url);
  const referrer = session.referrer === null || session.referrer === '' ? null : bareUrl(session.referrer);
  const target = link?.target;
  const targetUrl = target?.['kind'] === 'url' && typeof target['url'] === 'string' ? target['url'] : undefined;
  const utm = Object.entries(UTM_PARAMETERS).map(([field, parameter]) => [
    field,
    (url.searchParams.get(parameter) ?? '').slice(0, MAX_FIELD_LENGTH).toWellFormed(),
  ]);
  return {
    at: hourOf(event.timestamp ?? now),
    type: event.type,
    visitor: hash(session.visitorId),
    session: hash(`${session.visitorId} ${session.sessionId}`),
    fields: {
      url: bareUrl(location.url),
      urlPath: url.pathname,
      displayContext: location.displayContext ?? 'site',
      siteSection: location.siteSection,
      siteSpace: location.siteSpace,
      page: location.space === null ? null : { page: location.page, space: location.space },
      visitorBrowser: agent.browser,
      visitorDevice: agent.device,
      visitorOS: agent.os,
      visitorBot: agent.bot,
      visitorLanguage: session.language,
      visitorAuthenticated: session.visitorAuthClaims !== undefined || (session.visitorAuthToken ?? null) !== null,
      referrer: referrer ?? '',
      referrerDomain: referrer === null ? '' : new URL(referrer).hostname,
      ...Object.fromEntries(utm),
      eventSearchQuery: event.query ?? null,
      eventSearchResults: event.results ?? null,
      eventSearchResultRecordId: event.result?.recordId ?? null,
      eventPageFeedbackRating: event.feedback?.rating ?? null,
      eventPageFeedbackComment: event.feedback?.comment ?? null,
      eventAskResponseRating: event.rating ?? null,
      eventLinkTargetValue: target ?? null,
      eventLinkTargetKind: target?.['kind'] ?? null,
      eventLinkTargetDomain: targetUrl !== undefined && URL.canParse(targetUrl) ? new URL(targetUrl).hostname : null,
      eventLinkPosition: link?.position ?? null,
      eventAPIOperationPath: event.operation?.path ?? null,
      eventAPIOperationMethod: event.operation?.method ?? null,
      eventLLMSVariant: event.llmsVariant ?? null,
      eventMarkdownSource: event.markdownSource ?? null,
      eventAdDomain: ad?.domain ?? null,
      eventAdPlacement: ad?.placement ?? null,
      eventTrademarkPlacement: event.placement ?? null,
    },
  };
}
