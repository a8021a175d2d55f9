import { checkResponse, type ResponseCheck } from '../../domain/translations/check-response.ts';
import { restoreTerms, type GlossaryMatcher, type TermSubstitution } from '../../domain/translations/glossary-terms.ts';
import { toMarkup } from '../../domain/translations/markup.ts';
import { memoryKey, type TranslationProfile } from '../../domain/translations/memory-key.ts';
import { countWords, plainText, tokensOf, type Segment } from '../../domain/translations/segment.ts';
import { NO_WORK, type TranslationWork } from '../../domain/translations/translation.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { Clock } from '../../ports/kernel/clock.ts';
import { TranslationEngineError, type TranslationEngine } from '../../ports/translations/translation-engine.ts';
import type { TranslationMemory } from '../../ports/translations/translation-memory.ts';

/** Options of the translation of texts in one run. */
export interface TranslatorOptions {
  readonly engine: TranslationEngine;
  readonly memory: TranslationMemory;
  readonly clock: Clock;
  readonly organizationId: OrganizationId;
  readonly profile: TranslationProfile;
  readonly terms: GlossaryMatcher;
}

/** A text to request from the engine. */
interface Question extends TermSubstitution {
  readonly key: string;
  readonly markup: string;
}

/** Share of unacceptable answers above which the engine counts as faulty. */
const MAX_REFUSED_SHARE = 0.5;
const MIN_JUDGED_ANSWERS = 20;
const NO_ANSWER = 'the engine gave no answer';

/** Translates segments with a translation memory; checks every answer before it is remembered. */
export class TextTranslator {
  #work: TranslationWork = NO_WORK;
  #answered = 0;
  #refused = 0;

  constructor(
    private readonly translating: TranslatorOptions,
    private readonly signal: AbortSignal,
  ) {}

  /** Counts of the work done so far. */
  get work(): TranslationWork {
    return this.#work;
  }

  /** Translates segments; a segment without a translation gets the reason. @throws TranslationEngineError */
  async translate(segments: readonly Segment[]): Promise<ReadonlyMap<Segment, ResponseCheck>> {
    const questions = this.#questions(segments);
    return answersBySegment(questions, await this.#answers(distinct(questions)));
  }

  /**
   * Requests unacceptable answers again; returns none if the engine would give the same answers. @throws
   * TranslationEngineError
   */
  async retry(segments: readonly Segment[], problem: string): Promise<ReadonlyMap<Segment, ResponseCheck>> {
    if (!this.translating.engine.followsInstructions) return new Map();
    const questions = this.#questions(segments);
    const answers = new Map<string, ResponseCheck>();
    const open = distinct(questions);
    await this.#ask(
      open,
      open.map(() => problem),
      ({ key }, checked) => answers.set(key, checked),
    );
    return answersBySegment(questions, answers);
  }

