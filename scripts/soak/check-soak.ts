import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookEndpoint } from '../../test/support/webhooks.ts';
import { Cluster } from '../cluster/cluster.ts';
import { MixedLoad } from '../cluster/mixed-load.ts';
import { growthOf, type Growth } from './growth.ts';

export interface SoakOptions {
  /** Time for which clients work. */
  readonly seconds: number;
  readonly seed: number;
  /** Empty folder. */
  readonly folder: string;
  /** Receives a line now and then. */
  readonly log?: (line: string) => void;
}

/** Memory and open files of a process at one moment. */
interface Sample {
  readonly seconds: number;
  readonly megabytes: number;
  readonly files: number;
}

export interface NodeFigures {
  readonly megabytes: Growth;
  readonly files: Growth;
}

export interface SoakResult {
  /** Answers that clients should not have seen, and figures that grew. */
  readonly violations: readonly string[];
  readonly nodes: Readonly<Record<string, NodeFigures>>;
  /** Connections of all nodes to the database. */
  readonly connections: Growth;
  readonly steps: Readonly<Record<string, number>>;
}

const ROLES = ['all', 'all'] as const;
const SAMPLES = 200;
/** Share of the run after which caches are taken as warm. */
const WARM_UP = 1 / 3;
/** Growth within the rest of the run, as a share of the mean, that counts as noise. */
const NOISE = { megabytes: 0.15, files: 0.2, connections: 0.2 };

/** Lets clients work on two nodes without faults, and measures what the processes hold. */
export async function checkSoak({ seconds, seed, folder, log = () => {} }: SoakOptions): Promise<SoakResult> {
  const cluster = await Cluster.start({ roles: ROLES, folder });
  try {
    const endpoint = await WebhookEndpoint.start();
    const load = await MixedLoad.create({ nodes: cluster.webNodes, token: cluster.token, seed, endpoint });
    const samples = new Map<string, Sample[]>(cluster.nodes.map(({ name }) => [name, []]));
    const connections: { seconds: number; value: number }[] = [];
    const start = performance.now();
    let isOver = false;
    const measure = async (): Promise<void> => {
      while (!isOver) {
        const at = (performance.now() - start) / 1_000;
        for (const { name, pid } of cluster.nodes) samples.get(name)!.push({ seconds: at, ...holdings(pid) });
        connections.push({ seconds: at, value: await connectionsOf(cluster) });
        if (connections.length % 20 === 0) {
          const memory = [...samples.values()].map((list) => `${Math.round(list.at(-1)!.megabytes)} MB`).join(', ');
          log(`${Math.round(at)} s: ${load.totalSteps} steps, ${memory}, ${connections.at(-1)!.value} connections`);
        }
        await pause((seconds * 1_000) / SAMPLES);
      }
    };
    const measuring = measure();
    const failures: string[] = [];
    await load
      .run(() => performance.now() - start > seconds * 1_000)
      .catch((error: Error) => failures.push(error.message));
    isOver = true;
    await measuring;
    const growth = (values: readonly { seconds: number; value: number }[]): Growth =>
      growthOf(values.filter((one) => one.seconds > seconds * WARM_UP));
    const nodes = Object.fromEntries(
      [...samples].map(([name, list]) => [
        name,
        {
          megabytes: growth(list.map((one) => ({ seconds: one.seconds, value: one.megabytes }))),
          files: growth(list.map((one) => ({ seconds: one.seconds, value: one.files }))),
        },
      ]),
    );
    const held = growth(connections);
    const grown = [
      ...Object.entries(nodes).flatMap(([name, { megabytes, files }]) => [
        ...tooMuch(`memory of ${name} in MB`, megabytes, NOISE.megabytes),
        ...tooMuch(`open files of ${name}`, files, NOISE.files),
      ]),
      ...tooMuch('connections to the database', held, NOISE.connections),
    ];
    return {
      violations: [...failures, ...grown, ...(await load.check())],
      nodes,
      connections: held,
      steps: load.steps,
    };
  } finally {
    await cluster.stop();
  }
}

function tooMuch(what: string, { mean, growth, error }: Growth, noise: number): string[] {
  // Growth that its own spread does not explain.
  const isCertain = growth - 2 * error > 0;
  return isCertain && growth > noise * mean
    ? [`${what} grew by ${growth.toFixed(1)} ± ${error.toFixed(1)} from a mean of ${mean.toFixed(1)}`]
    : [];
}

function holdings(pid: number): Omit<Sample, 'seconds'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
  };
}

const connectionsOf = async ({ database }: Cluster): Promise<number> =>
  (await database.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'"))[0].n;
