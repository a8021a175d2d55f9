import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OpenAPISpecId, OrganizationId } from '../kernel/id.ts';

export const SOURCE_FORMATS = ['json', 'yaml'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export interface OpenAPISpecVersionState extends State {
  readonly organizationId: OrganizationId;
  readonly specId: OpenAPISpecId;
  /** Hash of the text as it was written. */
  readonly source: string;
  readonly format: SourceFormat;
  /** Hash of the content as one JSON document, including the referenced documents. */
  readonly document: string;
  /** Hash of the content converted to OpenAPI 3.1, from which everything else is derived. */
  readonly reference: string;
  /** Number of other documents that it references. */
  readonly externals: number;
  readonly createdAt: string;
}

/** Version of a specification's content. */
export class OpenAPISpecVersion extends Aggregate<OpenAPISpecVersionState> {
  static readonly kind = 'version of the OpenAPI specification';
  static restore = (state: OpenAPISpecVersionState) => new OpenAPISpecVersion(state);
  static add = (state: OpenAPISpecVersionState) => new OpenAPISpecVersion(state);

  /** Replaces the source text of an otherwise unchanged version. */
  replaceSource(source: string, format: SourceFormat): void {
    this.applySilently({ source, format });
  }
}
