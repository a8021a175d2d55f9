import { Forbidden, NotFound } from '../domain/kernel/errors.ts';
import {
  feedbackEvent,
  MAX_FEEDBACK_SUMMARY,
  storedFeedback,
  type AgentFeedback,
  type StoredFeedback,
} from '../domain/insights/agent-feedback.ts';
import type { Page, PageRequest } from '../ports/kernel/repository.ts';
import { expiryOf, visitorHash } from './insights.ts';
import { inSite, type OrganizationFacts, type InSite } from './kernel/scope.ts';
import type { Reads, Services } from './kernel/services.ts';
import { query } from './kernel/use-case.ts';

const NEEDS = ['siteEvents', 'insightsRetentionDays', 'secretBox', 'ids'] as const;
interface Context extends Pick<Services, (typeof NEEDS)[number]> {
  readonly read: Pick<Reads, 'sites'>;
  readonly scope: OrganizationFacts;
  readonly now: string;
}

/** Stores feedback of an agent. @returns its id @throws NotFound when the site is deleted at the same time */
async function store(context: Context, { organizationId, siteId }: InSite, feedback: AgentFeedback): Promise<string> {
  const { read, scope, now, ids, siteEvents, insightsRetentionDays } = context;
  if (scope.visitor === undefined && scope.caller.readOnly) throw new Forbidden('write: the API token is read-only');
  await read.sites.get({ id: siteId, organizationId });
  const id = ids.next();
  const event = feedbackEvent(id, feedback, now, visitorHash(context, siteId)(scope.caller.userId));
  const stored = await siteEvents.append(siteId, [event], expiryOf(now, insightsRetentionDays));
  if (stored === 0) throw new NotFound('site');
  return id;
}

/**
 * Stores feedback of an agent about documentation, an API endpoint, a command or a tool. Visitors can call it with a
 * content token. The feedback is counted among the events of the site, and listed to those who may manage it.
 *
 * Stores the feedback as it is sent, without the query of its URL, and the hour in which it arrives; deletes it with
 * the events of visitors.
 */
export const submitAgentFeedbackToSite = query<InSite & { body: AgentFeedback }>()({
  name: 'submitAgentFeedbackToSite',
  requires: 'insights:track',
  scope: inSite,
  needs: NEEDS,
  openToVisitors: true,
  run: (context, { body, ...of }): Promise<string> => store(context, of, body),
});

/** Feedback about a page, as earlier clients send it. */
export interface PageFeedbackInput {
  readonly feedback: string;
  readonly goal?: string | undefined;
  readonly url: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly source?: AgentFeedback['source'];
}

/** Stores feedback of an agent about a page of a site, in the form of earlier clients. */
export const submitSiteAgentFeedback = query<InSite & { body: PageFeedbackInput }>()({
  name: 'submitSiteAgentFeedback',
  requires: 'insights:track',
  scope: inSite,
  needs: NEEDS,
  openToVisitors: true,
  async run(context, { body: { feedback, goal, url, spaceId, pageId, source }, ...of }): Promise<void> {
    await store(context, of, {
      subject: { kind: 'documentation', url, space: spaceId, page: pageId },
      feedback: {
        category: 'documentation',
        summary: feedback.slice(0, MAX_FEEDBACK_SUMMARY).toWellFormed(),
        ...(feedback.length > MAX_FEEDBACK_SUMMARY && { detail: feedback }),
        ...(goal !== undefined && { goal }),
      },
      ...(source !== undefined && { source }),
    });
  },
});

/** Lists the feedback that agents have submitted to a site, the latest first. */
export const listSiteAgentFeedback = query<InSite & { page: PageRequest }>()({
  name: 'listSiteAgentFeedback',
  requires: 'site:manage',
  scope: inSite,
  needs: ['siteEvents', 'insightsRetentionDays'],
  async run(context, { organizationId, siteId, page }): Promise<Page<StoredFeedback>> {
    const { read, now, siteEvents, insightsRetentionDays } = context;
    await read.sites.get({ id: siteId, organizationId });
    const { items, ...rest } = await siteEvents.listFeedback(siteId, expiryOf(now, insightsRetentionDays), page);
    return { items: items.map(storedFeedback), ...rest };
  },
});
