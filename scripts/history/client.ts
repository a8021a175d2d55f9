import type { ChangeInput } from '../../src/application/content/content-inputs.ts';
import type { Answer } from '../../test/support/world.ts';
import type { Operation, Recorder } from './operation.ts';
import { Random } from './random.ts';
import type { ClientTarget } from './server.ts';

/** State shared by all clients of a run. */
export interface SharedState {
  readonly target: ClientTarget;
  readonly recorder: Recorder;
  readonly spaceId: string;
  /** Change requests that several clients edit; each slot is filled again when its change request is merged. */
  readonly shared: (string | undefined)[];
  over(): boolean;
}

type Kind = Operation['kind'];
interface RequestOptions {
  readonly branch?: string;
  readonly body?: object;
  readonly ifMatch?: string;
  readonly changes?: readonly ChangeInput[];
}

/** A compressed response may end early without an error; an uncompressed one has a length. */
const PLAIN = { 'accept-encoding': 'identity' };

const MANY_PAGES = 24;
const MANY_PARAGRAPHS = 8;
const SLUGS = 12;

/**
 * Client that edits, updates, merges and reads without pauses, in its own change request, in shared ones, and sometimes
 * without one.
 */
export class Client {
  readonly #random: Random;
  #words = 0;
  #own: string | undefined;

  constructor(
    private readonly number: number,
    private readonly workshop: SharedState,
    seed: number,
  ) {
    this.#random = new Random(seed);
  }

  async work(): Promise<void> {
    while (!this.workshop.over()) await this.#turn();
  }

  async #turn(): Promise<void> {
    const { shared, spaceId } = this.workshop;
    if (this.#random.chance(0.05)) return this.#edit(spaceId);
    const place = this.#random.chance(0.4) ? this.#random.below(shared.length) : undefined;
    const branch = place === undefined ? (this.#own ??= await this.#open()) : (shared[place] ??= await this.#open());
    if (branch === undefined) return;
    const what = this.#random.next();
    if (what < 0.6) await this.#edit(branch);
    else if (what < 0.7) await this.#update(branch);
    else if (what < 0.8) await this.#read(this.#random.chance(0.5) ? branch : spaceId);
    else if (await this.#merge(branch)) {
      if (place === undefined) this.#own = undefined;
      else if (shared[place] === branch) shared[place] = undefined;
    }
  }

  async #open(): Promise<string | undefined> {
    const answer = await this.#ask('open', 'POST', '/change-requests', {});
    return answer?.status === 201 ? answer.body.id : undefined;
  }

