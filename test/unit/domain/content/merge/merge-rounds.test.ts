import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../../../src/domain/content/edits/changes.ts';
import type { Conflict } from '../../../../../src/domain/content/conflicts/conflict.ts';
import { EMPTY_CONTENT, type Content } from '../../../../../src/domain/content/content.ts';
import { openConflicts } from '../../../../../src/domain/content/content-reads.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import { plainOf } from '../../../../support/content/plain-merge.ts';
import { flaws } from '../../../../support/content/outline.ts';
import { playSpace, someKinds, spaceSteps, type SpaceStep } from '../../../../support/content/space-steps.ts';
import { bytes, Workbench } from '../../../../support/content/workbench.ts';
import { checkProperty } from '../../../../support/properties.ts';

interface ChangeRequest {
  base: Content;
  head: Content;
}

/** Simulates a space with three change requests that are each edited, updated, resolved and merged repeatedly. */
class Space {
  readonly bench = new Workbench();
  main: Content;
  readonly changeRequests: ChangeRequest[];

  constructor(start: readonly SpaceStep[]) {
    this.main = playSpace(this.bench, EMPTY_CONTENT, start, 'base');
    this.changeRequests = [0, 1, 2].map(() => ({ base: this.main, head: this.main }));
  }

  update(one: ChangeRequest): void {
    const before = one.head;
    const { content, conflicts } = this.bench.merge(one.base, this.main, one.head);
    expect(this.open(content)).to.deep.equal(conflicts);
    this.keepsWhatWasWritten(before, one.base, content);
    this.keepsWhatWasWritten(this.main, one.base, content);
    Object.assign(one, { base: this.main, head: content });
  }
  /** Merges if there is no conflict, and opens the next change request. */
  merge(one: ChangeRequest): void {
    const merge = this.bench.merge(one.base, this.main, one.head);
    if (merge.conflicts.length > 0) return;
    this.keepsWhatWasWritten(one.head, one.base, merge.content);
    this.keepsWhatWasWritten(this.main, one.base, merge.content);
    this.main = merge.content;
    Object.assign(one, { base: this.main, head: this.main });
  }
  /** Resolves the first open conflict, using only the conflict and its page. */
  resolve(one: ChangeRequest, tag: string): void {
    const conflict = this.open(one.head)[0];
    if (conflict === undefined) return;
    one.head = this.bench.after(one.head, this.answerTo(conflict, one.head, tag));
    expect(this.open(one.head).map(({ subject }) => subject)).not.to.deep.include(conflict.subject);
  }
  answerTo({ subject: { kind, id } }: Conflict, content: Content, tag: string): Change {
    const plain = plainOf(this.bench, content);
    const unmarked = (text: unknown): Uint8Array =>
      Buffer.from(String(text).replace(/^[<>|=]{7,}.*\n?/gm, ''), 'latin1');
    switch (kind) {
      case 'variable':
        return { operation: 'set_variables', variables: { [id]: tag } };
      case 'file':
        return { operation: 'update_file', file: id, name: `${tag}.png`, blob: 'f'.repeat(64) as Hash };
      case 'reusable-content':
        return {
          operation: 'update_reusable_content',
          reusableContent: id,
          title: tag,
          document: unmarked(plain.reusables.get(id)!['text']),
        };
      case 'page': {
        const { text, slug, parent, type } = plain.pages.get(id)!;
        const fields = Object.fromEntries(
          ['emoji', 'icon', 'description', 'condition', 'linkTitle', 'layout', 'cover', 'variables'].map((field) => [
            field,
            null,
          ]),
        );
        return {
          operation: 'update_page',
          page: id,
          ...fields,
          ...(type === 'link' && { target: { kind: 'url', url: `https://${tag}.example` } }),
          title: tag,
          into: parent as string | null,
          ...(slug !== undefined && { slug: tag }),
          ...(text !== undefined && { document: unmarked(text) }),
        };
      }
    }
  }

  open(content: Content): readonly Conflict[] {
    return this.bench.read(openConflicts(content));
  }
  /** Checks that every line that a side added since the base is in the result or in one of its conflicts. */
  keepsWhatWasWritten(side: Content, base: Content, result: Content): void {
    const had = new Set(this.lines(base));
    const has = new Set([...this.lines(result), ...this.open(result).flatMap((conflict) => this.linesOf(conflict))]);
    for (const line of this.lines(side)) if (!had.has(line)) expect(has.has(line), `lost: ${line}`).to.equal(true);
  }
  lines(content: Content): string[] {
    const { pages, reusables } = plainOf(this.bench, content);
    return [...pages.values(), ...reusables.values()]
      .flatMap(({ text = '' }) => String(text).split('\n'))
      .filter((line) => !/^[<>|=]{7,}/.test(line));
  }
  linesOf({ refs = [] }: Conflict): string[] {
    return refs.flatMap((hash) =>
      Buffer.from(this.bench.objects.get(hash) ?? bytes(''))
        .toString('latin1')
        .split('\n'),
    );
  }

  check(): void {
    for (const content of [this.main, ...this.changeRequests.map(({ head }) => head)])
      expect(flaws(this.bench, content)).to.deep.equal([]);
    expect(this.open(this.main)).to.deep.equal([]);
    for (const { head } of this.changeRequests) {
      const plain = plainOf(this.bench, head);
      for (const {
        subject: { kind, id },
      } of this.open(head)) {
        const items = { page: plain.pages, file: plain.files, 'reusable-content': plain.reusables }[kind as string];
        if (items) expect([...items.keys()], `a conflict about a ${kind} that is not there`).to.include(id);
      }
    }
  }
}

const rounds = someKinds.chain((kinds) =>
  fc.array(
    fc.record({
      who: fc.nat(2),
      what: fc.constantFrom('edit', 'edit', 'edit', 'update', 'update', 'resolve', 'merge', 'merge'),
      steps: spaceSteps(3, kinds),
    }),
    { maxLength: 30, size: 'max' },
  ),
);
const start: SpaceStep[] = (['page', 'page', 'page', 'group', 'file', 'reusable', 'variable'] as const).map(
  (what, i) => ({ what, who: i, whom: i, at: undefined, word: i }),
);

describe('rounds of editing, updating, resolving and merging', () => {
  it('keep contents valid, lose no line, and can resolve every conflict', () => {
    checkProperty(
      fc.property(spaceSteps(6), rounds, (more, all) => {
        const space = new Space([...start, ...more]);
        all.forEach(({ who, what, steps }, i) => {
          const one = space.changeRequests[who]!;
          if (what === 'edit') one.head = playSpace(space.bench, one.head, steps, `r${i}w${who}`);
          else if (what === 'update') space.update(one);
          else if (what === 'resolve') space.resolve(one, `r${i}`);
          else space.merge(one);
          space.check();
        });
        for (const [who, one] of space.changeRequests.entries()) {
          space.update(one);
          for (let i = 0; space.open(one.head).length > 0; i++) space.resolve(one, `e${i}w${who}`);
          const { pages } = plainOf(space.bench, one.head);
          space.merge(one);
          expect(plainOf(space.bench, space.main).pages).to.deep.equal(pages);
        }
      }),
      { numRuns: 40 },
    );
  });
});
