import { useState } from 'preact/hooks';
import { askInOrganization, type AskAnswer } from '../api/operations.ts';
import { ApiError } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { MarkdownText } from '../ui/markdown-text.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';

/** Status of the answer of an instance without an answer engine. */
const NO_ENGINE = 501;

export interface AskProps {
  readonly organizationId: string;
  readonly question: string;
}

/** Answer to a question from the pages that the user can see, on request. */
export function Ask({ organizationId, question }: AskProps) {
  const [answered, setAnswered] = useState<AskAnswer>();
  const ask = useAction(async () =>
    setAnswered(
      await askInOrganization({
        path: { organizationId },
        query: { format: 'markdown' },
        body: { query: question },
      }),
    ),
  );
  const hasNoEngine = ask.error instanceof ApiError && ask.error.status === NO_ENGINE;
  if (answered === undefined)
    return (
      <div class="section">
        <Button icon="comment" busy={ask.isRunning} onClick={() => void ask.run()}>
          {m.ask.ask}
        </Button>
        {hasNoEngine ? <p role="alert">{m.ask.noEngine}</p> : <ErrorNotice error={ask.error} />}
      </div>
    );
  const { answer, sources = [] } = answered.answer ?? {};
  return (
    <Section title={m.ask.answer}>
      <div role="status">
        <MarkdownText>{answer !== undefined && 'markdown' in answer ? answer.markdown : m.ask.none}</MarkdownText>
      </div>
      {sources.length > 0 && (
        <>
          <h3>{m.ask.sources}</h3>
          <Rows items={sources} keyOf={({ page }) => page}>
            {({ space, page, title }) => (
              <RowText title={title} href={pathTo('page', { spaceId: space, pageId: page })} />
            )}
          </Rows>
        </>
      )}
    </Section>
  );
}
