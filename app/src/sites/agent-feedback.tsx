import { listSiteAgentFeedback, type AgentFeedback } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import type { SitePath } from './site-frame.tsx';

/** Reports of agents about a site, the latest first. */
export function AgentReports({ path }: { readonly path: SitePath }) {
  const reports = useList(`agent feedback ${path.siteId}`, (page) =>
    listSiteAgentFeedback({ path, query: { limit: 20, ...(page && { page }) } }),
  );
  return (
    <Section title={m.insights.agentFeedback}>
      <ListRows of={reports} empty={m.insights.noAgentFeedback} keyOf={({ id }) => id}>
        {({ hour, subject, feedback, reportedBy }) => (
          <>
            <RowText title={feedback.summary}>
              <code>{nameOf(subject)}</code> · <Time at={hour} />
              {reportedBy?.model !== undefined && ` · ${reportedBy.model}`}
              {feedback.detail !== undefined && ` · ${feedback.detail}`}
            </RowText>
            <Badge>{m.insights.categories[feedback.category]}</Badge>
            {feedback.severity !== undefined && (
              <Badge kind={feedback.severity === 'high' ? 'failed' : ''}>
                {m.insights.severities[feedback.severity]}
              </Badge>
            )}
          </>
        )}
      </ListRows>
    </Section>
  );
}

/** Names what a report is about. */
function nameOf(subject: AgentFeedback['subject']): string {
  switch (subject.kind) {
    case 'mcp-tool':
      return subject.toolName;
    case 'cli-command':
      return subject.command;
    case 'api-endpoint':
      return `${subject.method} ${subject.path}`;
    case 'documentation':
      return subject.url;
    case 'generic':
      return m.insights.generally;
  }
}
