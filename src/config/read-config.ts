import { join } from 'node:path';
import * as z from 'zod';
import type { ENGINES, EngineSettings } from '../adapters/engines/create-engine.ts';
import { percentDecoded } from '../domain/kernel/percent-decoded.ts';
import type { RequestLimitTable } from '../ports/kernel/request-limits.ts';
import type { BackupConfig, Config, OpenTelemetryConfig, S3Config } from './config.ts';
import { readVariable, type Environment } from './environment.ts';
import { contradictions, missingSettings, type SettingTexts } from './setting-problems.ts';
import {
  BACKUP_BUCKET,
  maxBodyBytes,
  MEGABYTE,
  OPENAI_URL,
  SETTING_NAMES,
  SETTINGS,
  SIGNATURE,
  type Settings,
} from './settings.ts';

/** Invalid settings; the message has one line for each. */
export class ConfigurationError extends Error {}

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @throws ConfigurationError with one line for each invalid setting
 */
export function readConfig(env: Environment): Config {
  const { values, problems: unreadable } = readTexts(env);
  const { data: settings, error } = z.object(SETTINGS).safeParse(values, { error: problemOfValue });
  const problems = [
    ...unreadable,
    ...missingSettings(values),
    ...(settings === undefined ? [] : contradictions(settings, values)),
    // Omits the values, which may be secrets.
    ...(error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
  ];
  if (settings === undefined || problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return toConfig(settings);
}

/** States which values a setting takes, for the rules that have no message of their own. */
function problemOfValue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
    case 'too_small':
      return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
    case 'too_big':
      return `must have at most ${issue.maximum} characters`;
    default:
      return undefined;
  }
}

/** Reads the texts of all settings that are set. */
function readTexts(env: Environment): { readonly values: SettingTexts; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    if (env[`${name}_FILE`] && env[name]) {
      problems.push(`${name} and ${name}_FILE are both set; set only one`);
      continue;
    }
    try {
      const value = readVariable(env, name);
      if (value !== undefined) values[name] = value;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { values, problems };
}

/** Converts valid settings. */
const toConfig = (settings: Settings): Config => ({
  ...networkConfig(settings),
  ...databaseConfig(settings),
  ...storageConfig(settings),
  ...gitConfig(settings),
  ...jobConfig(settings),
  ...limitConfig(settings),
  dataDir: settings.DATA_DIR,
  adminToken: settings.ADMIN_TOKEN,
  secretKey: settings.SECRET_KEY,
  contentCacheBytes: settings.CONTENT_CACHE_BYTES,
  smtp: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL, from: settings.SMTP_FROM! },
  translation: settings.TRANSLATION_ENGINE && engineSettings(settings, settings.TRANSLATION_ENGINE),
  ask: askConfig(settings),
  siteFrames: settings.SITE_FRAMES,
  embedPreviews: settings.EMBED_PREVIEWS === 'true',
  logLevel: settings.LOG_LEVEL,
  openTelemetry: openTelemetryConfig(settings),
});

const networkConfig = (settings: Settings) => ({
  host: settings.HOST,
  port: settings.PORT,
  publicUrl: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
  trustProxy: settings.TRUST_PROXY,
  trustForwardedHost: settings.TRUST_FORWARDED_HOST === 'true',
  allowedOrigins: settings.ALLOWED_ORIGINS,
  metricsToken: settings.METRICS_TOKEN,
  metricsPort: settings.METRICS_PORT,
  drainMs: settings.DRAIN_MS,
  drainDelayMs: settings.DRAIN_DELAY_MS,
  allowPrivateNetworks: settings.ALLOW_PRIVATE_NETWORKS,
  dnsServers: settings.DNS_SERVERS,
});

const databaseConfig = (settings: Settings) => ({
  persistence: settings.PERSISTENCE,
  databaseUrl: settings.DATABASE_URL,
  databaseReadUrl: settings.DATABASE_READ_URL,
  databaseConnections: settings.DATABASE_CONNECTIONS,
  databaseStatementMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
  slowQueryMs: settings.SLOW_QUERY_MS,
  databaseWaitMs: settings.DATABASE_WAIT_MS,
});

const storageConfig = (settings: Settings) => ({
  s3: settings.BLOB_STORE === 's3' ? s3Config(settings) : undefined,
  backups: backupConfig(settings),
  blobDir: settings.BLOB_DIR ?? join(settings.DATA_DIR, 'blobs'),
});

const gitConfig = (settings: Settings) => ({
  gitProtocols: settings.GIT_PROTOCOLS,
  gitFileRoots: settings.GIT_FILE_ROOTS,
  gitRetryMs: settings.GIT_RETRY_MS,
  gitIdentity: {
    ...parseSignature('author', settings.GIT_AUTHOR),
    ...parseSignature('committer', settings.GIT_COMMITTER),
  },
});

const jobConfig = (settings: Settings) => ({
  role: settings.QUIRE_ROLE,
  jobConcurrency: {
    content: settings.JOB_CONCURRENCY,
    mail: settings.JOB_CONCURRENCY_MAIL,
    system: settings.JOB_CONCURRENCY_SYSTEM,
    webhooks: settings.JOB_CONCURRENCY_WEBHOOKS,
  },
  organizationJobConcurrency: settings.JOB_CONCURRENCY_PER_ORGANIZATION,
});

const limitConfig = (settings: Settings) => ({
  limits: {
    body: settings.BODY_LIMIT_BYTES,
    contentBody: settings.CONTENT_BODY_LIMIT_BYTES,
    file: settings.FILE_LIMIT_BYTES,
    archive: settings.ARCHIVE_LIMIT_BYTES,
  },
  bodyMemory: bodyMemoryLimits(settings),
  transferIdleMs: settings.TRANSFER_IDLE_MS,
  organizationStorageBytes: settings.ORGANIZATION_STORAGE_BYTES,
  organizationsPerUser: settings.ORGANIZATIONS_PER_USER,
  insightsRetentionDays: settings.INSIGHTS_RETENTION_DAYS,
  webhookDeliveryDays: settings.WEBHOOK_DELIVERY_RETENTION_DAYS,
  connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
  requestLimits: requestLimitTable(settings),
  renderingTimeLimitMs: settings.RENDERING_TIME_LIMIT_MS,
});

const askConfig = (settings: Settings): Config['ask'] => ({
  model: settings.ASK_MODEL,
  url: settings.ASK_URL.replace(/\/+$/, ''),
  key: settings.ASK_API_KEY,
  concurrency: settings.ASK_CONCURRENCY,
  contextLength: settings.ASK_CONTEXT_CHARACTERS,
  timeoutMs: settings.ASK_TIMEOUT_MS,
});

const defaultEngineUrl = (engine: (typeof ENGINES)[number], key: string | undefined): string | undefined => {
  if (engine === 'openai') return OPENAI_URL;
  // Keys of the free DeepL plan end with `:fx`.
  return engine === 'deepl' ? `https://api${key?.endsWith(':fx') ? '-free' : ''}.deepl.com` : undefined;
};

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

function parseSignature<K extends string>(
  of: K,
  text: string | undefined,
): { readonly [name in K]?: { readonly name: string; readonly email: string } } {
  const [, name, email] = SIGNATURE.exec(text ?? '') ?? [];
  return (name === undefined || email === undefined ? {} : { [of]: { name, email } }) as {
    readonly [name in K]?: { readonly name: string; readonly email: string };
  };
}
