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
  readonly bodies: readonly { readonly type: string; readonly example: string; readonly files: readonly string[] }[];
}

export interface TryItScheme {
  readonly name: string;
  readonly type: string;
  readonly in?: string;
  readonly parameter?: string;
  readonly scheme?: string;
}

export interface TryItParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly choices: readonly string[];
  readonly isList: boolean;
  readonly isExploded: boolean;
}
