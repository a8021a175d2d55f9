import { expect } from 'chai';
import { splitMatches } from '../../../../src/adapters/site/split-matches.ts';

describe('splitMatches', () => {
  const marked = (text: string, query: string): string =>
    splitMatches(text, query)
      .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
      .join('');

  it('marks words from their beginning, not letters within other words', () => {
    expect(marked('Installing an inn in Inverness', 'install in')).to.equal('[Install]ing an [in]n [in] [In]verness');
    expect(marked('Add a page about data', 'add a page')).to.equal('[Add] [a] [page] about data');
  });

  it('marks words whatever their case, accents and spelling of letters are', () => {
    expect(marked('Ein Café in der Hauptstraße, Straße 5', 'cafe STRASSE')).to.equal(
      'Ein [Café] in der Hauptstraße, [Straße] 5',
    );
    expect(marked('Cafe\u0301s und Öl', 'café öl')).to.equal('[Cafe\u0301]s und [Öl]');
    expect(marked('ΣΊΣΥΦΟΣ', 'σισυφος')).to.equal('[ΣΊΣΥΦΟΣ]');
  });

  it('marks parts of identifiers', () => {
    expect(marked('getUserById of user_name, HTTPServer', 'user id name')).to.equal(
      'get[User]By[Id] of [user]_[name], HTTPServer',
    );
  });

  it('marks words of scripts without spaces or with joined articles wherever they stand', () => {
    expect(marked('東京都庁の検索', '都庁 検索')).to.equal('東京[都庁]の[検索]');
    expect(marked('مرحبا بالعالم', 'العالم عالم')).to.equal('مرحبا ب[العالم]');
  });

  it('marks nothing for a query without words, and loses no text', () => {
    expect(splitMatches('a *b*', '* ?')).to.deep.equal(['a *b*']);
    expect(splitMatches('', 'a')).to.deep.equal(['']);
    expect(splitMatches('😀 ﬁne', 'fine').join('')).to.equal('😀 ﬁne');
  });
});
