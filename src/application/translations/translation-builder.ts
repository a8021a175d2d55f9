import { canonicalJson } from '../../domain/content/objects/json.ts';
import { digestOf } from '../../domain/content/objects/hash.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import type { ContentObject } from '../../domain/content/objects/content-object.ts';
import { all } from '../../domain/content/objects/object-query.ts';
import type { Revision } from '../../domain/content/revision.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { contentEdited, type Space } from '../../domain/spaces.ts';
import type { TermTranslations } from '../../domain/translations/glossary-entry.ts';
import { GlossaryMatcher } from '../../domain/translations/glossary-terms.ts';
import type { ReviewedText } from '../../domain/translations/page-review.ts';
import {
  NO_WORK,
  type RunResult,
  type Translation,
  type TranslationState,
  type TranslationWork,
} from '../../domain/translations/translation.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { TranslationEngine } from '../../ports/translations/translation-engine.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { read } from '../content/reading.ts';
import { putObjects } from '../content/put-objects.ts';
import type { JobContext } from '../kernel/job.ts';
import { advancePrimary } from '../content/store-edit.ts';
import { narrowCopy } from '../spaces/copied-access.ts';
import { instructionsText } from './instructions.ts';
import { MachineTranslator, type MachineTranslation } from './machine-translator.ts';
import { mergeEdits, type MergedEdits } from './merge-edits.ts';
import { PageTranslator } from './page-translator.ts';
import { loadReviews, storeReviews, type Reviews } from './reviews.ts';
import { createResultSpace, type ResultLocation } from './result-space.ts';
import { TextTranslator } from './text-translator.ts';
import { HOUR_MS } from '../../domain/kernel/time.ts';

/** A run failed for a reason that its initiator can understand. */
export class TranslationRunFailed extends DomainError {
  readonly category = 'invalid';
}

/** Runs a task if the run is still the current one of the translation; undefined otherwise. */
type WithCurrentRun = <T>(task: (translation: Translation, work: Work) => Promise<T>) => Promise<T | undefined>;
type Complete = (translation: Translation, work: Work, result: RunResult) => Promise<void>;

/** State of the result: its primary content, and the last machine translation. */
interface ResultState {
  readonly spaceId: SpaceId;
  readonly head: Head;
  readonly machine: Head;
  readonly machineBranch: Id;
}
interface RunStart {
  readonly source: Head;
  /** State of the result; undefined before the first run or after its deletion. */
  readonly result: ResultState | undefined;
}

/** Optimistic attempts before the result is built under the lock of its head. */
const MAX_OPTIMISTIC_TRIES = 3;
/**
 * Maximum duration of a run, in milliseconds: its objects are unreferenced until its end and would be collected after a
 * day.
 */
const MAX_RUN_MS = 12 * HOUR_MS;
const BATCH_SIZE = 1_000;
/** Version of the splitting of documents; a new version builds all documents anew from the translation memory. */
const FORMAT_VERSION = 3;

/** Outcome of a run that is to be stored. */
interface TranslatedRun {
  readonly result: ResultState | undefined;
  readonly contents: Contents;
  readonly machine: MachineTranslation;
  /** Undefined unless there is a result already. */
  readonly merged: Merged | undefined;
  readonly reviews: Reviews;
  /** Leaves the result alone if it was edited in the meantime. */
  readonly isPatient: boolean;
}

/** One run of a translation: reads, translates and stores immutable objects, then updates the result. */
export class TranslationBuilder {
  #texts: TextTranslator | undefined;
  #pages = 0;
  #made: ContentObject[] = [];

  constructor(
    private readonly context: JobContext<'translations' | 'clock' | 'content' | 'segments' | 'ids'>,
    private readonly state: TranslationState,
    private readonly engine: TranslationEngine,
    private readonly during: WithCurrentRun,
  ) {}

