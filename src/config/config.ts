import type { EngineSettings } from '../adapters/engines/create-engine.ts';
import type { BackupRetention } from '../ports/instance.backups.ts';
import type { JobQueueName } from '../ports/kernel/jobs.ts';
import type { RequestLimitTable } from '../ports/kernel/request-limits.ts';
import type { FRAMES, Settings } from './settings.ts';

/** Settings of an S3-compatible file storage. */
export interface S3Config {
  /** Undefined for the Amazon endpoint. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

/** Settings of scheduled backups. */
export interface BackupConfig {
  /** Cron pattern, in the time zone of the process. */
  readonly cron: string;
  readonly to: { readonly dir: string } | { readonly s3: S3Config };
  readonly keep: BackupRetention;
}

/** Settings of the engine that answers questions, and limits of answers. */
export interface AskConfig {
  /** Unset for no engine; questions are then answered with the pages that were found alone. */
  readonly model: string | undefined;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  readonly concurrency: number;
  /** Maximum number of characters of pages for one question. */
  readonly contextLength: number;
  readonly timeoutMs: number;
}

/** Receiver of traces and metrics. */
export interface OpenTelemetryConfig {
  /** Base URL of the receiver. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly metricIntervalMs: number;
}

export interface Config {
  /**
   * Time limit for parsing or rendering a document in milliseconds; a document that exceeds it is shown as plain text.
   */
  readonly renderingTimeLimitMs: number;
  /** Sites whose pages readers may load within published pages. */
  readonly siteFrames: readonly (typeof FRAMES)[number][];
  /** True if pages that published pages embed are fetched for their titles and pictures. */
  readonly embedPreviews: boolean;
  readonly host: string;
  readonly port: number;
  /** Public base URL of the instance; derived from host and port by default. */
  readonly publicUrl: string | undefined;
  /** Number of trusted proxies in front of the instance, whose `X-Forwarded-For` is used. */
  readonly trustProxy: number;
  /** The trusted proxies send the requested host in `X-Forwarded-Host`. */
  readonly trustForwardedHost: boolean;
  /** Origins whose scripts may read pages and files. */
  readonly allowedOrigins: readonly string[];
  /** Token for access to `/metrics` from other machines; unset for none. */
  readonly metricsToken: string | undefined;
  /** Port that serves `/metrics` and nothing else; unset: the port of the instance serves it. */
  readonly metricsPort: number | undefined;
  readonly dataDir: string;
  /** Unset for the embedded server. */
  readonly databaseUrl: string | undefined;
  /** Standby that answers reads. */
  readonly databaseReadUrl: string | undefined;
  readonly databaseConnections: number;
  /** Milliseconds that a statement may take for which a caller waits. */
  readonly databaseStatementMs: number;
  /** Milliseconds after which a statement is logged as slow; 0 for never. */
  readonly slowQueryMs: number;
  /** Milliseconds that the start waits for a database that cannot be reached yet. */
  readonly databaseWaitMs: number;
  /** Milliseconds that requests and jobs have to end during shutdown. */
  readonly drainMs: number;
  /** Milliseconds between the first `503` of `/readyz` during shutdown and the last accepted request. */
  readonly drainDelayMs: number;
  readonly persistence: Settings['PERSISTENCE'];
  readonly adminToken: string | undefined;
  readonly secretKey: string | undefined;
  readonly allowPrivateNetworks: readonly string[];
  /** Name servers for verifying hostnames; empty for those of this machine. */
  readonly dnsServers: readonly string[];
  readonly gitProtocols: readonly ('http' | 'https' | 'file')[];
  readonly gitFileRoots: readonly string[];
  /** First pause in milliseconds before an unreachable Git server is contacted again. */
  readonly gitRetryMs: number;
  /** Author and committer of commits; by default the user who exports, and the instance. */
  readonly gitIdentity: {
    readonly author?: { readonly name: string; readonly email: string };
    readonly committer?: { readonly name: string; readonly email: string };
  };
  /** Size limits in bytes of request bodies, and of one uploaded file. */
  readonly limits: {
    readonly body: number;
    readonly contentBody: number;
    readonly file: number;
    readonly archive: number;
  };
  /** Memory in bytes for the bodies of all current requests, and the guaranteed share of one caller. */
  readonly bodyMemory: { readonly total: number; readonly perCaller: number };
  /** Unset for files on disk, or in memory with PERSISTENCE=memory. */
  readonly s3: S3Config | undefined;
  /** Unset for no scheduled backups. */
  readonly backups: BackupConfig | undefined;
  /** Folder of stored files on disk. */
  readonly blobDir: string;
  readonly contentCacheBytes: number;
  /** Unset for no mail. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Unset for no translations; translation runs fail with a message that names the settings. */
  readonly translation: EngineSettings | undefined;
  /** Engine that answers questions. */
  readonly ask: AskConfig;
  /** Milliseconds without progress after which a download or upload ends. */
  readonly transferIdleMs: number;
  readonly role: Settings['QUIRE_ROLE'];
  /** Jobs of each queue that this process runs at the same time. */
  readonly jobConcurrency: Readonly<Record<JobQueueName, number>>;
  /** Jobs of one organization among those of a queue; unset for all but one worker. */
  readonly organizationJobConcurrency: number | undefined;
  /** Bytes of files per organization; 0 for no limit. */
  readonly organizationStorageBytes: number;
  /** Maximum number of organizations that a user may administer in order to create another; 0 for no limit. */
  readonly organizationsPerUser: number;
  /** Days for which events of visitors of sites are kept. */
  readonly insightsRetentionDays: number;
  /** Days for which deliveries of webhooks are kept. */
  readonly webhookDeliveryDays: number;
  /** Concurrent connections of one network; 0 for no limit. */
  readonly connectionsPerAddress: number;
  /** Requests per minute by subject and cost class. */
  readonly requestLimits: RequestLimitTable;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Unset for no traces and no export of metrics. */
  readonly openTelemetry: OpenTelemetryConfig | undefined;
}
