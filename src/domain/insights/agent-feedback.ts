import { hourOf, type SiteEvent } from './site-event.ts';
import { classifyAgent } from './visitor-agent.ts';

export const FEEDBACK_CATEGORIES = [
  'usability',
  'reliability',
  'documentation',
  'efficiency',
  'interoperability',
  'could-not-accomplish',
] as const;
export const FEEDBACK_SEVERITIES = ['low', 'medium', 'high'] as const;
export const FEEDBACK_SOURCES = ['mcp', 'assistant'] as const;
export const MAX_FEEDBACK_SUMMARY = 256;
export const MAX_FEEDBACK_DETAIL = 4096;
export const MAX_GOAL = 1024;

/** Subject of feedback. */
export type FeedbackSubject =
  | { readonly kind: 'mcp-tool'; readonly toolName: string; readonly target?: string | undefined }
  | { readonly kind: 'cli-command'; readonly command: string; readonly flags?: readonly string[] | undefined }
  | { readonly kind: 'api-endpoint'; readonly method: string; readonly path: string }
  | {
      readonly kind: 'documentation';
      readonly url: string;
      readonly space?: string | undefined;
      readonly page?: string | undefined;
    }
  | { readonly kind: 'generic' };

/** Feedback of an agent that worked with a site or with what the site documents. */
export interface AgentFeedback {
  readonly reportedBy?:
    | {
        readonly model?: string | undefined;
        readonly userAgent?: string | undefined;
        readonly correlationId?: string | undefined;
        readonly onDemand?: boolean | undefined;
      }
    | undefined;
  readonly subject: FeedbackSubject;
  readonly feedback: {
    readonly category: (typeof FEEDBACK_CATEGORIES)[number];
    readonly severity?: (typeof FEEDBACK_SEVERITIES)[number] | undefined;
    readonly goal?: string | undefined;
    readonly summary: string;
    readonly detail?: string | undefined;
    readonly workaround?: string | undefined;
    readonly metrics?:
      | {
          readonly callCount?: number | undefined;
          readonly successCount?: number | undefined;
          readonly retryCount?: number | undefined;
        }
      | undefined;
  };
  /** Surface that the agent worked on; absent when unknown. */
  readonly source?: (typeof FEEDBACK_SOURCES)[number] | undefined;
}

/** Feedback as it is stored, with the hour in which it arrived. */
export interface StoredFeedback {
  readonly id: string;
  readonly at: string;
  readonly feedback: AgentFeedback;
}

/** Returns a URL without credentials, query and fragment, which may identify people. */
function bareUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Makes the event of feedback, by which it is counted with the events of visitors.
 * @param submitter keyed hash of the caller
 */
export function feedbackEvent(id: string, of: AgentFeedback, now: string, submitter: string): SiteEvent {
  const { subject, reportedBy } = of;
  const agent = classifyAgent(reportedBy?.userAgent ?? '');
  const feedback: AgentFeedback =
    subject.kind === 'documentation' ? { ...of, subject: { ...subject, url: bareUrl(subject.url) } } : of;
  return {
    at: hourOf(now),
    type: 'agent_feedback',
    visitor: submitter,
    session: submitter,
    fields: {
      ...(subject.kind === 'documentation' && {
        url: bareUrl(subject.url),
        urlPath: new URL(subject.url).pathname,
        page: subject.space === undefined ? null : { page: subject.page ?? null, space: subject.space },
      }),
      ...(subject.kind === 'api-endpoint' && {
        eventAPIOperationMethod: subject.method,
        eventAPIOperationPath: subject.path,
      }),
      displayContext: subject.kind === 'mcp-tool' || of.source === 'mcp' ? 'mcp' : 'site',
      visitorBot: agent.bot,
      agentFeedback: { id, ...feedback },
    },
  };
}

/** Reads feedback from its event. */
export function storedFeedback({ at, fields }: SiteEvent): StoredFeedback {
  const { id, ...feedback } = fields['agentFeedback'] as AgentFeedback & { readonly id: string };
  return { id, at, feedback };
}
