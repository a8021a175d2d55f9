import * as z from 'zod';

/** Returns the smallest value that a schema accepts, with a title if possible, so that something changes. */
export function sampleOf(schema: z.ZodType): unknown {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly format?: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'sample@example.com',
  uri: 'https://example.com/sample',
  'date-time': '2035-01-01T00:00:00Z',
};

function fromJsonSchema(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return fromJsonSchema(variants[0]!);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(fromJsonSchema));
  switch (schema.type) {
    case 'object': {
      const requiredProperties = Object.entries(schema.properties ?? {}).filter(
        ([name]) => name === 'title' || schema.required?.includes(name),
      );
      return Object.fromEntries(requiredProperties.map(([name, property]) => [name, fromJsonSchema(property)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => fromJsonSchema(schema.items!));
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'sample'.padEnd(schema.minLength ?? 0, 'e');
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}
