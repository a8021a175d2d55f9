import { expect } from 'chai';
import { parseRedirectLines } from '../../../app/src/sites/redirect-lines.ts';

describe('parseRedirectLines', () => {
  const parse = (text: string): readonly string[] =>
    parseRedirectLines(text, (line) => `line ${line}`).map(({ source, url }) => `${source} → ${url}`);
  const URL = 'https://example.com/new';

  it('reads a path and an address with white space, a comma or both between them', () => {
    const lines = [`/a ${URL}`, `/b\t${URL}`, `/c,${URL}`, ` /d , ${URL}, `, '', '# note', `/e  ${URL}\r`];
    expect(parse(lines.join('\n'))).to.deep.equal(['a', 'b', 'c', 'd', 'e'].map((one) => `/${one} → ${URL}`));
  });

  it('keeps commas of paths and addresses that white space separates', () => {
    expect(parse(`/map https://example.com/@47.3,8.5,12z\n/a,b ${URL}`)).to.deep.equal([
      '/map → https://example.com/@47.3,8.5,12z',
      `/a,b → ${URL}`,
    ]);
  });

  it('names the first line that has not exactly two parts', () => {
    for (const line of ['/a', `/a ${URL} 301`, `/a,${URL},301`, `/a, ${URL},301`])
      expect(() => parse(`/ok ${URL}\n${line}`), line).to.throw('line 2');
  });
});
