import { useState } from 'preact/hooks';
import { getSitePageComments, type SitePageComments } from '../api/operations.ts';
import { useList, useQuery, type ListPage } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Select } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { Table } from '../ui/table.tsx';
import { AgentReports } from './agent-feedback.tsx';
import {
  lastDays,
  loadMostFrequent,
  type CountedEvent,
  type EventColumn,
  type NamedFigures,
  type Period,
} from './event-figures.ts';
import { InsightCards } from './insight-cards.tsx';
import { SiteFrame, type SitePath } from './site-frame.tsx';

const PERIODS = ['7', '30', '90'] as const;
/** Most rows of a table. */
const MAX_ROWS = 20;
const COMMENTS_AT_ONCE = 100;
/** Most comments that the API lists. */
const MAX_COMMENTS = 1000;

/**
 * Insights of a site: views, searches, ratings and comments of its readers, broken links that they followed, and reports
 * of agents.
 */
export function SiteInsightsScreen(parameters: Parameters) {
  const days = Number(PERIODS.find((one) => one === query.value.get('days')) ?? '30');
  return (
    <SiteFrame parameters={parameters} part="siteInsights">
      {({ site, path }) => (
        <>
          <div class="filters">
            <Select
              label={m.insights.period}
              value={String(days)}
              onChange={(value) => setQuery({ days: value })}
              options={PERIODS.map((value) => ({ value, label: m.insights.days(Number(value)) }))}
            />
          </div>
          <Figures key={days} path={path} days={days} />
          {site.permissions.edit && <AgentReports path={path} />}
        </>
      )}
    </SiteFrame>
  );
}

/** Loads the next comments after those that are shown; the API has no pages, but lists that begin with the newest. */
async function loadComments(
  path: SitePath,
  { from }: Period,
  shown: number,
): Promise<ListPage<SitePageComments['items'][number]>> {
  const limit = shown + COMMENTS_AT_ONCE;
  const { items } = await getSitePageComments({ path, query: { from, limit } });
  const hasMore = items.length === limit && limit < MAX_COMMENTS;
  return { items: items.slice(shown), ...(hasMore && { next: { page: String(limit) } }) };
}

const PAGE: readonly EventColumn[] = [{ column: 'urlPath' }];

function Figures({ path, days }: { readonly path: SitePath; readonly days: number }) {
  const [now] = useState(() => Date.now());
  const range = lastDays(days, now);
  const comments = useList(`comments ${path.siteId} ${days}`, (shown) => loadComments(path, range, Number(shown ?? 0)));
  const of = { path, range };
  return (
    <>
      <InsightCards path={path} days={days} now={now} />
      <MostFrequent
        {...of}
        title={m.insights.mostViewed}
        type="page_view"
        by={PAGE}
        head={[m.insights.page, m.insights.viewCount, m.insights.visitors]}
        row={({ names, numbers }) => [names[0]!, ...numbers]}
      />
      <MostFrequent
        {...of}
        title={m.insights.mostSearched}
        type="search_type_query"
        by={[{ column: 'eventSearchQuery' }]}
        head={[m.insights.words, m.insights.searchCount]}
        row={({ names, numbers }) => [names[0]!, numbers[0]!]}
      />
      <MostFrequent
        {...of}
        title={m.insights.mostRated}
        type="page_post_feedback"
        by={PAGE}
        head={[m.insights.page, m.insights.rating.good, m.insights.rating.ok, m.insights.rating.bad]}
        row={({ names, ratings }) => [names[0]!, ratings?.good ?? 0, ratings?.ok ?? 0, ratings?.bad ?? 0]}
      />
      <Section title={m.insights.comments}>
        <ListRows
          of={comments}
          empty={m.insights.none}
          keyOf={({ at, path: page, comment }) => `${at} ${page} ${comment}`}
        >
          {({ at, path: page, rating, comment }) => (
            <>
              <RowText title={comment}>
                <code>{page}</code> · <Time at={at} />
              </RowText>
              <Badge kind={rating === 'bad' ? 'failed' : rating === 'good' ? 'open' : ''}>
                {m.insights.rating[rating]}
              </Badge>
            </>
          )}
        </ListRows>
      </Section>
      <MostFrequent
        {...of}
        title={m.insights.brokenLinks}
        type="page_not_found"
        by={[{ column: 'urlPath' }, { column: 'referrer' }]}
        head={[m.insights.address, m.insights.times]}
        row={({ names: [at, page], numbers }) => [page === '' ? at! : m.insights.from(at!, page!), numbers[0]!]}
      />
    </>
  );
}

interface MostFrequentProps {
  readonly path: SitePath;
  readonly range: Period;
  readonly title: string;
  readonly type: CountedEvent;
  readonly by: readonly EventColumn[];
  readonly head: readonly string[];
  readonly row: (figures: NamedFigures) => readonly (string | number)[];
}

/** The most frequent events of a type, by what they are about. */
function MostFrequent({ path, range, title, type, by, head, row }: MostFrequentProps) {
  const figures = useQuery(`${type} ${path.siteId} ${range.from}`, () =>
    loadMostFrequent(path, range, type, by, MAX_ROWS),
  );
  return (
    <Section title={title}>
      <Loaded of={figures}>
        {(items) =>
          items.length === 0 ? (
            <p class="soft">{m.insights.none}</p>
          ) : (
            <Table caption={title} head={head} rows={items.map(row)} />
          )
        }
      </Loaded>
    </Section>
  );
}
