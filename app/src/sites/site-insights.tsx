import {
  getSiteBrokenLinks,
  getSitePageComments,
  getSitePageFeedback,
  getSitePageViews,
  getSiteSearches,
} from '../api/operations.ts';
import { useQuery, type QueryState } from '../api/use-query.ts';
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
import { SiteFrame, type SitePath } from './site-frame.tsx';

const PERIODS = ['7', '30', '90'] as const;
const DAY_MS = 86_400_000;

/**
 * What readers do on a site: views, searches, ratings, comments, and broken links that they followed; and what agents
 * report about it.
 */
export function SiteInsightsScreen(parameters: Parameters) {
  const days = PERIODS.find((one) => one === query.value.get('days')) ?? '30';
  return (
    <SiteFrame parameters={parameters} part="siteInsights">
      {({ site, path }) => (
        <>
          <div class="filters">
            <Select
              label={m.insights.period}
              value={days}
              onChange={(value) => setQuery({ days: value })}
              options={PERIODS.map((value) => ({ value, label: m.insights.days(Number(value)) }))}
            />
          </div>
          <Figures key={days} path={path} days={Number(days)} />
          {site.permissions.edit && <AgentReports path={path} />}
        </>
      )}
    </SiteFrame>
  );
}

function Figures({ path, days }: { readonly path: SitePath; readonly days: number }) {
  const from = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();
  const of = { path, query: { from, interval: 'day' as const, limit: 1000 } };
  const key = `${path.siteId} ${from}`;
  const views = useQuery(`views ${key}`, async () => (await getSitePageViews(of)).items);
  const searches = useQuery(`searches ${key}`, async () => (await getSiteSearches(of)).items);
  const feedback = useQuery(`feedback ${key}`, async () => (await getSitePageFeedback(of)).items);
  const comments = useQuery(`comments ${key}`, async () => (await getSitePageComments(of)).items);
  const links = useQuery(`broken links ${key}`, async () => (await getSiteBrokenLinks(of)).items);
  return (
    <>
      <Totals
        title={m.insights.views}
        of={views}
        name={m.insights.page}
        nameOf={({ path: at }) => at}
        columns={{
          [m.insights.viewCount]: ({ views: number }) => number,
          [m.insights.visitors]: (one) => one.visitors,
        }}
      />
      <Totals
        title={m.insights.searches}
        of={searches}
        name={m.insights.words}
        nameOf={(one) => one.query}
        columns={{ [m.insights.searchCount]: (one) => one.searches }}
      />
      <Totals
        title={m.insights.ratings}
        of={feedback}
        name={m.insights.page}
        nameOf={({ path: at }) => at}
        columns={{
          [m.insights.rating.good]: ({ good }) => good,
          [m.insights.rating.ok]: ({ ok }) => ok,
          [m.insights.rating.bad]: ({ bad }) => bad,
        }}
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
      <Totals
        title={m.insights.brokenLinks}
        of={links}
        name={m.insights.address}
        nameOf={({ path: at, from: page }) => (page === '' ? at : m.insights.from(at, page))}
        columns={{ [m.insights.times]: ({ count }) => count }}
      />
    </>
  );
}

/** Rows of a table at most. */
const MAX_ROWS = 20;

/** Figures of all days summed by name, the largest first. */
function Totals<Item>({
  title,
  of,
  name,
  nameOf,
  columns,
}: {
  readonly title: string;
  readonly of: QueryState<readonly Item[]>;
  readonly name: string;
  readonly nameOf: (item: Item) => string;
  readonly columns: Readonly<Record<string, (item: Item) => number>>;
}) {
  const count = Object.values(columns);
  const sum = (items: readonly Item[]): readonly (readonly [string, ...number[]])[] => {
    const sums = new Map<string, number[]>();
    for (const item of items) {
      const before = sums.get(nameOf(item)) ?? count.map(() => 0);
      sums.set(
        nameOf(item),
        before.map((number, index) => number + count[index]!(item)),
      );
    }
    const total = ([, ...numbers]: readonly [string, ...number[]]): number => numbers.reduce((a, b) => a + b, 0);
    return [...sums]
      .map(([key, numbers]) => [key, ...numbers] as [string, ...number[]])
      .sort((a, b) => total(b) - total(a))
      .slice(0, MAX_ROWS);
  };
  return (
    <Section title={title}>
      <Loaded of={of}>
        {(items) =>
          items.length === 0 ? (
            <p class="soft">{m.insights.none}</p>
          ) : (
            <Table caption={title} head={[name, ...Object.keys(columns)]} rows={sum(items)} />
          )
        }
      </Loaded>
    </Section>
  );
}
