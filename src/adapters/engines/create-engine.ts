import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { TranslationEngine } from '../../ports/translations/translation-engine.ts';
import { ApertiumEngine } from './apertium-engine.ts';
import { DeepLEngine } from './deepl-engine.ts';
import { LibreTranslateEngine } from './libretranslate-engine.ts';
import { OpenAIEngine } from './openai-engine.ts';
import { PacedEngine } from './paced-engine.ts';
import { PseudoEngine } from './pseudo-engine.ts';

export const ENGINES = ['openai', 'deepl', 'libretranslate', 'apertium', 'pseudo'] as const;

/** Settings of the translation engine. */
export interface EngineSettings {
  readonly engine: (typeof ENGINES)[number];
  /** Base URL without a trailing slash. Unset for Apertium: the program on this machine. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
  readonly concurrency: number;
  readonly requestsPerMinute: number | undefined;
}

/** Creates the engine of validated settings, limited to the configured request rate. */
export function createEngine(settings: EngineSettings, web: GuardedFetch): TranslationEngine {
  return new PacedEngine(createUnpacedEngine(settings, web), { requestsPerMinute: settings.requestsPerMinute });
}

function createUnpacedEngine(
  { engine, url = '', key, model = '', concurrency }: EngineSettings,
  web: GuardedFetch,
): TranslationEngine {
  switch (engine) {
    case 'openai':
      return new OpenAIEngine(
        { web, url, ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }) },
        model,
        concurrency,
      );
    case 'deepl':
      return new DeepLEngine({ web, url, headers: { authorization: `DeepL-Auth-Key ${key}` } }, concurrency);
    case 'libretranslate':
      return new LibreTranslateEngine({ web, url }, key, concurrency);
    case 'apertium':
      return url === '' ? ApertiumEngine.program(concurrency) : ApertiumEngine.server({ web, url }, concurrency);
    case 'pseudo':
      return new PseudoEngine();
  }
}
