import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../../test/support/world.ts';
import { Client, type Workshop } from './client.ts';
import { readHistory } from './history.ts';
import { Recorder, type Outcome } from './operation.ts';
import { Random } from './random.ts';
import { MortalServer, VICTIMS } from './server.ts';
import { verifyHistory } from './verify-history.ts';

export interface CheckOptions {
  /** How long clients work; longer where that is not enough for `LEAST_DONE` and a few kills. */
  readonly seconds: number;
  /** Empty or not there yet. */
  readonly dataDir: string;
  readonly seed: number;
  readonly clients?: number;
}

/** Below this, a run says little. */
const LEAST_DONE = 100;
const LEAST_KILLS = 3;

export interface Verdict {
  /** What is wrong; nothing when the history is right. */
  readonly violations: readonly string[];
  readonly kills: number;
  readonly revisions: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/**
 * Lets clients work at once on one space of a real server which is killed again and again, and then holds the history
 * that it tells to what the clients were told.
 */
export async function checkHistory({ seconds, dataDir, seed, clients = 8 }: CheckOptions): Promise<Verdict> {
  const server = await MortalServer.start(dataDir);
  try {
    const api = await server.api();
    const organization = must(await api.get('/v1/orgs'), 200).items[0];
    const { id: spaceId } = must(await api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'History' }), 201);
    const recorder = new Recorder();
    const end = performance.now() + seconds * 1000;
    let broken = false;
    const over = (): boolean =>
      broken || (performance.now() > end && recorder.done >= LEAST_DONE && server.deaths >= LEAST_KILLS);
    const workshop: Workshop = { target: server, recorder, spaceId, shared: [undefined, undefined], over };
    await new Client(0, workshop, seed).prepare();
    const work = Array.from({ length: clients }, (_, i) => new Client(i + 1, workshop, seed + i + 1).work());
    // If one fails, the others come to their end first: the server must not rise again behind our back.
    const all = [killing(server, workshop, new Random(seed)), ...work].map((one) =>
      one.catch((error) => ((broken = true), Promise.reject(error))),
    );
    for (const ended of await Promise.allSettled(all)) if (ended.status === 'rejected') throw ended.reason;
    // What is read is what survived.
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
/** So many are acknowledged in each life at least, however slow the machine. */
const LEAST_LIFE = 10;

async function killing(server: MortalServer, { over, recorder }: Workshop, random: Random): Promise<void> {
  while (!over()) {
    const { done } = recorder;
    await pause(SHORTEST_LIFE_MS + random.below(LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    while (!over() && recorder.done < done + LEAST_LIFE) await pause(20);
    if (!over()) await server.killAndRestart(random.chance(0.5) ? 'server' : random.one(VICTIMS)!);
  }
}
