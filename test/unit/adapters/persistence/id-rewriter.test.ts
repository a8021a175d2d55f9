import { expect } from 'chai';
import { IdRewriter } from '../../../../src/adapters/persistence/mikro-orm/organizations/id-rewriter.ts';

const OLD = 'AVc3UeBLE7IFr2pHzLhn';
const NEW = 'AVc3UgDIOBLKWZLuQ87n';
const rewriteIn = (text: string, size: number): string => {
  const rewriter = new IdRewriter(new Map([[OLD, NEW]]));
  const bytes = Buffer.from(text);
  const parts = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(rewriter.rewrite(bytes.subarray(at, at + size)));
  return Buffer.concat([...parts, rewriter.end()]).toString();
};

describe('IdRewriter', () => {
  const text = `${OLD}\t{"userId": "${OLD}"}\tzwölf ${OLD}x x${OLD} ${OLD}${OLD}\t日本\n${OLD}`;

  it('replaces whole ids, however the rows are cut into chunks, and nothing else', () => {
    const expected = `${NEW}\t{"userId": "${NEW}"}\tzwölf ${OLD}x x${OLD} ${OLD}${OLD}\t日本\n${NEW}`;
    for (let size = 1; size <= text.length + 5; size++)
      expect(rewriteIn(text, size), `chunks of ${size}`).to.equal(expected);
  });

  it('keeps bytes that are no text', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const rewriter = new IdRewriter(new Map([[OLD, NEW]]));
    expect(Buffer.concat([rewriter.rewrite(bytes), rewriter.end()]).equals(bytes)).to.equal(true);
  });
});
