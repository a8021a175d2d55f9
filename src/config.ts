import { join } from 'node:path';
import { Cron } from 'croner';
import * as z from 'zod';
import type { BackupRetention } from './ports/instance.backups.ts';
import { isNameServerAddress } from './adapters/dns-resolver.ts';
import { addressPolicy } from './adapters/fetch/address-policy.ts';
import { problemOfDatabaseUrl, urlsOf } from './adapters/persistence/mikro-orm/kernel/database-url.ts';
import { ENGINES, type EngineSettings } from './adapters/engines/create-engine.ts';
import { readVariable, type Environment } from './environment.ts';
import { SESSION_PREFIX } from './domain/sessions/api-token.ts';
import type { JobQueueName } from './ports/kernel/jobs.ts';
import type { RequestLimitTable } from './ports/kernel/request-limits.ts';

const text = z.string().min(1);
const MEGABYTE = 1024 * 1024;
const list = (separator = ',') =>
  z.string().transform((value) =>
    value
      .split(separator)
      .map((item) => item.trim())
      .filter(Boolean),
  );
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(
    (url) => !URL.canParse(url) || (!new URL(url).search && !new URL(url).hash),
    'must have no query and no fragment',
  );
/** Reports whether a URL names an origin and nothing else. */
const isBareOrigin = (url: string): boolean => {
  const { pathname, username, password } = new URL(url);
  return /^\/*$/.test(pathname) && username + password === '';
};
/** Reports whether a text is a network that the guarded fetch accepts. */
function isNetwork(text: string): boolean {
  try {
    addressPolicy([text]);
    return true;
  } catch {
    return false;
  }
}

/** Author of a commit: `Docs <docs@example.org>`. */
const SIGNATURE = /^([^<>\u0000-\u001f]{1,100}) <([^\s<>@]{1,64}@[\w.-]{1,253})>$/;
const SENDER = /^(?:[^<>@"\r\n]{1,100} <[^\s<>@,;]{1,64}@[\w.-]{1,253}>|[^\s<>@,;]{1,64}@[\w.-]{1,253})$/;

/** Header of requests to a receiver of traces; the value is percent-encoded. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+=[\x21-\x7e]*$/;

const secretText = z
  .string()
  .min(20, 'must have at least 20 characters')
  .max(512)
  .regex(/^[\w.~+/=-]+$/, 'may contain only letters, digits and -._~+/=');
/** Reports whether a text is an origin as browsers send it. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Base URL of OpenAI, the default of engines with its chat API. */
const OPENAI_URL = 'https://api.openai.com/v1';
const apiKey = text.max(1000).regex(/^[\x21-\x7e]+$/, 'must not contain white space or non-ASCII characters');

const databaseUrl = z.string().superRefine((url, context) => {
  const message = problemOfDatabaseUrl(url);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** Requests per minute; 0 for no limit. */
const requests = integer(0, 1_000_000_000);

/** All settings, read from environment variables. `NAME_FILE` names a file that contains the value of `NAME`. */
/** Sites whose pages can be shown within published pages. */
const FRAMES = ['youtube', 'vimeo', 'loom', 'figma', 'codepen'] as const;

/** Reports whether a text is a pattern of times. */
function isCronPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
/** Bucket and prefix of scheduled backups. */
const BACKUP_BUCKET = /^s3:\/\/([a-zA-Z0-9][\w.-]{1,254})(?:\/([\w.\/-]{0,256}))?$/;
/** Roles of a process: it serves requests, runs jobs, or does both. */
const ROLES = ['all', 'web', 'worker'] as const;

const SETTINGS = {
  HOST: text.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(8080),
  PUBLIC_URL: httpUrl
    .refine(
      (url) => !URL.canParse(url) || isBareOrigin(url),
      'must have no path and no user: Quire needs a host of its own',
    )
    .optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  TRUST_FORWARDED_HOST: z.enum(['true', 'false']).default('false'),
  ALLOWED_ORIGINS: list()
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://app.example.org')
    .default([]),
  METRICS_TOKEN: secretText.optional(),
  METRICS_PORT: integer(0, 65_535).optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: integer(2, 200).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(100, 3_600_000).default(10_000),
  DATABASE_READ_URL: databaseUrl.refine((url) => urlsOf(url).length === 1, 'must name one host').optional(),
  DATABASE_WAIT_MS: integer(0, 3_600_000).default(60_000),
  SLOW_QUERY_MS: integer(0, 3_600_000).default(1_000),
  DRAIN_MS: integer(0, 3_600_000).default(30_000),
  DRAIN_DELAY_MS: integer(0, 600_000).default(0),
  PERSISTENCE: z.enum(['postgresql', 'memory']).default('postgresql'),
  ADMIN_TOKEN: secretText
    .refine((token) => !token.startsWith(SESSION_PREFIX), `must not begin with ${SESSION_PREFIX}`)
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOW_PRIVATE_NETWORKS: list()
    .refine((networks) => networks.every(isNetwork), 'must be networks such as 10.0.0.0/8,fd00::/8')
    .default([]),
  DNS_SERVERS: list()
    .refine(
      (servers) => servers.every(isNameServerAddress),
      'must be addresses of name servers such as 192.0.2.1,[2001:db8::1]:53',
    )
    .default([]),
  GIT_PROTOCOLS: list()
    .pipe(z.array(z.enum(['http', 'https', 'file'], 'may contain only http, https and file')))
    .default(['http', 'https']),
  GIT_FILE_ROOTS: list(process.platform === 'win32' ? ';' : ':').default([]),
  GIT_RETRY_MS: integer(1, 600_000).default(2_000),
  GIT_AUTHOR: z.string().regex(SIGNATURE, 'must be Name <address>').optional(),
  GIT_COMMITTER: z.string().regex(SIGNATURE, 'must be Name <address>').optional(),
  BODY_LIMIT_BYTES: integer(1024, 1024 * MEGABYTE).default(MEGABYTE),
  CONTENT_BODY_LIMIT_BYTES: integer(1024, 1024 * MEGABYTE).default(20 * MEGABYTE),
  BODY_MEMORY_BYTES: integer(MEGABYTE, 65_536 * MEGABYTE).optional(),
  BACKUP_CRON: z.string().refine(isCronPattern, 'must be a cron pattern such as "0 3 * * *"').optional(),
  BACKUP_TO: text
    .refine((place) => !place.includes('://') || BACKUP_BUCKET.test(place), 'must be a folder or s3://BUCKET/PREFIX')
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}d?$/, 'must be a number of backups such as 7, or of days such as 30d')
    .default('7'),
  CONTENT_CACHE_BYTES: integer(MEGABYTE, 16_384 * MEGABYTE).default(96 * MEGABYTE),
  FILE_LIMIT_BYTES: integer(1024, 2047 * MEGABYTE).default(20 * MEGABYTE),
  ARCHIVE_LIMIT_BYTES: integer(1024, 2047 * MEGABYTE).default(256 * MEGABYTE),
  BLOB_STORE: z.enum(['disk', 's3']).default('disk'),
  BLOB_DIR: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'may contain only letters, digits and -')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-zA-Z0-9][\w.-]{1,254}$/, 'must be the name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^(?!\/)[\w.\/-]{0,256}$/, 'may contain only letters, digits and -._/ and must not begin with /')
    .default(''),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).optional(),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\/[^/\s]/.test(url) && URL.canParse(url), 'must be an smtp:// or smtps:// URL')
    .optional(),
  SMTP_FROM: z
    .string()
    .max(320)
    .regex(SENDER, 'must be an e-mail address, or a name with one in angle brackets')
    .optional(),
  TRANSLATION_ENGINE: z.enum(ENGINES).optional(),
  TRANSLATION_URL: httpUrl.optional(),
  TRANSLATION_API_KEY: apiKey.optional(),
  TRANSLATION_MODEL: text.max(200).optional(),
  TRANSLATION_CONCURRENCY: integer(1, 64).default(4),
  TRANSLATION_REQUESTS_PER_MINUTE: integer(1, 100_000).optional(),
  ASK_MODEL: text.max(200).optional(),
  ASK_URL: httpUrl.default(OPENAI_URL),
  ASK_API_KEY: apiKey.optional(),
  ASK_CONCURRENCY: integer(1, 1_000).default(8),
  ASK_CONTEXT_CHARACTERS: integer(1_000, 1_000_000).default(24_000),
  ASK_TIMEOUT_MS: integer(1_000, 170_000).default(120_000),
  TRANSFER_IDLE_MS: integer(100, 3_600_000).default(30_000),
  QUIRE_ROLE: z.enum(ROLES).default('all'),
  JOB_CONCURRENCY: integer(1, 100).default(3),
  JOB_CONCURRENCY_MAIL: integer(1, 100).default(2),
  JOB_CONCURRENCY_SYSTEM: integer(1, 100).default(2),
  JOB_CONCURRENCY_WEBHOOKS: integer(1, 100).default(4),
  JOB_CONCURRENCY_PER_ORGANIZATION: integer(1, 100).optional(),
  ORGANIZATION_STORAGE_BYTES: integer(0, Number.MAX_SAFE_INTEGER).default(0),
  ORGANIZATIONS_PER_USER: integer(0, 1_000_000).default(20),
  INSIGHTS_RETENTION_DAYS: integer(0, 3_650).default(365),
  WEBHOOK_DELIVERY_RETENTION_DAYS: integer(1, 3_650).default(30),
  CONNECTIONS_PER_ADDRESS: integer(0, 1_000_000).default(1_000),
  RATE_LIMIT_READ: requests.default(6_000),
  RATE_LIMIT_SEARCH: requests.default(600),
  RATE_LIMIT_WRITE: requests.default(1_200),
  RATE_LIMIT_HEAVY: requests.default(60),
  RATE_LIMIT_HEAVY_ORGANIZATION: requests.default(240),
  RATE_LIMIT_ANONYMOUS: requests.default(3_000),
  RATE_LIMIT_ANONYMOUS_SEARCH: requests.default(120),
  SITE_FRAMES: list()
    .transform((sites) => (sites.join() === 'none' ? [] : sites))
    .pipe(z.array(z.enum(FRAMES, `must be none, or contain only ${FRAMES.join(', ')}`)))
    .default([...FRAMES]),
  EMBED_PREVIEWS: z.enum(['true', 'false']).default('true'),
  RENDERING_TIME_LIMIT_MS: integer(100, 60_000).default(2_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list()
    .refine((headers) => headers.every((header) => HEADER.test(header)), 'must be a list such as name=value,name=value')
    .default([]),
  OTEL_SERVICE_NAME: text.max(200).default('quire'),
  OTEL_METRIC_EXPORT_INTERVAL: integer(100, 86_400_000).default(60_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

/** Settings that S3 storage requires. */
const REQUIRED_FOR_S3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Settings that each translation engine requires. */
const REQUIRED_BY_ENGINE: Readonly<Record<(typeof ENGINES)[number], readonly (keyof Settings)[]>> = {
  openai: ['TRANSLATION_MODEL'],
  deepl: ['TRANSLATION_API_KEY'],
  libretranslate: ['TRANSLATION_URL'],
  apertium: [],
  pseudo: [],
};
const defaultEngineUrl = (engine: (typeof ENGINES)[number], key: string | undefined): string | undefined => {
  if (engine === 'openai') return OPENAI_URL;
  // Keys of the free DeepL plan end with `:fx`.
  return engine === 'deepl' ? `https://api${key?.endsWith(':fx') ? '-free' : ''}.deepl.com` : undefined;
};

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

/** Invalid settings; the message has one line for each. */
export class ConfigurationError extends Error {}

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @throws ConfigurationError with one line for each invalid setting
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const name of Object.keys(SETTINGS))
    if (env[`${name}_FILE`] && env[name]) problems.push(`${name} and ${name}_FILE are both set; set only one`);
    else
      try {
        const value = readVariable(env, name);
        if (value !== undefined) values[name] = value;
      } catch (error) {
        problems.push(`${name}_FILE: ${(error as Error).message}`);
      }
  const result = z.object(SETTINGS).safeParse(values);
  if (values['BLOB_STORE'] === 's3')
    for (const name of REQUIRED_FOR_S3)
      if (values[name] === undefined) problems.push(`${name}: is required with BLOB_STORE=s3`);
  if ((values['SMTP_URL'] === undefined) !== (values['SMTP_FROM'] === undefined))
    problems.push(
      `${values['SMTP_URL'] === undefined ? 'SMTP_URL' : 'SMTP_FROM'}: is required with the other of SMTP_URL and SMTP_FROM`,
    );
  problems.push(...backupProblems(values));
  const engine = ENGINES.find((one) => one === values['TRANSLATION_ENGINE']);
  if (engine !== undefined)
    for (const name of REQUIRED_BY_ENGINE[engine])
      if (values[name] === undefined) problems.push(`${name}: is required with TRANSLATION_ENGINE=${engine}`);
  if (values['ASK_API_KEY'] !== undefined && values['ASK_MODEL'] === undefined)
    problems.push('ASK_MODEL: is required with ASK_API_KEY');
  const { PORT: port, METRICS_PORT: metricsPort } = result.data ?? {};
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port)
    problems.push('METRICS_PORT: must differ from PORT');
  if (result.data?.DATABASE_READ_URL !== undefined && values['DATABASE_URL'] === undefined)
    problems.push('DATABASE_READ_URL: requires DATABASE_URL, because the embedded database has no standby');
  if ((result.data?.QUIRE_ROLE ?? 'all') !== 'all' && values['DATABASE_URL'] === undefined)
    problems.push('QUIRE_ROLE: requires DATABASE_URL, because no other process reaches the embedded database');
  if ((result.data?.QUIRE_ROLE ?? 'all') !== 'all' && result.data?.PERSISTENCE === 'memory')
    problems.push('QUIRE_ROLE: must be all with PERSISTENCE=memory');
  const bodyMemory = result.data?.BODY_MEMORY_BYTES;
  if (bodyMemory !== undefined && bodyMemory < maxBodyBytes(result.data!)) {
    problems.push(`BODY_MEMORY_BYTES: must be at least ${maxBodyBytes(result.data!)}, twice the largest body`);
  }
  // Omits the value, which may be a secret.
  if (!result.success)
    for (const { path, message } of result.error.issues) problems.push(`${String(path[0])}: ${message}`);
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  const settings = result.data;
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
    trustProxy: settings.TRUST_PROXY,
    trustForwardedHost: settings.TRUST_FORWARDED_HOST === 'true',
    allowedOrigins: settings.ALLOWED_ORIGINS,
    metricsToken: settings.METRICS_TOKEN,
    metricsPort: settings.METRICS_PORT,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    databaseStatementMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    slowQueryMs: settings.SLOW_QUERY_MS,
    databaseWaitMs: settings.DATABASE_WAIT_MS,
    drainMs: settings.DRAIN_MS,
    drainDelayMs: settings.DRAIN_DELAY_MS,
    persistence: settings.PERSISTENCE,
    adminToken: settings.ADMIN_TOKEN,
    secretKey: settings.SECRET_KEY,
    allowPrivateNetworks: settings.ALLOW_PRIVATE_NETWORKS,
    dnsServers: settings.DNS_SERVERS,
    gitProtocols: settings.GIT_PROTOCOLS,
    gitFileRoots: settings.GIT_FILE_ROOTS,
    gitRetryMs: settings.GIT_RETRY_MS,
    gitIdentity: {
      ...parseSignature('author', settings.GIT_AUTHOR),
      ...parseSignature('committer', settings.GIT_COMMITTER),
    },
    limits: {
      body: settings.BODY_LIMIT_BYTES,
      contentBody: settings.CONTENT_BODY_LIMIT_BYTES,
      file: settings.FILE_LIMIT_BYTES,
      archive: settings.ARCHIVE_LIMIT_BYTES,
    },
    bodyMemory: bodyMemoryLimits(settings),
    s3: settings.BLOB_STORE === 's3' ? s3Config(settings) : undefined,
    backups: backupConfig(settings),
    blobDir: settings.BLOB_DIR ?? join(settings.DATA_DIR, 'blobs'),
    contentCacheBytes: settings.CONTENT_CACHE_BYTES,
    smtp: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL, from: settings.SMTP_FROM! },
    translation:
      settings.TRANSLATION_ENGINE === undefined ? undefined : engineSettings(settings, settings.TRANSLATION_ENGINE),
    ask: {
      model: settings.ASK_MODEL,
      url: settings.ASK_URL.replace(/\/+$/, ''),
      key: settings.ASK_API_KEY,
      concurrency: settings.ASK_CONCURRENCY,
      contextLength: settings.ASK_CONTEXT_CHARACTERS,
      timeoutMs: settings.ASK_TIMEOUT_MS,
    },
    transferIdleMs: settings.TRANSFER_IDLE_MS,
    role: settings.QUIRE_ROLE,
    jobConcurrency: {
      content: settings.JOB_CONCURRENCY,
      mail: settings.JOB_CONCURRENCY_MAIL,
      system: settings.JOB_CONCURRENCY_SYSTEM,
      webhooks: settings.JOB_CONCURRENCY_WEBHOOKS,
    },
    organizationJobConcurrency: settings.JOB_CONCURRENCY_PER_ORGANIZATION,
    organizationStorageBytes: settings.ORGANIZATION_STORAGE_BYTES,
    organizationsPerUser: settings.ORGANIZATIONS_PER_USER,
    insightsRetentionDays: settings.INSIGHTS_RETENTION_DAYS,
    webhookDeliveryDays: settings.WEBHOOK_DELIVERY_RETENTION_DAYS,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    requestLimits: requestLimitTable(settings),
    siteFrames: settings.SITE_FRAMES,
    embedPreviews: settings.EMBED_PREVIEWS === 'true',
    renderingTimeLimitMs: settings.RENDERING_TIME_LIMIT_MS,
    logLevel: settings.LOG_LEVEL,
    openTelemetry: openTelemetryConfig(settings),
  };
}

