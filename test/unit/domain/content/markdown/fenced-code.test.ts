import { expect } from 'chai';
import { FencedCode } from '../../../../../src/domain/content/markdown/fenced-code.ts';

const parts = (markdown: string): (string | undefined)[] => {
  const code = new FencedCode();
  return markdown.split('\n').map((line) => code.read(line));
};

describe('FencedCode.read', () => {
  it('closes code with at least as many of the same marks alone', () => {
    expect(parts('```js\n~~~\n``\n``` a\n> ```\n````\na')).to.deep.equal([
      'opening',
      'code',
      'code',
      'code',
      'code',
      'closing',
      undefined,
    ]);
  });

  it('opens no code with backticks after backticks', () => {
    expect(parts('```a```\n~~~ `\n~~~')).to.deep.equal([undefined, 'opening', 'closing']);
  });

  it('ends code with its quote or with the list item that it starts', () => {
    expect(parts('> ```\n> a\nb')).to.deep.equal(['opening', 'code', undefined]);
    expect(parts('- ```\n  a\n\n  b\nc')).to.deep.equal(['opening', 'code', 'code', 'code', undefined]);
  });
});
