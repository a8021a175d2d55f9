import { expect } from 'chai';
import { addHtmlDescriptions } from '../../../../src/adapters/openapi/describe/html-descriptions.ts';

const MEMBER = 'x-gitbook-description-html';

describe('addHtmlDescriptions', () => {
  const annotate = (document: object): any =>
    JSON.parse(new TextDecoder().decode(addHtmlDescriptions(new TextEncoder().encode(JSON.stringify(document)))));

  it('adds HTML to properties of any name, and to no data', () => {
    const named = { description: 'A *sign*.' };
    const {
      properties,
      example,
      default: preset,
    } = annotate({
      properties: { example: named, default: named, enum: named, description: named },
      example: named,
      default: named,
    });
    for (const property of Object.values<any>(properties)) expect(property[MEMBER]).to.equal('<p>A <em>sign</em>.</p>');
    expect(properties).not.to.have.property(MEMBER);
    expect([example, preset]).to.deep.equal([named, named]);
  });

  it('gives the first descriptions of a document HTML when all together are too long', () => {
    const descriptions = Array.from({ length: 120 }, (_, i) => ({ description: `${i} ${'x'.repeat(19_900)}` }));
    const { tags } = annotate({ tags: descriptions });
    expect(tags[0]).to.have.property(MEMBER);
    expect(tags.at(-1)).not.to.have.property(MEMBER);
  });
});
