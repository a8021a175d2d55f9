import type { Logger } from 'pino';
import { ChatAnswerEngine } from '../adapters/engines/chat-answer-engine.ts';
import { createEngine } from '../adapters/engines/create-engine.ts';
import { UndiciGuardedFetch } from '../adapters/fetch/undici-guarded-fetch.ts';
import { AnswerDesk } from '../application/ask/answer-desk.ts';
import type { Config } from '../config/config.ts';
import type { AnswerEngineError } from '../ports/ask.ts';
import type { TranslationEngine } from '../ports/translations/translation-engine.ts';

/**
 * Creates the configured translation engine, which may be at any address and follows no redirects; undefined if none is
 * configured.
 */
export function createTranslationEngine({ translation, allowPrivateNetworks }: Config): TranslationEngine | undefined {
  if (translation === undefined) return undefined;
  return createEngine(translation, engineFetch(allowPrivateNetworks, translation.url));
}

/** Creates the fetch for the engine at a URL, which the operator trusts at any address. */
const engineFetch = (allowPrivateNetworks: Config['allowPrivateNetworks'], url: string | undefined) =>
  new UndiciGuardedFetch({
    allowPrivateNetworks,
    trustedOrigins: url === undefined ? [] : [new URL(url).origin],
    userAgent: 'Quire',
  });

/** Creates the desk with the configured answer engine, whose failures are logged for the operator. */
export function createAnswerDesk({ ask, allowPrivateNetworks }: Config, log: Logger): AnswerDesk {
  const { model, url, key } = ask;
  const address = {
    web: engineFetch(allowPrivateNetworks, url),
    url,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  };
  const onFailure = ({ reason }: AnswerEngineError): void => log.warn({ reason }, 'the answer engine failed');
  return new AnswerDesk(model === undefined ? undefined : new ChatAnswerEngine(address, model, onFailure), ask);
}
