import { classifyAgent } from '../domain/insights/visitor-agent.ts';
import { storedEvent, type SiteEvent, type SiteEventInput } from '../domain/insights/site-event.ts';
import type { SiteId } from '../domain/kernel/id.ts';
import { expiryOf, visitorHash } from './insights.ts';
import type { Services } from './kernel/services.ts';
import type { ReaderEvent } from './sites/reader/reader-events.ts';

/** Facts about a request that an event is stored with, or that tell visitors apart for a day. */
export interface ReaderFacts {
  readonly address: string | undefined;
  readonly userAgent: string;
  /** Preferred language, as a BCP 47 tag. */
  readonly language: string | null;
  /** URL of the referring page. */
  readonly referrer: string | null;
}

/** Number of events that wait to be stored; further ones are dropped. */
const MAX_WAITING = 10_000;
/** Number of events stored by one statement. */
const BATCH_SIZE = 500;
/** Longest wait of an event, in milliseconds. */
const FLUSH_MS = 5_000;
/** Time after a search for unfinished words in which a longer search of the same reader replaces it, in milliseconds. */
const TYPING_MS = 4_000;

interface WaitingEvent extends ReaderFacts {
  readonly event: ReaderEvent;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Records what readers of sites do: page views, searches, broken links and feedback. Requests only append to a bounded
 * list, which is stored in batches; events of a crash and beyond the bound are lost. Robots are not recorded. Searches
 * while a reader types count once, with the last text.
 *
 * Visitors of one day are told apart by a hash of address and browser under a random key, which is kept in memory only
 * and replaced each day. Neither is stored, and no cookie is set.
 */
export class ReadingFigures {
  #waiting: WaitingEvent[] = [];
  /** Last search of each reader who types. */
  readonly #typed = new Map<string, WaitingEvent>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #key = { day: '', value: '' };
  /** Number of events that were lost. */
  dropped = 0;

  constructor(
    private readonly services: Pick<
      Services,
      'siteEvents' | 'insightsRetentionDays' | 'secretBox' | 'clock' | 'tokens'
    >,
  ) {}

  /** Records an event. Returns at once. */
  record(event: ReaderEvent, facts: ReaderFacts): void {
    if (this.services.insightsRetentionDays === 0) return;
    if (this.#waiting.length + this.#typed.size >= MAX_WAITING) {
      this.dropped += 1;
      return;
    }
    const waiting = { ...facts, event, at: this.services.clock.now() };
    if (event.type === 'search_type_query') this.#addSearch(waiting);
    else this.#waiting.push(waiting);
    this.#startTimer();
  }

  /** Stores all waiting events. Never fails: events that cannot be stored are lost. */
  flush(): Promise<void> {
    return this.#store(Infinity);
  }

  #startTimer(): void {
    this.#timer ??= setTimeout(() => {
      void this.#store(Date.parse(this.services.clock.now()) - TYPING_MS);
      if (this.#typed.size > 0) this.#startTimer();
    }, FLUSH_MS).unref();
  }

  /** Adds a search, in place of an earlier one of the same reader that it continues. */
  #addSearch(search: WaitingEvent): void {
    const { event, address, userAgent } = search;
    const reader = [event.siteId, address, userAgent].join('\n');
    const before = this.#typed.get(reader);
    this.#typed.delete(reader);
    if (before !== undefined && !isContinued(before, search)) this.#waiting.push(before);
    if (event.isTyping) this.#typed.set(reader, search);
    else this.#waiting.push(search);
  }

  /** @param typedUntil instant in milliseconds; readers with a later search may still type */
  #store(typedUntil: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [reader, search] of this.#typed)
      if (Date.parse(search.at) <= typedUntil) {
        this.#typed.delete(reader);
        this.#waiting.push(search);
      }
    return (this.#flushing = this.#flushing.then(() => this.#flush()));
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_SIZE);
      const bySite = new Map<SiteId, SiteEvent[]>();
      for (const one of batch) {
        const stored = this.#stored(one);
        if (stored === undefined) continue;
        const known = bySite.get(one.event.siteId) ?? [];
        bySite.set(one.event.siteId, known);
        known.push(stored);
      }
      const { siteEvents, insightsRetentionDays, clock } = this.services;
      for (const [siteId, events] of bySite)
        await siteEvents.append(siteId, events, expiryOf(clock.now(), insightsRetentionDays)).catch(() => {
          this.dropped += events.length;
        });
    }
  }

  #stored({ event, at, address, userAgent, language, referrer }: WaitingEvent): SiteEvent | undefined {
    if (userAgent === '' || classifyAgent(userAgent).bot !== '') return undefined;
    const visitorId = `${this.#keyOf(at.slice(0, 10))} ${address ?? ''} ${userAgent}`;
    const input: SiteEventInput = {
      type: event.type,
      session: {
        visitorId,
        sessionId: '',
        userAgent,
        language,
        referrer: referrer !== null && URL.canParse(referrer) ? referrer : null,
      },
      location: event.location,
      timestamp: at,
      ...event.details,
    };
    return storedEvent(input, at, visitorHash(this.services, event.siteId));
  }

  #keyOf(day: string): string {
    if (this.#key.day !== day) this.#key = { day, value: this.services.tokens.issue().secret };
    return this.#key.value;
  }
}

/** Reports whether the later one of two searches has the text of the earlier one, with characters added or removed. */
function isContinued(earlier: WaitingEvent, later: WaitingEvent): boolean {
  const [before, after] = [searchedText(earlier), searchedText(later)];
  return (
    Date.parse(later.at) - Date.parse(earlier.at) <= TYPING_MS && (after.startsWith(before) || before.startsWith(after))
  );
}

const searchedText = ({ event }: WaitingEvent): string => (event.details.query ?? '').trim().toLowerCase();
