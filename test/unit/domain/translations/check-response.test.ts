import { expect } from 'chai';
import { checkResponse } from '../../../../src/domain/translations/check-response.ts';
import { toMarkup, parseMarkup } from '../../../../src/domain/translations/markup.ts';

/** Returns the accepted answer, or the problem. */
const checked = (source: string, answer: string): string => {
  const { tokens, problem } = checkResponse(parseMarkup(source)!, answer);
  return tokens === undefined ? `no: ${problem}` : toMarkup(tokens);
};

describe('checkResponse', () => {
  it('accepts tags that moved within their pair', () => {
    expect(checked('Read <g1>this</g1> and <x2/>', '<x2/> y <g1>esto</g1> leer')).to.equal(
      '<x2/> y <g1>esto</g1> leer',
    );
    expect(checked('<g1>a <x2/></g1> b', '<g1>a</g1> b <x2/>')).to.equal(
      'no: a placeholder is nested in another placeholder',
    );
    expect(checked('<g1>a</g1> <g2>b</g2>', '<g1>a <g2>b</g2></g1>')).to.equal(
      'no: a placeholder is nested in another placeholder',
    );
  });

  it('requires every tag once, closed in order', () => {
    expect(checked('a <x1/> b', 'a b')).to.equal('no: a placeholder is missing');
    expect(checked('a <x1/> b', 'a <x1/> b <x1/>')).to.equal('no: a placeholder appears twice');
    expect(checked('a <x1/> b', 'a <x1/> b <x2/>')).to.equal('no: an unknown placeholder appears');
    expect(checked('<g1>a</g1> <g2>b</g2>', '<g1>a <g2>b</g1></g2>')).to.equal('no: placeholders overlap');
    expect(checked('<g1>a</g1>', '<g1>a')).to.equal('no: a placeholder is missing');
    expect(checked('a <g1>b</g1>', 'a b <g1> </g1>')).to.equal('no: a placeholder has lost its text');
    expect(checked('a <g1><x2/></g1> <g3></g3>', '<g3></g3> a <g1><x2/></g1>')).to.equal('<g3></g3> a <g1><x2/></g1>');
    expect(checked('<g1>a</g1>', 'a</g1>')).to.equal('no: placeholders overlap');
  });

  it('[A84] rejects control characters and lone surrogates', () => {
    for (const answer of ['a\0b', 'a\ud800', 'a\u0001'])
      expect(checked('word', answer)).to.equal('no: the answer contains control characters');
  });

  it('accepts the notations of engines', () => {
    expect(checked('a <x1/> <g2>b</g2>', 'a <x1></x1> < g2 >b</g2>')).to.equal('a <x1/> <g2>b</g2>');
    expect(checked('a <x1/>', 'A <X1 />')).to.equal('A <x1/>');
    expect(checked('R&amp;D', 'R&#38;D&quot;')).to.equal('R&amp;D"');
    for (const wrong of ['<b>a</b>', 'a < b', '<x1', '</x1>', '&#0;a', '&#xD800;a'])
      expect(checked('a', wrong), wrong).to.match(/^no:/);
  });

  it("returns one line with the source's white space at the ends, and none inside pairs", () => {
    expect(checked(' one ', 'uno\n dos')).to.equal(' uno dos ');
    expect(checked('one', '  uno  ')).to.equal('uno');
    expect(checked('a <g1>b</g1> c', 'a<g1> b </g1>c')).to.equal('a <g1>b</g1> c');
    expect(checked('a<g1> b </g1>c', 'a<g1> b </g1>c')).to.equal('a<g1> b </g1>c');
  });

  it('[A56] rejects new addresses, elements and expressions', () => {
    for (const wrong of [
      'see https://evil.example',
      'www.evil.example',
      'me@evil.example',
      'javascript:alert(1)',
      '&lt;img src=x&gt;',
      '&lt;/div&gt;',
      '{{ secret }}',
      '{% include %}',
      'a\u0007',
      'a\ue000',
    ])
      expect(checked('see', wrong), wrong).to.match(/^no:/);
    expect(checked('press \uf8ff now', 'pulsa \uf8ff ya')).to.equal('pulsa \uf8ff ya');
    expect(checked('A part of JavaScript: this', 'Parte de Javascript: esto')).to.equal('Parte de Javascript: esto');
    expect(checked('See https://a.example/x.', 'Ver https://a.example/x.')).to.equal('Ver https://a.example/x.');
    expect(checked('Use &lt;div&gt; now', 'Usa &lt;div&gt;')).to.equal('Usa &lt;div&gt;');
  });

  it('rejects empty, much longer and much shorter answers', () => {
    for (const nothing of ['', '  ', '…', '12']) expect(checked('word', nothing)).to.equal('no: the answer is empty');
    expect(checked('word', 'x'.repeat(220))).to.equal('x'.repeat(220));
    expect(checked('x'.repeat(200), 'y'.repeat(20))).to.equal('y'.repeat(20));
    expect(checked('x'.repeat(200), 'y'.repeat(19))).to.equal('no: the answer is much shorter than the source');
    expect(checked('x'.repeat(199), 'OK')).to.equal('OK');
    expect(checked('word', 'x'.repeat(221))).to.equal('no: the answer is much longer than the source');
  });
});