  /** Counts of the work done so far. */
  get work(): TranslationWork {
    return { ...(this.#texts?.work ?? NO_WORK), pages: this.#pages };
  }

  /** Runs the translation. @param complete ends the run, in the unit of work that updates the result */
  async run(complete: Complete): Promise<void> {
    const { context, state } = this;
    const beginning = await this.during((_, work) => this.#begin(work));
    if (beginning === undefined) return;
    const { source, result } = beginning;
    const entries = await this.#entries();
    const instructions = this.engine.followsInstructions ? instructionsText(state.instructions) : '';
    const manner = { from: state.sourceLanguage, to: state.language, engine: this.engine.name, instructions };
    const mannerDigest = digestOf(
      canonicalJson([
        FORMAT_VERSION,
        manner,
        entries
          .filter((entry) => entry[manner.from] !== undefined && entry[manner.to] !== undefined)
          .map((entry) => [entry[manner.from], entry[manner.to]]),
      ]),
    );
    this.#texts = new TextTranslator(
      {
        engine: this.engine,
        memory: context.translations.memory,
        clock: context.clock,
        organizationId: state.organizationId,
        profile: manner,
        terms: new GlossaryMatcher(entries, manner.from, manner.to),
      },
      context.signal,
    );

    const reviews = await loadReviews(context, state.id);
    const contents = await this.#contents(source, result);
    const isSameManner = state.translatedFrom?.manner === mannerDigest;
    const machine = await this.#machine(contents, reviews, isSameManner);
    this.#pages = machine.pages;
    for (let attempt = 1; ; attempt++) {
      context.signal.throwIfAborted();
      const merged =
        result === undefined ? undefined : await this.#merge(contents, machine, await this.#headOf(result), reviews);
      const outcome = await this.during(async (translation, work) => {
        const placed = await this.#storeResult(work, {
          result,
          contents,
          machine,
          merged,
          reviews,
          isPatient: attempt < MAX_OPTIMISTIC_TRIES,
        });
        if (placed === 'moved') return placed;
        await complete(translation, work, {
          ...placed,
          from: { revision: source.revisionId, manner: mannerDigest },
          work: this.work,
        });
        return 'done';
      });
      if (outcome !== 'moved') return;
    }
  }

