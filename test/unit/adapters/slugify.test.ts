import { expect } from 'chai';
import fc from 'fast-check';
import { slugify } from '../../../src/adapters/slugify.ts';
import { checkProperty } from '../../support/properties.ts';

describe('slugify', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Getting started', 'getting-started'],
    ['  A -- b__c  ', 'a-b-c'],
    ['Übung größe Straße', 'uebung-groesse-strasse'],
    ['U\u0308bung', 'uebung'],
    ['Öğretici ıİşçğü', 'oegretici-iiscgue'],
    ['Smørrebrød på Åland', 'smoerrebroed-paa-aaland'],
    ['this|that', 'this-or-that'],
    ['Terms & conditions', 'terms-and-conditions'],
    ['6.1. 新增資料', '6-1-xin-zeng-zi-liao'],
    ['Привет мир', 'privet-mir'],
    ['한국어 문서', 'hangugeo-munseo'],
    ['Ελληνικά', 'ellinika'],
    ['👋 Hello', 'hello'],
    ['👨‍👩‍👧 Family', 'family'],
    ["It’s Tom's", 'its-toms'],
    ['8.20. pg_lsn', '8-20-pg-lsn'],
    ['👋', ''],
    ['🇩🇪', ''],
    ['---', ''],
    ['', ''],
  ];
  for (const [text, slug] of cases)
    it(`converts ${JSON.stringify(text)} into ${JSON.stringify(slug)}`, () => expect(slugify(text)).to.equal(slug));

  it('truncates at exactly 100 characters without a trailing hyphen', () => {
    expect(slugify('x'.repeat(100))).to.equal('x'.repeat(100));
    expect(slugify('x'.repeat(101))).to.equal('x'.repeat(100));
    expect(slugify(`${'x'.repeat(99)} y`)).to.equal('x'.repeat(99));
  });

  it('returns words of a-z and 0-9 joined by single hyphens, or an empty text, for any text', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(slugify(text)).to.match(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slugify(text).length).to.be.at.most(100);
      }),
    );
  });

  it('leaves a slug unchanged', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => slugify(slugify(text)) === slugify(text)),
    );
  });
});
