import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Loaded } from '../ui/notices.tsx';
import { datesOf, lastDays, loadDays, type CountedEvent, type DayFigures } from './event-figures.ts';
import type { SitePath } from './site-frame.tsx';

const EVENTS: readonly CountedEvent[] = ['page_view', 'search_type_query', 'page_post_feedback'];
const CARDS: readonly { readonly title: string; readonly of: (figures: DayFigures) => number }[] = [
  { title: m.insights.views, of: ({ type, events }) => (type === 'page_view' ? events : 0) },
  { title: m.insights.visitors, of: ({ type, visitors }) => (type === 'page_view' ? visitors : 0) },
  { title: m.insights.searches, of: ({ type, events }) => (type === 'search_type_query' ? events : 0) },
  { title: m.insights.ratings, of: ({ type, events }) => (type === 'page_post_feedback' ? events : 0) },
];

export interface InsightCardsProps {
  readonly path: SitePath;
  readonly days: number;
  /** Time of the end of the period, in milliseconds. */
  readonly now: number;
}

/** Totals of a period, each with its days as bars and beside the total of as many days before. */
export function InsightCards({ path, days, now }: InsightCardsProps) {
  const all = useQuery(`days ${path.siteId} ${days}`, () => loadDays(path, lastDays(2 * days, now), EVENTS));
  const dates = datesOf(lastDays(days, now));
  return (
    <Loaded of={all}>
      {(figures) => (
        <div class="figure-cards">
          {CARDS.map(({ title, of }) => {
            const sums = new Map<string, number>();
            for (const one of figures) sums.set(one.day, (sums.get(one.day) ?? 0) + of(one));
            const values = dates.map((day) => sums.get(day) ?? 0);
            const total = sumOf(values);
            return (
              <Card
                key={title}
                title={title}
                values={values}
                total={total}
                before={sumOf([...sums.values()]) - total}
              />
            );
          })}
        </div>
      )}
    </Loaded>
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

interface CardProps {
  readonly title: string;
  readonly values: readonly number[];
  readonly total: number;
  readonly before: number;
}

const BARS_HEIGHT = 32;

function Card({ title, values, total, before }: CardProps) {
  const highest = Math.max(1, ...values);
  return (
    <section class="figure-card" aria-label={title}>
      <h2>{title}</h2>
      <p class="figure">{total.toLocaleString()}</p>
      <p class="soft">{m.insights.before(before.toLocaleString(), changeOf(total, before))}</p>
      <svg viewBox={`0 0 ${values.length} ${BARS_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {values.map((value, index) => {
          const height = (value / highest) * BARS_HEIGHT;
          return <rect key={index} x={index + 0.1} y={BARS_HEIGHT - height} width={0.8} height={height} />;
        })}
      </svg>
    </section>
  );
}

/** Change in percent, such as `+12 %`; empty without a number to compare with. */
function changeOf(total: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round((total / before - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}
