import { Cron } from 'croner';
import * as z from 'zod';
import { isNameServerAddress } from '../adapters/dns-resolver.ts';
import { ENGINES } from '../adapters/engines/create-engine.ts';
import { addressPolicy } from '../adapters/fetch/address-policy.ts';
import { problemOfDatabaseUrl, urlsOf, verifyingUrl } from '../adapters/persistence/mikro-orm/kernel/database-url.ts';
import { SESSION_PREFIX } from '../domain/sessions/api-token.ts';

const text = z.string().min(1);
export const MEGABYTE = 1024 * 1024;
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
export const SIGNATURE = /^([^<>\u0000-\u001f]{1,100}) <([^\s<>@]{1,64}@[\w.-]{1,253})>$/;
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
export const OPENAI_URL = 'https://api.openai.com/v1';
const apiKey = text.max(1000).regex(/^[\x21-\x7e]+$/, 'must not contain white space or non-ASCII characters');

const databaseUrl = z
  .string()
  .superRefine((url, context) => {
    const message = problemOfDatabaseUrl(url);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform(verifyingUrl);

/** Requests per minute; 0 for no limit. */
const requests = integer(0, 1_000_000_000);

/** Sites whose pages can be shown within published pages. */
export const FRAMES = ['youtube', 'vimeo', 'loom', 'figma', 'codepen'] as const;

/** Reports whether a text is a pattern of times. */
function isCronPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
/** Bucket and prefix of scheduled backups. */
export const BACKUP_BUCKET = /^s3:\/\/([a-zA-Z0-9][\w.-]{1,254})(?:\/([\w.\/-]{0,256}))?$/;
/** Roles of a process: it serves requests, runs jobs, or does both. */
const ROLES = ['all', 'web', 'worker'] as const;

/** All settings, read from environment variables. `NAME_FILE` names a file that contains the value of `NAME`. */
export const SETTINGS = {
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

/** Values of all settings, with defaults. */
export type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

/** Returns the bytes that a body of maximum size takes: a compressed one is held as received and decompressed. */
export const maxBodyBytes = (settings: Settings): number =>
  2 * Math.max(settings.BODY_LIMIT_BYTES, settings.CONTENT_BODY_LIMIT_BYTES);