  /** Path below the space; empty for its own content. */
  #at(branch: string): string {
    return branch === this.workshop.spaceId ? '' : `/change-requests/${branch}`;
  }

  /**
   * Creates the initial content: some pages, merged.
   *
   * @throws Error when that fails
   */
  async prepare(): Promise<void> {
    const branch = await this.#open();
    for (let i = 0; i < 8; i++) await this.#send(branch!, [this.#insertion([])]);
    if (!(await this.#merge(branch!))) throw new Error('the first change request could not be merged');
  }

  async #edit(branch: string): Promise<void> {
    const revision = this.#random.chance(0.5) ? await this.#read(branch) : undefined;
    const pages = await this.#pages(branch);
    if (pages === undefined) return;
    const page = this.#random.one(pages);
    const what = this.#random.next();
    if (page === undefined || (pages.length < MANY_PAGES && what < 0.15))
      return this.#send(branch, [this.#insertion(pages)], { revision });
    if (what < 0.25)
      return this.#send(
        branch,
        [
          {
            operation: 'update_page',
            page,
            into: this.#random.chance(0.3) ? null : this.#random.one(pages)!,
            at: this.#random.below(4),
          },
        ],
        { revision },
      );
    if (what < 0.32)
      return this.#send(branch, [{ operation: 'update_page', page, title: `Title ${this.#word()}` }], { revision });
    if (what < 0.36)
      return this.#send(branch, [{ operation: 'update_page', page, slug: `s${this.#random.below(SLUGS)}` }], {
        revision,
      });
    if (what < 0.36 + (pages.length < MANY_PAGES / 2 ? 0.02 : 0.12))
      return this.#send(branch, [{ operation: 'delete_page', page }], { revision });
    const text = await this.#text(branch, page);
    if (text === undefined) return;
    const next = this.#rewritten(text);
    const changes: ChangeInput[] = [{ operation: 'update_page', page, document: { markdown: next } }];
    if (this.#random.chance(0.15) && pages.length < MANY_PAGES) changes.push(this.#insertion(pages));
    await this.#send(branch, changes, { revision });
  }

  #insertion(pages: readonly string[]): ChangeInput {
    const into = this.#random.chance(0.5) ? (this.#random.one(pages) ?? null) : null;
    const slug = this.#random.chance(0.3) ? { slug: `s${this.#random.below(SLUGS)}` } : {};
    return {
      operation: 'insert_page',
      title: `Page ${this.#word()}`,
      ...slug,
      into,
      at: this.#random.below(5),
      document: { markdown: `first ${this.#word()}\n\nsecond ${this.#word()}\n\nthird ${this.#word()}\n` },
    };
  }

  /** Adds or replaces a paragraph, and removes the oldest ones when there are many. */
  #rewritten(text: string): string {
    const paragraphs = text.trimEnd().split(/\n\n+/);
    if (paragraphs.length > MANY_PARAGRAPHS) paragraphs.splice(0, 3);
    paragraphs.splice(
      this.#random.below(paragraphs.length + 1),
      this.#random.chance(0.4) ? 1 : 0,
      `said ${this.#word()}`,
    );
    return `${paragraphs.join('\n\n')}\n`;
  }

  async #update(branch: string): Promise<void> {
    const answer = await this.#ask('update', 'POST', `/change-requests/${branch}/update`, { branch });
    if (answer?.status === 200 && answer.body.result === 'conflicts')
      await this.#resolve(branch, answer.body.conflicts);
  }

  /** Resolves every page in conflict; documents keep both sides. */
  async #resolve(branch: string, conflicts: readonly any[]): Promise<void> {
    for (const page of new Set(conflicts.map((conflict) => conflict.page as string))) {
      const text = await this.#text(branch, page);
      if (text === undefined) continue;
      const markdown = text.replace(/^(?:[<>|]{7,} .*|={7,})\n/gm, '');
      const word = this.#word();
      await this.#send(branch, [
        {
          operation: 'update_page',
          page,
          title: `Title ${word}`,
          slug: `r${word}`,
          into: null,
          document: { markdown },
        },
      ]);
    }
  }

  /** Merges a change request; returns true if it is merged, now or before. */
  async #merge(branch: string): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const answer = await this.#ask('merge', 'POST', `/change-requests/${branch}/merge`, { branch });
      if (answer?.status === 200) return true;
      if (answer?.status !== 409) return false;
      if (answer.body.result !== 'conflicts') return true;
      await this.#update(branch);
    }
    return false;
  }

  async #send(
    branch: string,
    changes: readonly ChangeInput[],
    { revision }: { revision?: string } = {},
  ): Promise<void> {
    await this.#ask('edit', 'POST', `${this.#at(branch)}/content`, {
      branch,
      body: { changes },
      changes,
      ...(revision !== undefined && { ifMatch: revision }),
    });
  }

  /** Reads the head revision of a branch. */
  async #read(branch: string): Promise<string | undefined> {
    const answer = await this.#ask('read', 'GET', this.#at(branch), { branch });
    return answer?.body.revision;
  }
  async #pages(branch: string): Promise<string[] | undefined> {
    const answer = await this.#look(`${this.#at(branch)}/content/pages`);
    const ids = (pages: readonly any[]): string[] => pages.flatMap(({ id, pages: below }) => [id, ...ids(below)]);
    return answer && ids(answer.body.pages);
  }
  async #text(branch: string, page: string): Promise<string | undefined> {
    return (await this.#look(`${this.#at(branch)}/content/page/${page}?format=markdown`))?.body.markdown;
  }

  /** Reads data that is only needed to continue. */
  async #look(path: string): Promise<Answer | undefined> {
    const answer = await this.#ask('read', 'GET', path, {});
    return answer?.status === 200 ? answer : undefined;
  }

  /** Sends a request and records it with its response; undefined when the connection was lost. */
  async #ask(kind: Kind, method: string, path: string, { body, ...of }: RequestOptions): Promise<Answer | undefined> {
    const { target, recorder, spaceId } = this.workshop;
    const api = await target.api();
    const { deaths } = target;
    const started = recorder.tick();
    const answer = await api(method, `/v1/spaces/${spaceId}${path}`, body, {
      ...PLAIN,
      ...(of.ifMatch !== undefined && { 'if-match': `"${of.ifMatch}"` }),
    }).catch(() => undefined);
    const outcome = this.#outcome(answer?.status, deaths < target.deaths);
    const revision = outcome === 'done' ? answer!.body.revision : undefined;
    // A read that is not recorded says nothing about a branch.
    if (kind !== 'read' || of.branch !== undefined || outcome === 'failed') {
      const branch = kind === 'open' && outcome === 'done' ? answer!.body.id : of.branch;
      const conflicts =
        kind === 'update' && outcome === 'done' ? { conflicts: answer!.body.conflicts?.length ?? 0 } : {};
      recorder.keep({
        client: this.number,
        kind,
        ...of,
        branch,
        outcome,
        status: answer?.status,
        started,
        ended: recorder.tick(),
        ...(revision !== undefined && { revision }),
        ...conflicts,
      });
    }
    return outcome === 'done' || outcome === 'refused' ? answer : undefined;
  }

  /** A dying server, or one whose database is dying, may still report an error; the outcome is in doubt then. */
  #outcome(status: number | undefined, dying: boolean): Operation['outcome'] {
    if (status === undefined) return 'in doubt';
    if (status < 300) return 'done';
    if (status < 500) return 'refused';
    if (status === 503 && this.workshop.target.isRepeated === true) return 'in doubt';
    return dying ? 'in doubt' : 'failed';
  }

  #word(): string {
    return `w${this.number}c${(this.#words += 1)}`;
  }
}