  #questions(segments: readonly Segment[]): ReadonlyMap<Segment, Question> {
    const { terms, profile: manner } = this.translating;
    return new Map(
      segments.map((segment): [Segment, Question] => {
        const found = terms.substitute(tokensOf(segment));
        const markup = toMarkup(found.tokens);
        return [segment, { ...found, key: memoryKey(manner, markup, found.terms), markup }];
      }),
    );
  }

  async #answers(questions: readonly Question[]): Promise<ReadonlyMap<string, ResponseCheck>> {
    const { memory, organizationId, clock, engine } = this.translating;
    const answers = new Map<string, ResponseCheck>();
    const known = await memory.find(
      organizationId,
      questions.map(({ key }) => key),
      clock.now(),
    );
    const open: Question[] = [];
    for (const question of questions) {
      const { key, tokens, markup } = question;
      const remembered = known.get(key);
      const checked = remembered === undefined ? undefined : checkResponse(tokens, remembered);
      // The text consists of glossary terms only.
      if (!/\p{L}/u.test(plainText(tokens))) answers.set(key, { tokens });
      else if (checked?.tokens !== undefined) {
        answers.set(key, checked);
        this.#add({ reused: 1 });
      } else if (markup.length > engine.maxCharacters)
        answers.set(key, { problem: 'the text is longer than the engine accepts' });
      else open.push(question);
    }
    const again: { readonly question: Question; readonly problem: string }[] = [];
    await this.#ask(open, undefined, (question, checked) => {
      answers.set(question.key, checked);
      if (checked.tokens !== undefined) return;
      if (engine.followsInstructions || checked.problem === NO_ANSWER)
        again.push({ question, problem: checked.problem });
      else this.#refused += 1;
    });
    await this.#ask(
      again.map(({ question }) => question),
      again.map(({ problem }) => problem),
      (question, checked) => {
        if (checked.tokens === undefined) this.#refused += 1;
        answers.set(question.key, checked);
      },
    );
    this.#answered += open.length;
    if (this.#answered >= MIN_JUDGED_ANSWERS && this.#refused > MAX_REFUSED_SHARE * this.#answered)
      throw new TranslationEngineError(
        'most answers of the engine are unusable because placeholders are missing or unexpected content appears',
        undefined,
      );
    return answers;
  }

  /** Requests texts in batches of the engine's size; remembers acceptable answers at once. */
  async #ask(
    questions: readonly Question[],
    previousProblems: readonly string[] | undefined,
    onResponse: (question: Question, checked: ResponseCheck) => void,
  ): Promise<void> {
    const { engine } = this.translating;
    const batches = splitIntoBatches(
      questions,
      previousProblems === undefined ? engine.maxTexts : 1,
      engine.maxCharacters,
    );
    const next = batches.entries();
    const work = async (): Promise<void> => {
      for (const [, batch] of next)
        await this.#askBatch(
          batch,
          previousProblems && batch.map((question) => previousProblems[questions.indexOf(question)]!),
          onResponse,
        );
    };
    await Promise.all(Array.from({ length: Math.min(engine.concurrency, batches.length) }, work));
  }

  async #askBatch(
    batch: readonly Question[],
    previousProblems: readonly string[] | undefined,
    onResponse: (question: Question, checked: ResponseCheck) => void,
  ): Promise<void> {
    const { engine, memory, organizationId, clock, profile: manner } = this.translating;
    this.signal.throwIfAborted();
    const order = {
      from: manner.from,
      to: manner.to,
      texts: batch.map(({ markup }) => markup),
      instructions: manner.instructions,
      terms: batch.map(({ terms }) => terms),
      ...(previousProblems && { previousProblems }),
    };
    const { texts, characters, requests } = await engine.translate(order, this.signal);
    const sound = new Map<string, string>();
    batch.forEach((question, i) => {
      const text = texts[i];
      const checked = text === undefined ? { problem: NO_ANSWER } : checkResponse(question.tokens, text);
      if (checked.tokens !== undefined) sound.set(question.key, toMarkup(checked.tokens));
      onResponse(question, checked);
    });
    const words = previousProblems === undefined ? batch.reduce((sum, { tokens }) => sum + countWords(tokens), 0) : 0;
    this.#add({ segments: sound.size, words, characters, requests });
    await memory.store(organizationId, sound, clock.now());
  }

  #add(more: Partial<TranslationWork>): void {
    this.#work = {
      ...this.#work,
      ...Object.fromEntries(
        Object.entries(more).map(([name, value]) => [name, this.#work[name as keyof TranslationWork] + value]),
      ),
    };
  }
}

/** Removes duplicates: equal texts are requested once. */
const distinct = (questions: ReadonlyMap<Segment, Question>): readonly Question[] => [
  ...new Map([...questions.values()].map((question) => [question.key, question])).values(),
];

const answersBySegment = (
  questions: ReadonlyMap<Segment, Question>,
  answers: ReadonlyMap<string, ResponseCheck>,
): ReadonlyMap<Segment, ResponseCheck> =>
  new Map(
    [...questions].map(([segment, { key, terms }]): [Segment, ResponseCheck] => {
      const answer = answers.get(key)!;
      return [segment, answer.tokens === undefined ? answer : { tokens: restoreTerms(answer.tokens, terms) }];
    }),
  );

function splitIntoBatches(questions: readonly Question[], mostTexts: number, mostCharacters: number): Question[][] {
  const batches: Question[][] = [];
  let room = 0;
  for (const question of questions) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < mostTexts && question.markup.length <= room) {
      last.push(question);
      room -= question.markup.length;
    } else {
      batches.push([question]);
      room = mostCharacters - question.markup.length;
    }
  }
  return batches;
}
