import type { SpecDocument, SpecOperation } from '../document.ts';
import { OperationBuilder } from './operation-builder.ts';
import type { OperationModel, SchemaModel } from './reference-model.ts';
import { SchemaBuilder } from './schema-builder.ts';

const SCHEMAS = '#/components/schemas/';

/** Model of a whole document. */
export interface ReferenceModel {
  /** Operations and webhooks in document order. */
  readonly operations: readonly { readonly source: SpecOperation; readonly model: OperationModel }[];
  /** Named schemas in document order, with the keys of their definitions. */
  readonly schemas: readonly { readonly name: string; readonly key: string }[];
  readonly definitions: ReadonlyMap<string, SchemaModel>;
}

/** Builds the model of a document. Takes time in proportion to the document; never fails because of its content. */
export function buildReference(document: SpecDocument): ReferenceModel {
  const schemas = new SchemaBuilder(document);
  const builder = new OperationBuilder(document, schemas);
  const operations = [...document.operations()].map((source) => ({ source, model: builder.build(source) }));
  const named = document.schemas.map(([name]) => {
    const key = SCHEMAS + name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
    schemas.refer(key);
    return { name, key };
  });
  return { operations, schemas: named, definitions: schemas.definitions() };
}
