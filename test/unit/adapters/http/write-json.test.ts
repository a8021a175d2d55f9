import { expect } from 'chai';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { lazily } from '../../../../src/adapters/http/kernel/lazy-list.ts';
import { jsonParts, writeJson } from '../../../../src/adapters/http/kernel/write-json.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { checkProperty } from '../../../support/properties.ts';

interface Node {
  readonly title: string;
  readonly extra?: unknown;
  readonly below: readonly Node[];
}

const tree: fc.Memo<Node> = fc.memo((levels) =>
  fc.record({
    title: fc.string(),
    extra: fc.option(fc.jsonValue(), { nil: undefined }),
    below: levels <= 1 ? fc.constant([]) : fc.array(tree(), { maxLength: 3 }),
  }),
);

const shown = ({ title, extra, below }: Node): object => ({
  title,
  absent: undefined,
  below: lazily(below, shown),
  extra,
});
const plain = ({ title, extra, below }: Node): object => ({ title, below: below.map(plain), extra });
/** A tree of this many nodes, each below the one before. */
function chain(length: number): Node {
  let at: Node = { title: 'last', below: [] };
  for (let i = 1; i < length; i++) at = { title: `${i}`, below: [at] };
  return at;
}

describe('writeJson', () => {
  it('writes the same text as JSON.stringify', () => {
    checkProperty(
      fc.property(tree(4), (node) => {
        expect([...jsonParts(shown(node))].join('')).to.equal(JSON.stringify(plain(node)));
        expect(JSON.stringify(shown(node))).to.equal(JSON.stringify(plain(node)));
      }),
      { numRuns: 200 },
    );
    for (const value of [1, 'a', null, [], {}, [{ a: 1 }]])
      expect([...jsonParts(value)].join('')).to.equal(JSON.stringify(value));
  });

  it('returns bytes with a digest for long values, and text for short ones', async () => {
    const long = {
      items: lazily(
        Array.from({ length: 30_000 }, (_, i) => i),
        (i) => ({ title: `Überschrift ${i} 🎉` }),
      ),
    };
    const text = JSON.stringify(long);
    const { body, digest } = await writeJson(long);
    expect(body).to.be.instanceOf(Buffer);
    expect((body as Buffer).equals(Buffer.from(text))).to.equal(true);
    expect(digest).to.equal(hash('sha1', text, 'base64url'));
    expect(await writeJson({ items: lazily(['a'], (title) => ({ title })) })).to.deep.equal({
      body: '{"items":[{"title":"a"}]}',
      digest: hash('sha1', '{"items":[{"title":"a"}]}', 'base64url'),
    });
  });

  it('presents items one by one, without recursion, and yields to the event loop', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    let presented = 0;
    const parts = jsonParts({ items: lazily([1, 2, 3], (i) => (presented++, i)) });
    parts.next();
    expect(presented).to.equal(0);
    expect((await writeJson(shown(chain(50_000)))).body.length).to.be.above(50_000);

    const many = lazily(
      Array.from({ length: 200_000 }, (_, i) => i),
      (i) => ({ title: `Page ${i}`, nested: { a: [i, i, i], b: 'x'.repeat(50) } }),
    );
    expect(await longestTurnOf(() => writeJson({ many }))).to.be.below(100);
  });
});
