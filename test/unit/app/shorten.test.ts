import { expect } from 'chai';
import { shorten } from '../../../app/src/ui/shorten.ts';

describe('shorten', () => {
  it('keeps a text that is short enough', () => expect(shorten('Run it.', 7)).to.equal('Run it.'));
  it('ends after a word, and marks what is left out', () =>
    expect(shorten('Run it, then wait for it.', 14)).to.equal('Run it, then…'));
  it('ends without the punctuation after that word', () =>
    expect(shorten('Run it, then wait.', 9)).to.equal('Run it…'));
  it('cuts a text without a space near its end', () =>
    expect(shorten('a '.concat('b'.repeat(20)), 10)).to.equal('a bbbbbbb…'));
  it('splits no character', () => expect(shorten('abc\u{1f600}def', 5)).to.equal('abc…'));
});
