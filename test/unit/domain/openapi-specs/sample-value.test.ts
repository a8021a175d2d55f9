import { expect } from 'chai';
import { SpecDocument, type JsonMap } from '../../../../src/domain/openapi-specs/document.ts';
import { buildReference } from '../../../../src/domain/openapi-specs/reference/build-reference.ts';
import { sampleValue, type BodyDirection } from '../../../../src/domain/openapi-specs/reference/sample-value.ts';

const sample = (schema: unknown, direction: BodyDirection = 'response', schemas: JsonMap = {}): unknown => {
  const { definitions } = buildReference(new SpecDocument({ components: { schemas: { ...schemas, Tested: schema } } }));
  return sampleValue({ ref: '#/components/schemas/Tested', types: [] }, definitions, direction);
};

describe('sampleValue', () => {
  it('prefers examples to defaults, allowed values and made-up values', () => {
    expect(
      sample({
        properties: {
          a: { type: 'string', example: 'x', default: 'y' },
          b: { type: 'string', default: 'y', enum: ['z', 'y'] },
          c: { enum: ['z'] },
          d: { type: 'string', format: 'date' },
          e: { type: ['null', 'integer'], minimum: 7 },
          f: { type: 'array', items: { type: 'boolean' } },
          g: { additionalProperties: { type: 'string' } },
          h: { prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
        },
      }),
    ).to.deep.equal({
      a: 'x',
      b: 'y',
      c: 'z',
      d: '2026-01-31',
      e: 7,
      f: [true],
      g: { key: 'string' },
      h: ['string', true],
    });
  });

  it('omits read-only members from requests and write-only ones from responses', () => {
    const schema = { properties: { id: { readOnly: true, example: 1 }, password: { writeOnly: true, example: 'p' } } };
    expect(sample(schema, 'request')).to.deep.equal({ password: 'p' });
    expect(sample(schema, 'response')).to.deep.equal({ id: 1 });
  });

  it('takes the first option, and joins it with the members beside it', () => {
    const schemas = { Cat: { properties: { kind: { const: 'cat' } } } };
    const oneOf = [{ $ref: '#/components/schemas/Cat' }, { type: 'string' }];
    expect(sample({ oneOf, properties: { id: { example: 1 } } }, 'response', schemas)).to.deep.equal({
      id: 1,
      kind: 'cat',
    });
  });

  it('[A47] ends schemas that contain themselves, and very wide ones', () => {
    const self = { $ref: '#/components/schemas/Tested' };
    expect(sample({ type: 'object', properties: { child: self, list: { type: 'array', items: self } } })).to.deep.equal(
      {
        child: {},
        list: [{}],
      },
    );
    const wide = (depth: number): JsonMap => ({
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`p${i}`, depth === 0 ? { type: 'string' } : wide(depth - 1)]),
      ),
    });
    expect(JSON.stringify(sample(wide(2))).length).to.be.below(20_000);
  });
});
