import type {
  MediaModel,
  SchemaDefinitions,
  SchemaModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import { resolveSchema } from '../../../domain/openapi-specs/reference/schema-lookup.ts';

/** Field of a form that takes a file, or several. */
export interface FileField {
  readonly name: string;
  readonly isMultiple: boolean;
}

/** Reports whether a body is a file. */
export const isFileBody = ({ schema }: MediaModel, definitions: SchemaDefinitions): boolean =>
  schema !== undefined && isFile(schema, definitions);

/** Lists the fields of a form that take files. */
export function fileFields({ schema }: MediaModel, definitions: SchemaDefinitions): readonly FileField[] {
  const { properties = [] } = schema === undefined ? {} : resolveSchema(schema, definitions).schema;
  return properties.flatMap(({ name, schema: of }): readonly FileField[] => {
    const { items } = resolveSchema(of, definitions).schema;
    if (items !== undefined && isFile(items, definitions)) return [{ name, isMultiple: true }];
    return isFile(of, definitions) ? [{ name, isMultiple: false }] : [];
  });
}

const isFile = (schema: SchemaModel, definitions: SchemaDefinitions): boolean =>
  resolveSchema(schema, definitions).schema.format === 'binary';