/** Lists what scheduled backups lack. */
function backupProblems(values: Readonly<Record<string, string>>): string[] {
  const { BACKUP_CRON: cron, BACKUP_TO: place, PERSISTENCE: persistence } = values;
  if (cron === undefined) return place === undefined ? [] : ['BACKUP_CRON: is required with BACKUP_TO'];
  if (place === undefined) return ['BACKUP_TO: is required with BACKUP_CRON'];
  if (persistence === 'memory') return ['BACKUP_CRON: cannot be used with PERSISTENCE=memory, which stores nothing'];
  if (!place.startsWith('s3://')) return [];
  return REQUIRED_FOR_S3.filter((name) => name !== 'S3_BUCKET' && values[name] === undefined).map(
    (name) => `${name}: is required with BACKUP_TO=s3://…`,
  );
}

function engineSettings(settings: Settings, engine: EngineSettings['engine']): EngineSettings {
  return {
    engine,
    url: (settings.TRANSLATION_URL ?? defaultEngineUrl(engine, settings.TRANSLATION_API_KEY))?.replace(/\/+$/, ''),
    key: settings.TRANSLATION_API_KEY,
    model: settings.TRANSLATION_MODEL,
    concurrency: settings.TRANSLATION_CONCURRENCY,
    requestsPerMinute: settings.TRANSLATION_REQUESTS_PER_MINUTE,
  };
}

