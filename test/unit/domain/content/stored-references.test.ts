import { expect } from 'chai';
import { buildContent } from '../../../../src/domain/content/edits/build-content.ts';
import { CONFLICTS } from '../../../../src/domain/content/content.ts';
import { CorruptContent, type Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { encodeLeaf } from '../../../../src/domain/content/objects/map-node.ts';
import { referencesOf } from '../../../../src/domain/content/objects/stored-references.ts';
import { bytes, idOf, NOW } from '../../../support/content/workbench.ts';

const hash = (digit: string): Hash => digit.repeat(64) as Hash;

describe('referencesOf', () => {
  it('reads from the bytes of every object the references that are stored with it', () => {
    const { objects } = buildContent({
      pages: Array.from({ length: 60 }, (_, i) => ({
        id: idOf(`page${i}`),
        type: 'document' as const,
        parent: null,
        slug: `page${i}`,
        title: `A title with the hash ${hash('b')}`,
        createdAt: NOW,
        updatedAt: NOW,
        document: bytes(`Words ${i}`),
      })),
      files: [{ id: idOf('f'), name: 'f', contentType: 'text/plain', size: 1, blob: hash('a') }],
      reusableContents: [{ id: idOf('r'), title: 'R', document: bytes('R') }],
      variables: { blob: hash('c') },
    });
    expect(objects.length).to.be.above(70);
    for (const object of objects)
      expect([...referencesOf(object.type, object.bytes)].sort()).to.deep.equal([...object.refs].sort());
  });

  it('reads those of conflicts', () => {
    const conflict = { kind: 'content', refs: [hash('d'), hash('e')] };
    const leaf = encodeLeaf(CONFLICTS, [{ key: 'page/x', value: [conflict as never] }]);
    expect([...referencesOf('map', leaf.bytes)]).to.deep.equal([hash('d'), hash('e')]);
  });

  it('rejects bytes that are no object of their type', () => {
    for (const [type, text] of [
      ['map', '\u0000{'],
      ['map', '\u0001'],
      ['map', 'x'],
      ['content', '[]'],
      ['content', '{'],
    ] as const)
      expect(() => referencesOf(type, Buffer.from(text)), text).to.throw(CorruptContent);
  });
});
