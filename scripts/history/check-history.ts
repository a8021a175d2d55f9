import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../../test/support/world.ts';
import { Client, type SharedState } from './client.ts';
import { readHistory } from './history.ts';
import { Recorder, type Outcome } from './operation.ts';
import { Random } from './random.ts';
import { RestartableServer, VICTIMS } from './server.ts';
import { verifyHistory } from './verify-history.ts';

export interface CheckOptions {
  /**
   * Duration of the clients' work; extended if it does not suffice for the minimum number of operations and some kills.
   */
  readonly seconds: number;
  /** Empty or missing directory. */
  readonly dataDir: string;
  readonly seed: number;
  readonly clients?: number;
}

/** Minimum number of acknowledged operations for a meaningful run. */
const MIN_DONE = 100;
const MIN_KILLS = 3;

export interface HistoryCheckResult {
  /** Violations found; empty for a correct history. */
  readonly violations: readonly string[];
  readonly kills: number;
  readonly revisions: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/**
 * Lets clients work concurrently on one space of a server that is killed repeatedly, and then checks the history
 * against the responses that the clients received.
 */
export async function checkHistory({ seconds, dataDir, seed, clients = 8 }: CheckOptions): Promise<HistoryCheckResult> {
  const server = await RestartableServer.start(dataDir);
  try {
    const api = await server.api();
    const organization = must(await api.get('/v1/orgs'), 200).items[0];
    const { id: spaceId } = must(await api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'History' }), 201);
    const recorder = new Recorder();
    const end = performance.now() + seconds * 1000;
    let broken = false;
    const over = (): boolean =>
      broken || (performance.now() > end && recorder.done >= MIN_DONE && server.deaths >= MIN_KILLS);
    const workshop: SharedState = { target: server, recorder, spaceId, shared: [undefined, undefined], over };
    await new Client(0, workshop, seed).prepare();
    const work = Array.from({ length: clients }, (_, i) => new Client(i + 1, workshop, seed + i + 1).work());
    // After a failure the others finish first, so that the server is not restarted behind the check.
    const all = [killing(server, workshop, new Random(seed)), ...work].map((one) =>
      one.catch((error) => ((broken = true), Promise.reject(error))),
    );
    for (const ended of await Promise.allSettled(all)) if (ended.status === 'rejected') throw ended.reason;
    // The history is read from the data that survived.
    await server.killAndRestart('both');
    const history = await readHistory(await server.api(), spaceId);
    const { operations } = recorder;
    const count = (outcome: Outcome): number => operations.filter((one) => one.outcome === outcome).length;
    return {
      violations: verifyHistory(operations, history),
      kills: server.deaths,
      revisions: history.revisions.size,
      outcomes: {
        done: count('done'),
        refused: count('refused'),
        'in doubt': count('in doubt'),
        failed: count('failed'),
      },
    };
  } finally {
    await server.stop();
  }
}

const SHORTEST_LIFE_MS = 200;
const LONGEST_LIFE_MS = 1_800;
/** Minimum number of acknowledged operations between two kills, on machines of any speed. */
const MIN_LIFE_OPERATIONS = 10;

async function killing(server: RestartableServer, { over, recorder }: SharedState, random: Random): Promise<void> {
  while (!over()) {
    const { done } = recorder;
    await pause(SHORTEST_LIFE_MS + random.below(LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    while (!over() && recorder.done < done + MIN_LIFE_OPERATIONS) await pause(20);
    if (!over()) await server.killAndRestart(random.chance(0.5) ? 'server' : random.one(VICTIMS)!);
  }
}
