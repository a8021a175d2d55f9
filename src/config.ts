import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isNameServerAddress } from './adapters/dns-resolver.ts';
import { addressPolicy } from './adapters/fetch/address-policy.ts';
import { ENGINES, type EngineSettings } from './adapters/translation/create-engine.ts';
import { SESSION_PREFIX } from './domain/sessions/api-token.ts';
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
/** A network as the guarded fetch reads it. */
function isNetwork(text: string): boolean {
  try {
    addressPolicy([text]);
    return true;
  } catch {
    return false;
  }
}

/** `docs@example.org`, or `Docs <docs@example.org>`. */
/** Who a commit is by. */
const SIGNATURE = /^([^<>\u0000-\u001f]{1,100}) <([^\s<>@]{1,64}@[\w.-]{1,253})>$/;
const SENDER = /^(?:[^<>@"\r\n]{1,100} <[^\s<>@,;]{1,64}@[\w.-]{1,253}>|[^\s<>@,;]{1,64}@[\w.-]{1,253})$/;

const secretText = z
  .string()
  .min(20, 'must have at least 20 characters')
  .max(512)
  .regex(/^[\w.~+/=-]+$/, 'may contain only letters, digits and -._~+/=');
/** Tells whether a text is an origin as browsers send it. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Requests per minute; 0 for no limit. */
const requests = integer(0, 1_000_000_000);

/** Every setting, from the environment alone. `NAME_FILE` names a file that holds the value of `NAME`. */
const SETTINGS = {
  HOST: text.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(8080),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  TRUST_FORWARDED_HOST: z.enum(['true', 'false']).default('false'),
  ALLOWED_ORIGINS: list()
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://app.example.org')
    .default([]),
  METRICS_TOKEN: secretText.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL')
    .optional(),
  DATABASE_CONNECTIONS: integer(2, 200).default(10),
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
  CONTENT_CACHE_BYTES: integer(MEGABYTE, 16_384 * MEGABYTE).default(96 * MEGABYTE),
  FILE_LIMIT_BYTES: integer(1024, 2047 * MEGABYTE).default(20 * MEGABYTE),
  ARCHIVE_LIMIT_BYTES: integer(1024, 2047 * MEGABYTE).default(256 * MEGABYTE),
  BLOB_STORE: z.enum(['disk', 's3']).default('disk'),
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
  TRANSLATION_API_KEY: text
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, 'must not contain white space or non-ASCII characters')
    .optional(),
  TRANSLATION_MODEL: text.max(200).optional(),
  TRANSLATION_CONCURRENCY: integer(1, 64).default(4),
  TRANSLATION_REQUESTS_PER_MINUTE: integer(1, 100_000).optional(),
  TRANSFER_IDLE_MS: integer(100, 3_600_000).default(30_000),
  JOB_CONCURRENCY: integer(1, 100).default(3),
  ORGANIZATION_STORAGE_BYTES: integer(0, Number.MAX_SAFE_INTEGER).default(0),
  ORGANIZATIONS_PER_USER: integer(0, 1_000_000).default(20),
  CONNECTIONS_PER_ADDRESS: integer(0, 1_000_000).default(1_000),
  RATE_LIMIT_READ: requests.default(6_000),
  RATE_LIMIT_SEARCH: requests.default(600),
  RATE_LIMIT_WRITE: requests.default(1_200),
  RATE_LIMIT_HEAVY: requests.default(60),
  RATE_LIMIT_HEAVY_ORGANIZATION: requests.default(240),
  RATE_LIMIT_ANONYMOUS: requests.default(3_000),
  RATE_LIMIT_ANONYMOUS_SEARCH: requests.default(120),
  RENDERING_TIME_LIMIT_MS: integer(100, 60_000).default(2_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;

type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

/** What an S3-compatible storage cannot do without. */
const REQUIRED_FOR_S3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** What each engine cannot do without, and where it is unless told. */
const REQUIRED_BY_ENGINE: Readonly<Record<(typeof ENGINES)[number], readonly (keyof Settings)[]>> = {
  openai: ['TRANSLATION_MODEL'],
  deepl: ['TRANSLATION_API_KEY'],
  libretranslate: ['TRANSLATION_URL'],
  apertium: [],
  pseudo: [],
};
const defaultEngineUrl = (engine: (typeof ENGINES)[number], key: string | undefined): string | undefined => {
  if (engine === 'openai') return 'https://api.openai.com/v1';
  // Keys of DeepL's free plan say so.
  return engine === 'deepl' ? `https://api${key?.endsWith(':fx') ? '-free' : ''}.deepl.com` : undefined;
};

/** Where stored files go besides the disk. */
export interface S3Config {
  /** Undefined: Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

export interface Config {
  /** Time in milliseconds after which a document that is still being parsed or rendered is shown as plain text. */
  readonly renderingTimeLimitMs: number;
  readonly host: string;
  readonly port: number;
  /** Where people reach this instance; follows from host and port unless it is set. */
  readonly publicUrl: string | undefined;
  /** How many proxies of ours stand before us: whose `X-Forwarded-For` is believed. */
  readonly trustProxy: number;
  /** Whether those proxies say in `X-Forwarded-Host` which host was asked for. */
  readonly trustForwardedHost: boolean;
  /** Origins whose scripts may read pages and files. */
  readonly allowedOrigins: readonly string[];
  /** Opens `/metrics` from beyond this machine; unset: nothing does. */
  readonly metricsToken: string | undefined;
  readonly dataDir: string;
  /** Unset: the embedded server. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  readonly persistence: Settings['PERSISTENCE'];
  readonly adminToken: string | undefined;
  readonly secretKey: string | undefined;
  readonly allowPrivateNetworks: readonly string[];
  /** Name servers that are asked for proofs of hostnames; none: those of this machine. */
  readonly dnsServers: readonly string[];
  readonly gitProtocols: readonly ('http' | 'https' | 'file')[];
  readonly gitFileRoots: readonly string[];
  /** After how long a Git server that could not be reached is asked again, the first time. */
  readonly gitRetryMs: number;
  /** Who commits are by; by default whoever asks for them, and the instance. */
  readonly gitIdentity: {
    readonly author?: { readonly name: string; readonly email: string };
    readonly committer?: { readonly name: string; readonly email: string };
  };
  /** In bytes: bodies of requests, and one uploaded file. */
  readonly limits: {
    readonly body: number;
    readonly contentBody: number;
    readonly file: number;
    readonly archive: number;
  };
  /** Bytes for the bodies of all requests under way, and those that one caller may hold at least. */
  readonly bodyMemory: { readonly total: number; readonly perCaller: number };
  /** Unset: stored files are kept on the disk, or in memory where everything is. */
  readonly s3: S3Config | undefined;
  readonly contentCacheBytes: number;
  /** Unset: no mail is sent. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Unset: runs of translations fail, and say what to set. */
  readonly translation: EngineSettings | undefined;
  /** Milliseconds after which a download that is not taken, or an upload that is not given, ends. */
  readonly transferIdleMs: number;
  readonly jobConcurrency: number;
  /** Bytes of files that one organization may store; 0: no limit. */
  readonly organizationStorageBytes: number;
  /** Organizations that one user may administer when creating another; 0: no limit. */
  readonly organizationsPerUser: number;
  /** Connections that one network may have at a time; 0: no limit. */
  readonly connectionsPerAddress: number;
  /** Requests per minute, by whom they are counted for. */
  readonly requestLimits: RequestLimitTable;
  readonly logLevel: Settings['LOG_LEVEL'];
}

/** A setting is wrong; the message has a line for each. */
export class ConfigurationError extends Error {}

/** Reads the settings. Empty variables count as unset. @throws BadConfiguration with a line for each that is wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const name of Object.keys(SETTINGS)) {
    const file = env[`${name}_FILE`];
    if (file && env[name]) problems.push(`${name} and ${name}_FILE are both set; set only one`);
    else if (file) {
      try {
        values[name] = readFileSync(file, 'utf8').trim();
      } catch (error) {
        problems.push(`${name}_FILE: ${(error as Error).message}`);
      }
    } else if (env[name]) values[name] = env[name];
  }
  const result = z.object(SETTINGS).safeParse(values);
  if (values['BLOB_STORE'] === 's3')
    for (const name of REQUIRED_FOR_S3)
      if (values[name] === undefined) problems.push(`${name}: is required with BLOB_STORE=s3`);
  if ((values['SMTP_URL'] === undefined) !== (values['SMTP_FROM'] === undefined))
    problems.push(
      `${values['SMTP_URL'] === undefined ? 'SMTP_URL' : 'SMTP_FROM'}: is required with the other of SMTP_URL and SMTP_FROM`,
    );
  const engine = ENGINES.find((one) => one === values['TRANSLATION_ENGINE']);
  if (engine !== undefined)
    for (const name of REQUIRED_BY_ENGINE[engine])
      if (values[name] === undefined) problems.push(`${name}: is required with TRANSLATION_ENGINE=${engine}`);
  const bodyMemory = result.data?.BODY_MEMORY_BYTES;
  if (bodyMemory !== undefined && bodyMemory < maxBodyBytes(result.data!)) {
    problems.push(`BODY_MEMORY_BYTES: must be at least ${maxBodyBytes(result.data!)}, twice the largest body`);
  }
  // The value is not repeated: it may be a secret.
  if (!result.success)
    for (const { path, message } of result.error.issues) problems.push(`${String(path[0])}: ${message}`);
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  const settings = result.data;
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: settings.TRUST_PROXY,
    trustForwardedHost: settings.TRUST_FORWARDED_HOST === 'true',
    allowedOrigins: settings.ALLOWED_ORIGINS,
    metricsToken: settings.METRICS_TOKEN,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
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
    contentCacheBytes: settings.CONTENT_CACHE_BYTES,
    smtp: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL, from: settings.SMTP_FROM! },
    translation:
      settings.TRANSLATION_ENGINE === undefined ? undefined : engineSettings(settings, settings.TRANSLATION_ENGINE),
    transferIdleMs: settings.TRANSFER_IDLE_MS,
    jobConcurrency: settings.JOB_CONCURRENCY,
    organizationStorageBytes: settings.ORGANIZATION_STORAGE_BYTES,
    organizationsPerUser: settings.ORGANIZATIONS_PER_USER,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    requestLimits: requestLimitTable(settings),
    renderingTimeLimitMs: settings.RENDERING_TIME_LIMIT_MS,
    logLevel: settings.LOG_LEVEL,
  };
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

/** A user may have several tokens: together they get twice what one of them gets. */
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

/** A compressed body of full size is held twice: as it was sent, and decompressed. */
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
    // Amazon wants the bucket in the host name; hardly anybody else has a name for every bucket.
    pathStyle:
      settings.S3_FORCE_PATH_STYLE === undefined
        ? settings.S3_ENDPOINT !== undefined
        : settings.S3_FORCE_PATH_STYLE === 'true',
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
