import { setTimeout as pause } from 'node:timers/promises';
import { median, round } from './figures.ts';
import type { Figures, Load } from './load.ts';
import { load, type Server } from './processes.ts';
import type { SeededSpace } from './seeding.ts';

/**
 * Sends a request to the API as the operator.
 *
 * @throws Error for every response that is not a success
 */
export type Call = (method: string, path: string, body?: unknown) => Promise<any>;

export const TOKEN = 'bench-token-bench-token-bench';
const CONNECTIONS = 10;

/** Environment of all measurements: an instance and the floor on one seeded database. */
export class World {
  readonly #lines: string[] = [];

  constructor(
    readonly quire: Server,
    readonly floor: Server,
    readonly organization: string,
    /** Spaces from the smallest to the largest. */
    readonly spaces: readonly SeededSpace[],
    /** Runs fewer and shorter measurements. */
    readonly quick: boolean,
  ) {}

  get smallest(): SeededSpace {
    return this.spaces[0]!;
  }
  get largest(): SeededSpace {
    return this.spaces.at(-1)!;
  }
  /** Space of 10,000 pages, to which most budgets refer. */
  get space(): SeededSpace {
    return this.spaces.find(({ size }) => size === 10_000)!;
  }
  get seconds(): number {
    return this.quick ? 2 : 4;
  }
  get rounds(): number {
    return this.quick ? 1 : 5;
  }
  get lines(): readonly string[] {
    return this.#lines;
  }

  readonly api: Call = (method, path, body) => apiOf(this)(method, path, body);

  /** Waits until no job has run for a moment, so that none runs during the next measurement. */
  async quiet(): Promise<void> {
    for (let looks = 0; looks < 3; looks++) {
      await pause(200);
      const metrics = await (await fetch(`${this.quire.url}/metrics`)).text();
      const running = [...metrics.matchAll(/^quire_jobs\{.*state="running"\} (\d+)$/gm)].map(([, count]) =>
        Number(count),
      );
      if (running.length === 0) throw new Error('the metrics do not tell of jobs');
      if (running.some((count) => count > 0)) looks = -1;
    }
  }

  /** Adds a row to the table of latencies and sizes. */
  row(job: string, budget: string, seen: string): void {
    this.note(`| ${job} | ${budget} | ${seen} |`);
  }
  note(line: string): void {
    this.#lines.push(line);
    console.log(line);
  }

  /**
   * Alternates floors and Quire after a warm-up of each, so that none is measured during compilation, and adds a row
   * for each floor with the ratio of the medians and the least and the greatest ratio of a round.
   */
  async compare(job: string, floors: readonly Floor[], quire: Requests): Promise<void> {
    const run = (url: string, requests: Requests, token?: string): Promise<Figures> =>
      load({ url, connections: CONNECTIONS, seconds: this.seconds, ...(token && { token }), ...requests });
    const figures = { floors: floors.map((): Figures[] => []), quire: [] as Figures[] };
    for (let round = 0; round <= this.rounds; round++) {
      const seen: Figures[] = [];
      for (const floor of floors) seen.push(await run(this.floor.url, floor.requests));
      if (seen.some(({ errors }) => errors > 0)) throw new Error(`a floor of "${job}" has errors`);
      const ours = await run(this.quire.url, quire, TOKEN);
      if (round === 0) continue;
      for (const [i, one] of seen.entries()) figures.floors[i]!.push(one);
      figures.quire.push(ours);
    }
    const middle = (of: readonly Figures[], field: keyof Figures): number => median(of.map((one) => one[field]));
    const ours = middle(figures.quire, 'perSecond');
    const errors = figures.quire.reduce((sum, each) => sum + each.errors, 0);
    for (const [i, { name, budget }] of floors.entries()) {
      const base = figures.floors[i]!;
      const ratios = base.map(({ perSecond }, n) => figures.quire[n]!.perSecond / perSecond);
      const spread = `${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}`;
      const cells = [
        job,
        name,
        budget,
        `${Math.round(middle(base, 'perSecond'))}/s`,
        `${Math.round(ours)}/s`,
        `**${round(ours / middle(base, 'perSecond'))}** (${spread})`,
        `${middle(figures.quire, 'p50')} ms, ${middle(figures.quire, 'p99')} ms${errors === 0 ? '' : `, ${errors} errors`}`,
      ];
      this.note(`| ${cells.join(' | ')} |`);
    }
  }
}

/** Heading of the rows that `compare` adds. */
export const COMPARED =
  '| job | floor | budget | of the floor | Quire | ratio (rounds) | p50 and p99 of Quire |\n|---|---|---|---|---|---|---|';

/** Requests of a measurement, which a number of connections send in turn. */
export type Requests = Pick<Load, 'paths'> & Partial<Pick<Load, 'method' | 'body' | 'connections'>>;
/** Requests that Quire is compared with. */
export interface Floor {
  readonly name: string;
  readonly budget: string;
  readonly requests: Requests;
}

/** Creates an API client of an instance. */
export function apiOf({ quire }: { readonly quire: Pick<Server, 'url'> }): Call {
  return async (method, path, body) => {
    const response = await fetch(quire.url + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return answer;
  };
}
