import { Invalid } from '../../../domain/kernel/errors.ts';
import { conditionEvaluator } from '../../../domain/sites/audience/visitor.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { SiteRenderer } from '../../../ports/sites/site-renderer.ts';
import type { AnswerDesk } from '../../ask/answer-desk.ts';
import { findSources, type AnswerSource, type ReadableSpace, type SourceSearch } from '../../ask/answer-sources.ts';
import { LiveAnswer } from '../../ask/live-answer.ts';
import { listedTexts } from '../../ask/readable-spaces.ts';
import { ANSWERS_PATH } from './answers-path.ts';
import type { ReaderAnswerState } from './reader-answer.ts';
import type { ReaderEvents } from './reader-events.ts';
import { hitOf, originOf, type ReaderSearchPages, type SearchPageQuery } from './reader-search-pages.ts';
import { customizationOf } from './site-appearances.ts';
import type { SiteMap } from './site-map.ts';
import type { SiteResponse } from './site-response.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Number of spaces that one search looks into for the best pages. */
const MAX_SPACES = 6;

/** Question that a reader asks on a page of a site. */
export interface PageQuestion extends Pick<SearchPageQuery, 'from' | 'scope'> {
  readonly question: string;
  /** Questions that the reader asked before. */
  readonly previousQuestions: readonly string[];
  /** Key of the reader's network, which has few questions answered at the same time. */
  readonly network: string;
}

interface ReaderSpace extends ReadableSpace {
  readonly context: SiteSpaceContext;
}

/** Answers questions of readers from what they may read, on sites whose customization has an AI mode. */
export class ReaderQuestions {
  constructor(
    private readonly desk: AnswerDesk,
    private readonly store: Pick<ContentStore, 'get'>,
    private readonly search: Pick<ReaderSearchPages, 'spacesIn' | 'searchIn'>,
    private readonly renderer: Pick<SiteRenderer, 'renderFragment'>,
    private readonly events: Pick<ReaderEvents, 'of'>,
  ) {}

  /**
   * Prepares the answer to a question; undefined on a site that answers none.
   * @throws Invalid for a question without words
   */
  async ask(map: SiteMap, input: PageQuestion): Promise<SiteResponse | undefined> {
    const origin = originOf(map, input.from);
    const ai = customizationOf(map, origin)?.ai;
    if (ai === undefined || ai.mode === 'none' || !this.desk.hasEngine) return undefined;
    const question = input.question.trim();
    if (question === '') throw Invalid.field('question', 'must not be empty');
    const spaces = await this.search.spacesIn(map, origin, input.scope);
    const sources = await findSources(this.#sources(map, spaces), question, this.desk.options.contextLength);
    const answer = new LiveAnswer({
      desk: this.desk,
      engine: this.desk.requireEngine(),
      caller: input.network,
      question: { question, previousQuestions: input.previousQuestions },
      guidance: ai.instructions,
      sources,
    });
    return {
      kind: 'answer',
      answer: { open: (signal) => this.#shown(map, answer.open(signal)) },
      event: this.events.of(
        'ask_question',
        { map, variant: origin, path: map.address.basePath + ANSWERS_PATH },
        { query: question },
      ),
    };
  }

  #sources(map: SiteMap, spaces: readonly SiteSpaceContext[]): SourceSearch<ReaderSpace> {
    const shows = conditionEvaluator(map.visitor);
    const byId = new Map(
      spaces.map((context) => {
        const { variant, linked, expanded } = context;
        const listed = { content: variant.content, outline: linked.outline, expanded };
        const space: ReaderSpace = { context, texts: (ids) => listedTexts(this.store, listed, shows, ids) };
        return [variant.siteSpace.spaceId, space] as const;
      }),
    );
    return {
      find: async (text) => (await this.search.searchIn(map, spaces, text, { limit: MAX_SPACES })).items,
      spaces: async (ids) => new Map([...byId].filter(([id]) => ids.includes(id))),
    };
  }

  async *#shown(
    { site: { organizationId } }: SiteMap,
    states: ReturnType<LiveAnswer<ReaderSpace>['open']>,
  ): AsyncGenerator<ReaderAnswerState> {
    for await (const { sources, markdown } of states) {
      const shown = sources.flatMap(linkOf);
      if (markdown === undefined) yield { sources: shown };
      else {
        const view = { page: { title: '', markdown }, resolveLink: () => ({ broken: true }) as const };
        yield { sources: shown, html: (await this.renderer.renderFragment(view, organizationId)).html };
      }
    }
  }
}

/** Returns the link to a source. */
function linkOf({ space: { context }, page }: AnswerSource<ReaderSpace>): ReaderAnswerState['sources'] {
  const entry = context.linked.outline.byId(page.id);
  return entry === undefined ? [] : [hitOf(entry, context.links, [], page.title, undefined)];
}
