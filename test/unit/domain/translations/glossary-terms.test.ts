import { expect } from 'chai';
import { Terms, termsWritten } from '../../../../src/domain/translations/glossary-terms.ts';
import { markupOf, tokensOfMarkup } from '../../../../src/domain/translations/markup.ts';
import { memoryKey } from '../../../../src/domain/translations/memory-key.ts';

describe('terms of a glossary', () => {
  const terms = new Terms([{ en: 'Space', es: 'espacio' }, { en: 'change request', es: 'solicitud' }, { en: 'change', es: 'cambio' }, { en: 'C++', es: 'C++' }, { en: 'alone' }, { fr: 'un', es: 'uno' }], 'en', 'es');
  const found = (markup: string) => terms.in(tokensOfMarkup(markup)!);

  it('are tags, whole words in any case, the longest first', () => {
    expect(markupOf(found('A <g1>Space</g1> has a change request, spaces do not change.').tokens)).to.equal('A <g1><x2/></g1> has a <x3/>, spaces do not <x4/>.');
    expect(markupOf(found('Write C++ alone, un-spaced').tokens)).to.equal('Write <x1/> alone, un-spaced');
  });

  it('stand in the answer wherever the engine put their tags', () => {
    const { tokens, terms: used } = found('One change per space');
    expect(markupOf(tokens)).to.equal('One <x1/> per <x2/>');
    expect(markupOf(termsWritten(tokensOfMarkup('Por <x2/> un <x1/>')!, used))).to.equal('Por espacio un cambio');
  });

  it('that do not occur in a text do not matter to what is remembered of it', () => {
    const manner = { from: 'en', to: 'es', engine: 'e', instructions: '' } as const;
    const key = (glossary: Terms, text: string): string => {
      const { tokens, terms: used } = glossary.in(tokensOfMarkup(text)!);
      return memoryKey(manner, markupOf(tokens), used);
    };
    const more = new Terms([{ en: 'space', es: 'sala' }], 'en', 'es');
    expect(key(terms, 'Nothing here')).to.equal(key(more, 'Nothing here'));
    expect(key(terms, 'A space')).not.to.equal(key(more, 'A space'));
    expect(memoryKey({ ...manner, engine: 'f' }, 'a', [])).not.to.equal(memoryKey(manner, 'a', []));
    expect(memoryKey({ ...manner, instructions: 'f' }, 'a', [])).not.to.equal(memoryKey(manner, 'a', []));
  });
});
