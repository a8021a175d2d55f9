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
    return this.quick ? 2 : 5;
  }
  get rounds(): number {
    return this.quick ? 1 : 3;
  }
  get lines(): readonly string[] {
    return this.#lines;
  }

  readonly api: Call = (method, path, body) => apiOf(this)(method, path, body);

  /** Adds a row to the table of latencies and sizes. */
  row(job: string, budget: string, seen: string): void {
    this.note(`| ${job} | ${budget} | ${seen} |`);
  }
  note(line: string): void {
    this.#lines.push(line);
    console.log(line);
  }

  /**
   * Alternates floor and subject after one warm-up each, so that neither is measured during compilation; returns the
   * ratio of the medians.
   */
  async compare(
    job: string,
    budget: string,
    theFloor: Partial<Load> & { paths: string[] },
    subject: Partial<Load> & { paths: string[] },
  ): Promise<void> {
    const figures: Record<'floor' | 'quire', Figures[]> = { floor: [], quire: [] };
    for (let i = 0; i <= this.rounds; i++) {
      const base = await load({ url: this.floor.url, connections: CONNECTIONS, seconds: this.seconds, ...theFloor });
      const ours = await load({
        url: this.quire.url,
        token: TOKEN,
        connections: CONNECTIONS,
        seconds: this.seconds,
        ...subject,
      });
      if (i === 0) continue;
      figures.floor.push(base);
      figures.quire.push(ours);
    }
    const perSecond = (of: Figures[]): number => median(of.map((each) => each.perSecond));
    const [base, ours] = [perSecond(figures.floor), perSecond(figures.quire)];
    const errors = figures.quire.reduce((sum, each) => sum + each.errors, 0);
    this.note(
      `| ${job} | ${budget} | ${Math.round(base)}/s | ${Math.round(ours)}/s | **${round(ours / base)}** | ${errors === 0 ? '' : `${errors} errors`} |`,
    );
  }
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