  async #begin(work: Work): Promise<RunStart> {
    const { state, context } = this;
    const { organizationId, spaceId, resultSpaceId, machineBranch, translatedFrom } = state;
    await this.#requireSource(work);
    const [source] = await work.branches.lock(spaceId, spaceId);
    const there =
      resultSpaceId === null
        ? undefined
        : await work.spaces.find({ id: resultSpaceId, organizationId, deletedAt: null });
    const before =
      translatedFrom === null ? undefined : await context.read.revisions.find(spaceId, translatedFrom.revision);
    if (there === undefined || before === undefined || machineBranch === null)
      return { source: source!, result: undefined };
    const [head, machine] = await work.branches.lock(there.id, there.id, machineBranch);
    return { source: source!, result: { spaceId: there.id, head: head!, machine: machine!, machineBranch } };
  }

  async #requireSource(work: Work): Promise<void> {
    const { spaceId, organizationId } = this.state;
    if ((await work.spaces.find({ id: spaceId, organizationId, deletedAt: null })) === undefined)
      throw new TranslationRunFailed('the source space was deleted or transferred to another organization');
  }

  async #headOf({ spaceId }: ResultState): Promise<Head> {
    const head = await this.during(async (_, work) => (await work.branches.lock(spaceId, spaceId))[0]!);
    if (head === undefined) throw new TranslationRunFailed('the run was superseded by another run');
    return head;
  }

  async #entries(): Promise<readonly TermTranslations[]> {
    const entries: TermTranslations[] = [];
    for (let after: Id | undefined; ;) {
      const { items, next } = await this.context.read.glossaryEntries.list(
        { organizationId: this.state.organizationId },
        { limit: BATCH_SIZE, after },
      );
      for (const entry of items) entries.push(entry.snapshot().translations);
      if (next === undefined) return entries;
      after = next;
    }
  }

  async #contents(source: Head, result: ResultState | undefined): Promise<Contents> {
    const { content, read: reads } = this.context;
    if (result === undefined) return { source: await read(content, readContent(source.content)), last: undefined };
    const before = await reads.revisions.find(this.state.spaceId, this.state.translatedFrom!.revision);
    const [now, sourceBefore, machine] = await read(
      content,
      all([readContent(source.content), readContent(before!.content), readContent(result.machine.content)]),
    );
    return { source: now!, last: { source: sourceBefore!, machine: machine! } };
  }

  async #machine({ source, last }: Contents, reviews: Reviews, isSameManner: boolean): Promise<MachineTranslation> {
    const { context } = this;
    const pages = new PageTranslator(context, this.state.organizationId, this.#texts!, (made) => this.#made.push(made));
    const flush = async (objects: readonly ContentObject[] = []): Promise<void> => {
      await putObjects(context.content, [...this.#made.splice(0), ...objects]);
    };
    const retry = new Set(
      [...reviews].flatMap(([id, { texts }]) => (texts.some(({ state }) => state === 'untranslated') ? [id] : [])),
    );
    return new MachineTranslator(context.content, pages, flush, () => this.#requireCurrent()).translate({
      source,
      ...(last !== undefined && { last }),
      hasSameProfile: isSameManner,
      retry,
    });
  }

  /** Requires that the run is still current and within its time limit. @throws TranslationRunFailed */
  async #requireCurrent(): Promise<void> {
    const { context } = this;
    context.signal.throwIfAborted();
    if (Date.parse(context.clock.now()) - Date.parse(context.now) > MAX_RUN_MS)
      throw new TranslationRunFailed(
        'the run took longer than 12 hours; finished texts are kept: run the translation again to continue',
      );
    const sourceExists = await this.during((_, work) => this.#requireSource(work).then(() => true));
    if (sourceExists !== true) throw new TranslationRunFailed('the translation has been deleted');
  }

  async #merge({ source, last }: Contents, machine: MachineTranslation, head: Head, reviews: Reviews): Promise<Merged> {
    const { context } = this;
    const ours = await read(context.content, readContent(head.content));
    const known = new Map([...reviews].map(([id, { texts }]): [Id, readonly ReviewedText[]] => [id, texts]));
    const { content, segments, now } = context;
    const means = { content, segments, now, organizationId: this.state.organizationId };
    const merged = await mergeEdits(
      means,
      { sourceBefore: last!.source, machineBefore: last!.machine, ours, source, machine: machine.content },
      known,
    );
    await putObjects(context.content, merged.objects);
    return { ...merged, head };
  }

  /** Updates or creates the result, and stores the texts to review. */
  async #storeResult(
    work: Work,
    { result, contents, machine, merged, reviews, isPatient }: TranslatedRun,
  ): Promise<ResultLocation | 'moved'> {
    const { context, state } = this;
    if (result === undefined || merged === undefined) {
      await this.#requireSource(work);
      const made = await createResultSpace(context, work, state, machine, await this.#author());
      await storeReviews(work, state, reviews, machine.untranslated, new Map());
      return made;
    }
    const { spaceId, machineBranch } = result;
    const there = await work.spaces.find({ id: spaceId, organizationId: state.organizationId, deletedAt: null });
    if (there === undefined)
      throw new TranslationRunFailed(
        'the target space was deleted or transferred to another organization; run the translation again to create a new target space',
      );
    await this.#narrowDefaultLevel(work, there);
    const [head, last] = await work.branches.lock(spaceId, spaceId, machineBranch);
    if (last!.revisionId !== result.machine.revisionId)
      throw new TranslationRunFailed('the run was superseded by another run');
    let taken = merged;
    if (head!.revisionId !== merged.head.revisionId) {
      if (isPatient) return 'moved';
      taken = await this.#merge(contents, machine, head!, reviews);
    }
    if (machine.hash !== last!.content)
      await work.branches.advance({
        branchId: machineBranch,
        from: last!.revisionId,
        revision: await this.#revision(spaceId, last!.revisionId, machine.hash),
        objects: [],
      });
    await storeReviews(work, state, reviews, machine.untranslated, taken.userTexts);
    if (taken.hash === head!.content) return { spaceId, revision: head!.revisionId, machineBranch };
    const revision = await this.#revision(spaceId, head!.revisionId, taken.hash);
    work.events.record(contentEdited(revision));
    await advancePrimary({ work, content: context.content }, head!, revision);
    return { spaceId, revision: revision.id, machineBranch };
  }

  /** Narrows the default level of the result to that of the source before new texts are published. */
  async #narrowDefaultLevel(work: Work, result: Space): Promise<void> {
    const { spaceId, organizationId } = this.state;
    const source = await work.spaces.find({ id: spaceId, organizationId, deletedAt: null });
    if (source !== undefined) await narrowCopy(work, source, result, this.context.clock.now());
  }

  async #revision(spaceId: SpaceId, parent: Id, content: Revision['content']): Promise<Revision> {
    const { ids, clock } = this.context;
    return {
      id: ids.next(),
      spaceId,
      parents: [parent],
      content,
      type: 'edits',
      createdAt: clock.now(),
      createdBy: await this.#author(),
    };
  }

  /** Returns the initiator of the run; null if the user no longer exists. */
  async #author(): Promise<Id | null> {
    return (await this.context.read.users.find({ id: this.state.run!.actorId }))?.id ?? null;
  }
}

interface Contents {
  readonly source: Content;
  readonly last: { readonly source: Content; readonly machine: Content } | undefined;
}
interface Merged extends MergedEdits {
  readonly head: Head;
}
