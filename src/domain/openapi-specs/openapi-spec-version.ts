import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

export const SOURCE_FORMATS = ['json', 'yaml'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export interface OpenAPISpecVersionState extends State {
  readonly organizationId: Id;
  readonly specId: Id;
  /** Hash of the text as it was written. */
  readonly source: string;
  readonly format: SourceFormat;
  /** Hash of what it says, as JSON in one piece: what other documents say that it refers to is in it. */
  readonly document: string;
  /** Hash of the same as OpenAPI 3.1, which everything else is made from. */
  readonly reference: string;
  /** Other documents that it refers to. */
  readonly externals: number;
  readonly createdAt: string;
}

/** What a specification said from some time on. */
export class OpenAPISpecVersion extends Aggregate<OpenAPISpecVersionState> {
  static readonly kind = 'version of the OpenAPI specification';
  static restore = (state: OpenAPISpecVersionState) => new OpenAPISpecVersion(state);
  static add = (state: OpenAPISpecVersionState) => new OpenAPISpecVersion(state);

  /** It is written otherwise by now and says the same. */
  replaceSource(source: string, format: SourceFormat): void {
    this.applySilently({ source, format });
  }
}
