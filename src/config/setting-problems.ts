import { ENGINES } from '../adapters/engines/create-engine.ts';
import { maxBodyBytes, type Settings } from './settings.ts';

/** Values of settings as written, by name. */
export type SettingTexts = Readonly<Record<string, string>>;

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

/** Lists settings that are missing although another one requires them, one line for each. */
export const missingSettings = (values: SettingTexts): readonly string[] => [
  ...(values['BLOB_STORE'] === 's3' ? missing(values, REQUIRED_FOR_S3, 'BLOB_STORE=s3') : []),
  ...mailProblems(values),
  ...backupProblems(values),
  ...engineProblems(values),
  ...(values['ASK_API_KEY'] === undefined ? [] : missing(values, ['ASK_MODEL'], 'ASK_API_KEY')),
];

/** Lists settings that contradict each other, one line for each; `values` tells which ones are set. */
export function contradictions(settings: Settings, values: SettingTexts): readonly string[] {
  const isEmbedded = values['DATABASE_URL'] === undefined;
  const isSplit = settings.QUIRE_ROLE !== 'all';
  const { PORT: port, METRICS_PORT: metricsPort, BODY_MEMORY_BYTES: bodyMemory } = settings;
  const checks: readonly (readonly [isProblem: boolean, message: string])[] = [
    [metricsPort !== undefined && metricsPort !== 0 && metricsPort === port, 'METRICS_PORT: must differ from PORT'],
    [
      isEmbedded && settings.DATABASE_READ_URL !== undefined,
      'DATABASE_READ_URL: requires DATABASE_URL, because the embedded database has no standby',
    ],
    [
      isEmbedded && isSplit,
      'QUIRE_ROLE: requires DATABASE_URL, because no other process reaches the embedded database',
    ],
    [isSplit && settings.PERSISTENCE === 'memory', 'QUIRE_ROLE: must be all with PERSISTENCE=memory'],
    [
      bodyMemory !== undefined && bodyMemory < maxBodyBytes(settings),
      `BODY_MEMORY_BYTES: must be at least ${maxBodyBytes(settings)}, twice the largest body`,
    ],
  ];
  return checks.filter(([isProblem]) => isProblem).map(([, message]) => message);
}

const missing = (values: SettingTexts, names: readonly string[], by: string): readonly string[] =>
  names.filter((name) => values[name] === undefined).map((name) => `${name}: is required with ${by}`);

function mailProblems({ SMTP_URL: url, SMTP_FROM: from }: SettingTexts): readonly string[] {
  if ((url === undefined) === (from === undefined)) return [];
  return [url === undefined ? 'SMTP_URL: is required with SMTP_FROM' : 'SMTP_FROM: is required with SMTP_URL'];
}

function engineProblems(values: SettingTexts): readonly string[] {
  const engine = ENGINES.find((one) => one === values['TRANSLATION_ENGINE']);
  return engine === undefined ? [] : missing(values, REQUIRED_BY_ENGINE[engine], `TRANSLATION_ENGINE=${engine}`);
}

/** Lists settings that scheduled backups lack, or cannot be combined with. */
function backupProblems(values: SettingTexts): readonly string[] {
  const { BACKUP_CRON: cron, BACKUP_TO: place, PERSISTENCE: persistence } = values;
  if (cron === undefined) return place === undefined ? [] : ['BACKUP_CRON: is required with BACKUP_TO'];
  if (place === undefined) return ['BACKUP_TO: is required with BACKUP_CRON'];
  if (persistence === 'memory') return ['BACKUP_CRON: cannot be used with PERSISTENCE=memory, which stores nothing'];
  if (!place.startsWith('s3://')) return [];
  const keys = REQUIRED_FOR_S3.filter((name) => name !== 'S3_BUCKET');
  return missing(values, keys, 'BACKUP_TO=s3://…');
}
