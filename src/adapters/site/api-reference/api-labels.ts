import en from './labels.en.json' with { type: 'json' };

/** Interface texts of API references. */
export type ApiLabels = Readonly<Record<keyof typeof en, string>>;

/** Names of the texts that the form for requests shows. */
export const BROWSER_TEXTS = [
  'tryIt',
  'server',
  'authorization',
  'noAuthorization',
  'together',
  'path',
  'query',
  'header',
  'body',
  'mediaType',
  'required',
  'send',
  'sending',
  'cancel',
  'close',
  'credentials',
  'privacy',
  'token',
  'username',
  'password',
  'response',
  'responseHeaders',
  'corsFailure',
  'mixedContent',
  'invalid',
  'invalidUrl',
  'milliseconds',
  'emptyBody',
  'binaryBody',
  'truncated',
] as const satisfies readonly (keyof ApiLabels)[];

/** Interface texts by language; each is a file that translators edit, in which missing texts are English. */
const MESSAGES: Readonly<Record<string, Partial<ApiLabels>>> = { en };

/** Returns the interface texts of a language, else those of the same language elsewhere, else the English ones. */
export function apiLabelsOf(language: string | undefined): ApiLabels {
  const tag = (language ?? 'en').toLowerCase();
  return { ...en, ...(MESSAGES[tag] ?? MESSAGES[tag.split('-')[0]!]) };
}

/** Puts values into the places of a text, such as `{name}`. */
export const fillLabel = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
