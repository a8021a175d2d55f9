import { spawn } from 'node:child_process';
import { isObject } from '../../domain/kernel/is-object.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import {
  TranslationEngineError,
  type EngineResponse,
  type EngineRequest,
  type TranslationEngine,
} from '../../ports/translations/translation-engine.ts';
import type { EngineAddress } from './engine-http.ts';
import { requestTranslation, countCharacters } from './translation-requests.ts';
import { markupToHtml, htmlToMarkup } from './html-markup.ts';

/** ISO 639-3 codes, in which Apertium names its language pairs. */
const CODES: Readonly<Record<TranslationLanguage, string>> = {
  en: 'eng',
  fr: 'fra',
  de: 'deu',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  ru: 'rus',
  ja: 'jpn',
  zh: 'zho',
  ko: 'kor',
  ar: 'ara',
  hi: 'hin',
  nl: 'nld',
  pl: 'pol',
  tr: 'tur',
  sv: 'swe',
  no: 'nob',
  da: 'dan',
  fi: 'fin',
  el: 'ell',
  cs: 'ces',
  hu: 'hun',
  ro: 'ron',
  th: 'tha',
  vi: 'vie',
  id: 'ind',
  ms: 'msa',
  he: 'heb',
  uk: 'ukr',
  sk: 'slk',
  bg: 'bul',
  hr: 'hbs',
  lt: 'lit',
  lv: 'lav',
  et: 'est',
  sl: 'slv',
};

/** Encodes texts as paragraphs of one HTML document. */
const textsToHtml = (texts: readonly string[]): string =>
  texts.map((text, i) => `<p id="s${i}">${markupToHtml(text)}</p>\n`).join('');
function htmlToTexts(page: string, count: number): (string | undefined)[] {
  const texts = new Array<string | undefined>(count).fill(undefined);
  for (const [, n, html] of page.matchAll(/<p id="s(\d{1,6})">([^]*?)<\/p>/g))
    if (Number(n) < count) texts[Number(n)] = htmlToMarkup(html!);
  return texts;
}

/** Translates an HTML document between two languages. */
type HtmlTranslator = (pair: Pick<EngineRequest, 'from' | 'to'>, html: string, signal: AbortSignal) => Promise<string>;

/** Translates with Apertium, a rule-based program, on this machine or behind an APy server. */
export class ApertiumEngine implements TranslationEngine {
  readonly name = 'apertium';
  readonly maxTexts = 200;
  readonly maxCharacters = 20_000;
  readonly followsInstructions = false;

  private constructor(
    private readonly translateHtml: HtmlTranslator,
    readonly concurrency: number,
  ) {}

  static program(concurrency: number, program = 'apertium'): ApertiumEngine {
    return new ApertiumEngine(async ({ from, to }, html, signal) => {
      // Older pairs are named by ISO 639-1.
      for (const pair of [`${CODES[from]}-${CODES[to]}`, `${from}-${to}`]) {
        const translation = await runProgram(program, pair, html, signal);
        if (translation !== undefined) return translation;
      }
      throw new TranslationEngineError(
        `apertium has no pair ${CODES[from]}-${CODES[to]} on this machine: install the pair, or choose another engine`,
        undefined,
      );
    }, concurrency);
  }
  static server(address: EngineAddress, concurrency: number): ApertiumEngine {
    return new ApertiumEngine(async ({ from, to }, html, signal) => {
      const answer = await requestTranslation(
        address,
        '/translate',
        new URLSearchParams({ langpair: `${CODES[from]}|${CODES[to]}`, format: 'html', markUnknown: 'no', q: html }),
        { from, to },
        signal,
      );
      const data = isObject(answer) ? answer['responseData'] : undefined;
      return isObject(data) && typeof data['translatedText'] === 'string' ? data['translatedText'] : '';
    }, concurrency);
  }

  async translate({ texts, from, to }: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    const page = await this.translateHtml({ from, to }, textsToHtml(texts), signal);
    return { texts: htmlToTexts(page, texts.length), characters: countCharacters(texts), requests: 1 };
  }
}

const TIMEOUT_MS = 120_000;
/** Exit code of a shell for a missing program. */
const NOT_FOUND = 127;
const MAX_OUTPUT = 4 * 1024 * 1024;

/** @returns undefined if the language pair is not installed */
function runProgram(program: string, pair: string, html: string, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // Runs in its own process group, because the script starts a pipeline of programs. The script opens its input by
    // name, which works for a pipe but not for a socket.
    const child = spawn('/bin/sh', ['-c', 'cat | "$0" -u -f html-noent "$1"', program, pair], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    const out: Buffer[] = [];
    let size = 0;
    let errors = '';
    const kill = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(kill, TIMEOUT_MS);
    signal.addEventListener('abort', kill, { once: true });
    const cleanUp = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      finish();
    };
    child.on('error', (cause) =>
      cleanUp(() => reject(new TranslationEngineError('the program apertium cannot be started', undefined, { cause }))),
    );
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) kill();
      else out.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(0, 2_000)));
    child.stdin.on('error', () => {}); // Ignores that the program ended before reading all input.
    child.on('close', (code) =>
      cleanUp(() => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (code === NOT_FOUND)
          reject(new TranslationEngineError('the program apertium is not installed', undefined));
        else if (/does not exist/.test(errors)) resolve(undefined);
        else if (code !== 0) reject(new TranslationEngineError('the program apertium failed', { afterMs: 0 }));
        else resolve(Buffer.concat(out).toString('utf8'));
      }),
    );
    child.stdin.end(html);
  });
}
