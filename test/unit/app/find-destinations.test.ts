import { expect } from 'chai';
import { findDestinations, type DestinationNames } from '../../../app/src/quick-open/find-destinations.ts';

const of = (title: string, detail?: string, isPart = false): DestinationNames => ({
  title,
  isPart,
  ...(detail !== undefined && { detail }),
});
const all = [of('Pump manual', 'Guides'), of('Manual'), of('Settings', 'Manual', true), of('Sites'), of('Ähre')];
const titles = (text: string, limit = 10) => findDestinations(all, text, limit).map(({ title }) => title);

describe('findDestinations', () => {
  it('lists titles that begin with the text first, then titles with all words, then those by their detail', () => {
    expect(titles('manual')).to.deep.equal(['Manual', 'Pump manual', 'Settings']);
    expect(titles('guides pump')).to.deep.equal(['Pump manual']);
  });

  it('finds parts by the words of what they belong to', () => {
    expect(titles(' Manual  sett')).to.deep.equal(['Settings']);
  });

  it('lists everything but parts for an empty text, up to the limit', () => {
    expect(titles('')).to.deep.equal(['Pump manual', 'Manual', 'Sites', 'Ähre']);
    expect(titles(' ', 2)).to.deep.equal(['Pump manual', 'Manual']);
  });

  it('ignores case, and finds nothing where a word is missing', () => {
    expect(titles('ähre')).to.deep.equal(['Ähre']);
    expect(titles('manual nothing')).to.deep.equal([]);
  });
});
