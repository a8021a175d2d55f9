import type { FieldKind } from './field-text.ts';
import type { FileField } from './file-fields.ts';
import type { ParameterForm } from './serialize-parameter.ts';

/** Request that the form of the reader's browser fills in and sends. The server writes it, the browser reads it. */
export interface TryItRequest {
  readonly method: string;
  readonly path: string;
  readonly servers: readonly {
    readonly url: string;
    readonly variables: readonly {
      readonly name: string;
      readonly default: string;
      readonly values: readonly string[];
    }[];
  }[];
  /** Ways to authorize the request; a way may need several schemes together. */
  readonly security: readonly (readonly TryItScheme[])[];
  readonly parameters: readonly TryItParameter[];
  readonly bodies: readonly TryItBody[];
}

export interface TryItBody {
  readonly type: string;
  readonly example: string;
  /** True if the whole body is a file. */
  readonly isFile: boolean;
  /** Fields of a form that take files. */
  readonly files: readonly FileField[];
  /** Fields of a form that are written by a stated style. */
  readonly fields: readonly ParameterForm[];
}

export interface TryItScheme {
  readonly name: string;
  readonly type: string;
  readonly in?: string;
  readonly parameter?: string;
  readonly scheme?: string;
}

export interface TryItParameter extends ParameterForm {
  readonly isRequired: boolean;
  readonly kind: FieldKind;
  readonly value: string;
  readonly choices: readonly string[];
}
