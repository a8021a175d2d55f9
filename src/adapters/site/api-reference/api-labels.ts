import { textsIn } from '../labels.ts';
import * as messages from './messages.ts';

/** Interface texts of API references. */
export type ApiLabels = Readonly<Record<keyof typeof messages.en, string>>;

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
  'addFile',
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

/** Returns the interface texts of API references in a language. */
export const apiLabelsOf = (language: string | undefined): ApiLabels => textsIn<ApiLabels>(language, messages);
