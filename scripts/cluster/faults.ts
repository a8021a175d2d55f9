import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../history/random.ts';
import type { Cluster } from './cluster.ts';

/** Kinds of faults; each is over, and everything runs again, before the next begins. */
const FAULTS = ['web node', 'worker', 'database', 'stopped database', 'web restart', 'frozen web node'] as const;
export type Fault = (typeof FAULTS)[number];

const MAX_OUTAGE_MS = 3_000;
const FREEZE_MS = 1_500;
const MAX_PAUSE_MS = 1_500;

export interface FaultOptions {
  readonly cluster: Cluster;
  readonly random: Random;
  readonly over: () => boolean;
  /** Called before each fault. */
  readonly onFault: (fault: Fault) => void;
  /** Resolves when enough was done since the last fault, on machines of any speed. */
  readonly settle: () => Promise<void>;
}

/** Kills and restarts nodes and the database in a random order, each kind once before any comes again. */
export async function causeFaults({ cluster, random, over, onFault, settle }: FaultOptions): Promise<void> {
  let left: Fault[] = [];
  while (!over()) {
    await pause(random.below(MAX_PAUSE_MS));
    await settle();
    if (over()) return;
    if (left.length === 0) left = [...FAULTS];
    const [fault] = left.splice(random.below(left.length), 1);
    onFault(fault!);
    await cause(fault!, cluster, random);
  }
}

async function cause(fault: Fault, cluster: Cluster, random: Random): Promise<void> {
  const { database } = cluster;
  switch (fault) {
    case 'web node': {
      const node = random.one(cluster.webNodes)!;
      await cluster.kill(node);
      return cluster.startNode(node);
    }
    case 'worker': {
      const node = random.one(cluster.workerNodes)!;
      await cluster.kill(node);
      return cluster.startNode(node);
    }
    case 'web restart': {
      const node = random.one(cluster.webNodes)!;
      await node.end('SIGTERM');
      return cluster.startNode(node);
    }
    case 'database':
      await database.end('SIGKILL');
      return database.start();
    case 'stopped database':
      await database.end('SIGINT');
      await pause(random.below(MAX_OUTAGE_MS));
      return database.start();
    case 'frozen web node': {
      const node = random.one(cluster.webNodes)!;
      node.signal('SIGSTOP');
      await pause(FREEZE_MS);
      node.signal('SIGCONT');
    }
  }
}
