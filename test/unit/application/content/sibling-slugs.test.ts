import { expect } from 'chai';
import { SiblingSlugs } from '../../../../src/application/content/computed-content.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

describe('SiblingSlugs.take', () => {
  it('numbers equal slugs from 1, past those that siblings have', () => {
    const slugs = new SiblingSlugs(['pets', 'pets-2', undefined]);
    const taken = ['pets', 'pets', 'pets-1', 'users'].map((slug) => slugs.take(slug));
    expect(taken).to.deep.equal(['pets-1', 'pets-3', 'pets-1-1', 'users']);
  });

  it('[A47] numbers many equal slugs in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const slugs = new SiblingSlugs();
    expect(
      cpuTimeOf(() => {
        for (let i = 0; i < 20_000; i++) slugs.take('get-pets');
      }),
    ).to.be.below(250);
  });
});
