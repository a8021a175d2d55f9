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

  it('makes up values within the limits of a schema', () => {
    expect(
      sample({
        properties: {
          between: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
          above: { type: 'integer', exclusiveMinimum: 10 },
          highest: { type: 'integer', maximum: -5 },
          below: { type: 'number', exclusiveMaximum: 0 },
          usual: { type: 'integer', minimum: 0, exclusiveMinimum: 0, maximum: 9 },
          multiple: { type: 'integer', minimum: 10, multipleOf: 7 },
          tenth: { type: 'number', minimum: 0.25, multipleOf: 0.1 },
          long: { type: 'string', minLength: 10 },
          short: { type: 'string', maxLength: 3 },
          empty: { type: 'string', maxLength: 0 },
          list: { type: 'array', minItems: 2, items: { type: 'boolean' } },
        },
      }),
    ).to.deep.equal({
      between: 0.5,
      above: 11,
      highest: -5,
      below: -0.5,
      usual: 1,
      multiple: 14,
      tenth: 0.3,
      long: 'stringstri',
      short: 'str',
      empty: '',
      list: [true, true],
    });
  });

  it('joins the example of a part of allOf with the members of the other parts', () => {
    const schemas = { Pet: { type: 'object', properties: { name: { type: 'string' } }, example: { name: 'Rex' } } };
    const pet = { $ref: '#/components/schemas/Pet' };
    const dog = { type: 'object', properties: { breed: { type: 'string' } } };
    expect(sample({ allOf: [pet, dog] }, 'response', schemas)).to.deep.equal({ name: 'Rex', breed: 'string' });
    expect(sample({ allOf: [pet], ...dog }, 'response', schemas)).to.deep.equal({ breed: 'string', name: 'Rex' });
    expect(sample({ allOf: [pet, { ...dog, example: { breed: 'Pug' } }] }, 'response', schemas)).to.include({
      name: 'Rex',
    });
    expect(sample({ type: 'object', allOf: [pet] }, 'response', schemas)).to.deep.equal({ name: 'Rex' });
    expect(sample({ allOf: [pet, dog], example: { name: 'Own' } }, 'response', schemas)).to.deep.equal({ name: 'Own' });
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
