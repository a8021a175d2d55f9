import * as z from 'zod';
import {
  listSiteAgentFeedback,
  submitAgentFeedbackToSite,
  submitSiteAgentFeedback,
} from '../../application/insights.agent-feedback.ts';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_SEVERITIES,
  FEEDBACK_SOURCES,
  MAX_FEEDBACK_DETAIL,
  MAX_FEEDBACK_SUMMARY,
  MAX_GOAL,
  type StoredFeedback,
} from '../../domain/insights/agent-feedback.ts';
import { idField, instant, webUrl } from './kernel/fields.ts';
import { created, list, noContent, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const count = z.int().min(0).max(1_000_000_000);
const goal = z.string().max(MAX_GOAL).meta({ description: 'What the agent was trying to accomplish.' });
const source = z.enum(FEEDBACK_SOURCES).meta({ description: 'Surface that the agent worked on.' });

const reportedBy = z
  .object({
    model: z.string().max(100).optional(),
    userAgent: z.string().max(512).optional(),
    correlationId: z.string().max(100).optional(),
    onDemand: z.boolean().optional().meta({ description: 'Whether the user asked for the feedback.' }),
  })
  .meta({ description: 'Agent, in its own words; not its user.' });
const subjects = [
  z.object({
    kind: z.literal('mcp-tool'),
    toolName: z.string().max(200),
    target: z.string().max(200).optional().meta({ description: 'Operation that the tool called.' }),
  }),
  z.object({
    kind: z.literal('cli-command'),
    command: z.string().max(200),
    flags: z.array(z.string().max(200)).max(50).optional(),
  }),
  z.object({
    kind: z.literal('api-endpoint'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
    path: z.string().max(500),
  }),
] as const;
const documentation = z.object({ kind: z.literal('documentation'), url: webUrl });
const generic = z.object({ kind: z.literal('generic') });
const feedback = z.object({
  category: z.enum(FEEDBACK_CATEGORIES),
  severity: z.enum(FEEDBACK_SEVERITIES).optional(),
  goal: goal.optional(),
  summary: z.string().min(1).max(MAX_FEEDBACK_SUMMARY),
  detail: z.string().max(MAX_FEEDBACK_DETAIL).optional(),
  workaround: z.string().max(2048).optional(),
  metrics: z
    .object({ callCount: count.optional(), successCount: count.optional(), retryCount: count.optional() })
    .optional(),
});

const SubmissionResource = resource(
  'AgentFeedbackSubmission',
  z.object({ id: z.string(), result: z.string().meta({ description: 'Message for the agent.' }) }),
  (id: string) => ({ id, result: 'The feedback was stored. The people who maintain this site can read it.' }),
);
const AgentFeedbackResource = resource(
  'AgentFeedback',
  z.object({
    object: z.literal('agent-feedback'),
    id: z.string(),
    hour: instant.meta({ description: 'Beginning of the hour in which the feedback arrived.' }),
    reportedBy: reportedBy.optional(),
    subject: z.discriminatedUnion('kind', [
      ...subjects,
      documentation.extend({ space: z.string().optional(), page: z.string().optional() }),
      generic,
    ]),
    feedback,
    source: source.optional(),
  }),
  ({ id, at, feedback: of }: StoredFeedback) => ({ object: 'agent-feedback' as const, id, hour: at, ...(of as any) }),
);

const SITE = '/v1/orgs/:organizationId/sites/:siteId' as const;

export const agentFeedbackRoutes = tagged('Sites', [
  route(`POST ${SITE}/agents/feedback`, submitAgentFeedbackToSite, {
    summary: 'Submit feedback of an agent',
    cost: 'heavy',
    body: z.object({
      reportedBy: reportedBy.optional(),
      subject: z.discriminatedUnion('kind', [...subjects, documentation, generic]),
      feedback,
    }),
    returns: created(SubmissionResource),
  }),
  route(`GET ${SITE}/agents/feedback`, listSiteAgentFeedback, {
    summary: 'List the feedback of agents',
    paged: true,
    returns: list(AgentFeedbackResource),
  }),
  route(`POST ${SITE}/agent-feedback`, submitSiteAgentFeedback, {
    summary: 'Submit feedback of an agent about a page',
    deprecated: true,
    cost: 'heavy',
    body: z.object({
      feedback: z.string().min(1).max(2048),
      goal: goal.optional(),
      url: webUrl,
      spaceId: idField,
      pageId: idField,
      source: source.optional(),
    }),
    returns: noContent,
  }),
]);
