import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { QuireProcess } from '../../test/process/quire-process.ts';
import { WebhookEndpoint } from '../../test/support/webhooks.ts';
import type { Api } from '../../test/support/world.ts';
import { poll } from '../../test/support/until.ts';
import { Client, type SharedState } from '../history/client.ts';
import { readHistory } from '../history/history.ts';
import { Recorder } from '../history/operation.ts';
import { Random } from '../history/random.ts';
import type { ClientTarget } from '../history/server.ts';
import { verifyHistory } from '../history/verify-history.ts';
import { Cluster } from './cluster.ts';
import { causeFaults, type Fault } from './faults.ts';
import { MixedLoad } from './mixed-load.ts';
import { createSpace } from './workloads/space-series.ts';

export interface ClusterCheckOptions {
  /** Time for which clients work while nodes, workers and the database are killed. */
  readonly seconds: number;
  readonly seed: number;
  /** Empty folder. */
  readonly folder: string;
  /** Receives a line about each fault. */
  readonly log?: (line: string) => void;
}

export interface ClusterCheckResult {
  /** Contradictions to the answers that clients got. */
  readonly violations: readonly string[];
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  /** Pieces of work that were done, by workload. */
  readonly steps: Readonly<Record<string, number>>;
  readonly requests: { readonly answered: number; readonly repeated: number };
  /** Acknowledged operations of the clients whose history is checked. */
  readonly acknowledged: number;
  /** Longest time after which a node still showed what another had replaced. */
  readonly staleMs: number;
}

const ROLES = ['web', 'web', 'web', 'worker', 'worker'] as const;
const HISTORY_CLIENTS = 3;
/** Pieces of work between two faults. */
const MIN_STEPS_BETWEEN_FAULTS = 15;
const SETTLE_MS = 180_000;
const MAX_VIOLATIONS = 20;

/** Nodes of a cluster as the target of clients that do not repeat requests. */
class AnyNode implements ClientTarget {
  deaths = 0;
  readonly isRepeated = true;

  constructor(
    private readonly cluster: Cluster,
    private readonly random: Random,
  ) {}

  async api(): Promise<Api> {
    return this.cluster.api(this.random.one(this.cluster.webNodes)!);
  }
}

/**
 * Lets clients work on three web nodes and two workers while nodes, workers and the database are killed and restarted,
 * and then compares everything with what the clients were told.
 */
export async function checkCluster({
  seconds,
  seed,
  folder,
  log = () => {},
}: ClusterCheckOptions): Promise<ClusterCheckResult> {
  const random = new Random(seed);
  const cluster = await Cluster.start({ roles: ROLES, folder });
  try {
    const load = await MixedLoad.create({
      nodes: cluster.webNodes,
      token: cluster.token,
      seed,
      endpoint: await WebhookEndpoint.start(),
    });
    const target = new AnyNode(cluster, new Random(seed + 1));
    const recorder = new Recorder();
    const end = performance.now() + seconds * 1_000;
    const faults: Partial<Record<Fault, number>> = {};
    let broken = false;
    const over = (): boolean => broken || (performance.now() > end && Object.keys(faults).length >= 3);
    const spaceId = await createSpace(load.context('history'), 'History');
    const workshop: SharedState = { target, recorder, spaceId, shared: [undefined, undefined], over };
    await new Client(0, workshop, seed).prepare();

    const settle = async (): Promise<void> => {
      const steps = load.totalSteps;
      while (!over() && load.totalSteps < steps + MIN_STEPS_BETWEEN_FAULTS) await pause(20);
    };
    const work = [
      load.run(over),
      causeFaults({
        cluster,
        random,
        over,
        settle,
        onFault: (fault) => {
          target.deaths++;
          faults[fault] = (faults[fault] ?? 0) + 1;
          log(`${Math.round((performance.now() - end) / 1_000 + seconds)} s: ${fault}`);
        },
      }),
      ...Array.from({ length: HISTORY_CLIENTS }, (_, i) => new Client(i + 1, workshop, seed + i + 1).work()),
    ].map((one) => one.catch((error: Error) => ((broken = true), Promise.reject(error))));
    const failures = (await Promise.allSettled(work)).flatMap((one) =>
      one.status === 'rejected' ? [String((one.reason as Error).stack)] : [],
    );
    log(`work is over: ${load.totalSteps} steps`);
    const crashes = cluster.nodes.flatMap(({ name, crashes: all }) => all.map((said) => `${name} ended: ${said}`));
    failures.unshift(...crashes);
    const violations = [
      ...failures,
      ...(failures.length > 0 ? [] : await violationsAtRest(cluster, load, () => verify())),
      ...unexpectedLines(cluster),
    ];
    return {
      violations: violations.slice(0, MAX_VIOLATIONS),
      faults,
      steps: load.steps,
      requests: load.requests,
      acknowledged: recorder.done,
      staleMs: Math.round(load.freshness.longestMs),
    };

    async function verify(): Promise<string[]> {
      return verifyHistory(recorder.operations, await readHistory(await target.api(), spaceId));
    }
  } finally {
    await cluster.stop();
  }
}

/** Waits until no job is left to do, and lists everything that contradicts the answers to clients. */
async function violationsAtRest(
  cluster: Cluster,
  load: MixedLoad,
  verifyHistories: () => Promise<string[]>,
): Promise<string[]> {
  const jobs = async (status: string): Promise<any[]> => {
    const { body } = await cluster.api(cluster.webNodes[0]!).get(`/v1/instance/jobs?status=${status}&limit=1000`);
    return body.items;
  };
  const unfinished = async (): Promise<any[]> => [
    ...(await jobs('waiting')),
    ...(await jobs('running')),
    // A job that failed is scheduled for another attempt.
    ...(await jobs('scheduled')).filter(({ attempts }) => attempts > 0),
  ];
  await poll('all jobs are done', unfinished, (left) => left.length === 0, SETTLE_MS);
  const failed = (await jobs('failed')).map(({ kind, error }) => `a job ${kind} has failed: ${error}`);
  const { code, stdout, stderr } = await QuireProcess.command(['verify'], {
    ...cluster.settings,
    DATA_DIR: join(cluster.settings['BLOB_DIR']!, '..', 'verify'),
  });
  return [
    ...failed,
    ...(await load.check()),
    ...(await verifyHistories()),
    ...(code === 0 ? [] : [`quire verify ended with ${code}: ${stdout}${stderr}`]),
  ];
}

/** Lines of the logs about errors that Quire did not expect. */
function unexpectedLines({ nodes }: Cluster): string[] {
  return nodes.flatMap(({ name, log }) =>
    log
      .split('\n')
      .filter((line) => line.includes('"level":50') && /"status":50[^3]/.test(line))
      .map((line) => `${name} logged ${line.slice(0, 1_500)}`),
  );
}
