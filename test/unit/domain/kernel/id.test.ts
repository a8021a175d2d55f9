import { expect } from 'chai';
import {
  idFromDigest,
  isId,
  withFirstLetter,
  type OrganizationId,
  type SpaceId,
} from '../../../../src/domain/kernel/id.ts';

describe('isId', () => {
  it('accepts 20 letters and digits, and nothing else', () => {
    expect(isId('0AZaz6789012345678xy')).to.equal(true);
    for (const text of ['', '0'.repeat(19), '0'.repeat(21), `${'0'.repeat(19)}-`, `${'0'.repeat(19)}é`])
      expect(isId(text), text).to.equal(false);
  });
});

describe('idFromDigest', () => {
  it('derives equal ids from equal digests, each with a letter first', () => {
    const digests = Array.from({ length: 500 }, (_, i) => i.toString(16).padStart(64, 'f0'));
    const ids = digests.map(idFromDigest);
    expect(ids.every((id) => isId(id) && /^[A-Za-z]/.test(id))).to.equal(true);
    expect(digests.map(idFromDigest)).to.deep.equal(ids);
  });
});

describe('withFirstLetter', () => {
  it('replaces a first digit only', () => {
    const rest = '0'.repeat(19);
    for (const [before, after] of ['0A', '9J', 'AA', 'zz'])
      expect(withFirstLetter(`${before}${rest}`)).to.equal(`${after}${rest}`);
  });
});

describe('ids of different kinds', () => {
  const nameOf = (id: OrganizationId): string => `organization ${id}`;

  it('do not compile in place of each other, while text from a parser does', () => {
    const space: SpaceId = '0'.repeat(20);
    // @ts-expect-error the id of a space is not the id of an organization
    expect(nameOf(space)).to.equal(`organization ${space}`);
    expect(nameOf('0'.repeat(20))).to.equal(`organization ${space}`);
  });
});