/** Limit of a user across all tokens, as a multiple of the limit of one token. */
const TOKENS_PER_USER = 2;

function requestLimitTable(settings: Settings): RequestLimitTable {
  const token = {
    read: settings.RATE_LIMIT_READ,
    search: settings.RATE_LIMIT_SEARCH,
    write: settings.RATE_LIMIT_WRITE,
  };
  const { read, search, write } = token;
  return {
    token,
    user: {
      read: read * TOKENS_PER_USER,
      search: search * TOKENS_PER_USER,
      write: write * TOKENS_PER_USER,
      heavy: settings.RATE_LIMIT_HEAVY,
    },
    organization: { heavy: settings.RATE_LIMIT_HEAVY_ORGANIZATION },
    network: {
      read: settings.RATE_LIMIT_ANONYMOUS,
      search: settings.RATE_LIMIT_ANONYMOUS_SEARCH,
      write: settings.RATE_LIMIT_ANONYMOUS,
      heavy: settings.RATE_LIMIT_HEAVY,
    },
  };
}

/** A compressed body of maximum size is held twice: as received, and decompressed. */
const maxBodyBytes = (settings: Settings): number =>
  2 * Math.max(settings.BODY_LIMIT_BYTES, settings.CONTENT_BODY_LIMIT_BYTES);
