import { require, type WorkloadContext } from './workload.ts';

/** Spaces of which each is filled by so many pieces of work, so that none grows for as long as a run lasts. */
export class SpaceSeries {
  /** Texts that each space should have. */
  readonly expected = new Map<string, Set<string>>();
  #current: Promise<string> | undefined;
  #uses = 0;
  #spaces = 0;

  constructor(
    private readonly context: WorkloadContext,
    private readonly title: string,
    private readonly usesOfEach: number,
  ) {}

  /** Returns the space for the next piece of work. */
  next(): Promise<string> {
    if (this.#current === undefined || this.#uses++ >= this.usesOfEach) {
      this.#uses = 1;
      this.#current = createSpace(this.context, `${this.title} ${(this.#spaces += 1)}`);
    }
    return this.#current;
  }

  /** Records that something is in a space. */
  add(spaceId: string, what: string): void {
    this.expected.set(spaceId, (this.expected.get(spaceId) ?? new Set()).add(what));
  }
}

/** Creates a space whose primary content can be edited directly. */
export async function createSpace({ client, organizationId }: WorkloadContext, title: string): Promise<string> {
  const body = { title, editMode: 'live' };
  return require('a new space', await client.post(`/v1/orgs/${organizationId}/spaces`, body), 201).id;
}
