import { expect } from 'chai';
import { GlossaryMatcher, restoreTerms } from '../../../../src/domain/translations/glossary-terms.ts';
import { toMarkup, parseMarkup } from '../../../../src/domain/translations/markup.ts';
import { memoryKey } from '../../../../src/domain/translations/memory-key.ts';

describe('GlossaryMatcher', () => {
  const terms = new GlossaryMatcher(
    [
      { en: 'Space', es: 'espacio' },
      { en: 'change request', es: 'solicitud' },
      { en: 'change', es: 'cambio' },
      { en: 'C++', es: 'C++' },
      { en: 'alone' },
      { fr: 'un', es: 'uno' },
    ],
    'en',
    'es',
  );
  const found = (markup: string) => terms.substitute(parseMarkup(markup)!);

  it('replaces whole words by tags, case-insensitively, longest first', () => {
    expect(toMarkup(found('A <g1>Space</g1> has a change request, spaces do not change.').tokens)).to.equal(
      'A <g1><x2/></g1> has a <x3/>, spaces do not <x4/>.',
    );
    expect(toMarkup(found('Write C++ alone, un-spaced').tokens)).to.equal('Write <x1/> alone, un-spaced');
  });

  it('finds terms in scripts without spaces, and before Korean suffixes', () => {
    const of = (from: 'ja' | 'ko' | 'th', term: string, text: string): string =>
      toMarkup(
        new GlossaryMatcher([{ [from]: term, en: 'setting' }], from, 'en').substitute(parseMarkup(text)!).tokens,
      );
    expect(of('ja', '設定', 'この設定を開く')).to.equal('この<x1/>を開く');
    expect(of('ja', 'サーバー', 'サーバーの')).to.equal('<x1/>の');
    expect(of('ja', 'API', '新しいAPIを使う')).to.equal('新しい<x1/>を使う');
    expect(of('ja', 'API', 'APIs')).to.equal('APIs');
    expect(of('th', 'ตั้งค่า', 'การตั้งค่าใหม่')).to.equal('การ<x1/>ใหม่');
    expect(of('ko', '설정', '새 설정을 재설정')).to.equal('새 <x1/>을 재설정');
  });

  it('prefers the newer of two entries for one term', () => {
    const { terms: used } = new GlossaryMatcher(
      [
        { en: 'Team', es: 'grupo' },
        { en: 'team', es: 'equipo' },
      ],
      'en',
      'es',
    ).substitute(parseMarkup('A team')!);
    expect(used).to.deep.equal([{ source: 'team', target: 'equipo', tag: 1 }]);
  });

  it('restores terms wherever the engine put their tags', () => {
    const { tokens, terms: used } = found('One change per space');
    expect(toMarkup(tokens)).to.equal('One <x1/> per <x2/>');
    expect(toMarkup(restoreTerms(parseMarkup('Por <x2/> un <x1/>')!, used))).to.equal('Por espacio un cambio');
  });

  it('ignores terms that do not occur in the text for the cache key', () => {
    const manner = { from: 'en', to: 'es', engine: 'e', instructions: '' } as const;
    const key = (glossary: GlossaryMatcher, text: string): string => {
      const { tokens, terms: used } = glossary.substitute(parseMarkup(text)!);
      return memoryKey(manner, toMarkup(tokens), used);
    };
    const more = new GlossaryMatcher([{ en: 'space', es: 'sala' }], 'en', 'es');
    expect(key(terms, 'Nothing here')).to.equal(key(more, 'Nothing here'));
    expect(key(terms, 'A space')).not.to.equal(key(more, 'A space'));
    expect(memoryKey({ ...manner, engine: 'f' }, 'a', [])).not.to.equal(memoryKey(manner, 'a', []));
    expect(memoryKey({ ...manner, instructions: 'f' }, 'a', [])).not.to.equal(memoryKey(manner, 'a', []));
  });
});