const BODY_MEMORY_BYTES = 256 * MEGABYTE;

function bodyMemoryLimits(settings: Settings): Config['bodyMemory'] {
  return {
    total: settings.BODY_MEMORY_BYTES ?? Math.max(BODY_MEMORY_BYTES, 4 * maxBodyBytes(settings)),
    perCaller: maxBodyBytes(settings),
  };
}

function s3Config(settings: Settings): S3Config {
  return {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET!,
    prefix: settings.S3_PREFIX,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
    // Amazon requires the bucket in the host name; most other storages have no host name per bucket.
    pathStyle:
      settings.S3_FORCE_PATH_STYLE === undefined
        ? settings.S3_ENDPOINT !== undefined
        : settings.S3_FORCE_PATH_STYLE === 'true',
  };
}

function backupConfig(settings: Settings): BackupConfig | undefined {
  const { BACKUP_CRON: cron, BACKUP_TO: place, BACKUP_KEEP: keep } = settings;
  if (cron === undefined || place === undefined) return undefined;
  const [, bucket, folder = ''] = BACKUP_BUCKET.exec(place) ?? [];
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  return {
    cron,
    to: bucket === undefined ? { dir: place } : { s3: { ...s3Config(settings), bucket, prefix } },
    keep: keep.endsWith('d') ? { days: Number.parseInt(keep, 10) } : { count: Number(keep) },
  };
}

function openTelemetryConfig(settings: Settings): OpenTelemetryConfig | undefined {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const headers = settings.OTEL_EXPORTER_OTLP_HEADERS.map((header) => {
    const at = header.indexOf('=');
    return [header.slice(0, at), percentDecoded(header.slice(at + 1))] as const;
  });
  return {
    endpoint,
    headers: Object.fromEntries(headers),
    serviceName: settings.OTEL_SERVICE_NAME,
    metricIntervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseSignature<K extends string>(
  of: K,
  text: string | undefined,
): { readonly [name in K]?: { readonly name: string; readonly email: string } } {
  const [, name, email] = SIGNATURE.exec(text ?? '') ?? [];
  return (name === undefined || email === undefined ? {} : { [of]: { name, email } }) as {
    readonly [name in K]?: { readonly name: string; readonly email: string };
  };
}
