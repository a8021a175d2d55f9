import { parseExactJson, stringifyExactJson } from '../exact-json.ts';

/**
 * Model of an API reference: operations and schemas as readers see them. All members are plain JSON values, with
 * bigints for integers that a number would round; texts are printable, and sizes are bounded, whatever the document
 * contains.
 */

/** Name of a limit in English. */
export type ConstraintLabel =
  | 'minimum'
  | 'greater than'
  | 'maximum'
  | 'less than'
  | 'multiple of'
  | 'minimum length'
  | 'maximum length'
  | 'pattern'
  | 'minimum items'
  | 'maximum items'
  | 'minimum properties'
  | 'maximum properties'
  | 'unique items';

/** Limit of a value besides its type, such as `minimum length` with `1`. */
export interface ConstraintModel {
  readonly label: ConstraintLabel;
  readonly value: string;
}

/** Schema. A referenced schema has only `ref` and the members that override those of its definition. */
export interface SchemaModel {
  /** Key of the definition that this schema refers to. */
  readonly ref?: string;
  /** Name of the definition. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Types in the order of the document; empty for any type. */
  readonly types: readonly string[];
  readonly format?: string;
  readonly constraints?: readonly ConstraintModel[];
  /** Allowed values. */
  readonly values?: readonly unknown[];
  /** Number of allowed values that are omitted from `values`. */
  readonly omittedValues?: number;
  /** Default in an object, because the default can be null. */
  readonly default?: { readonly value: unknown };
  readonly examples?: readonly unknown[];
  readonly deprecated?: true;
  readonly readOnly?: true;
  readonly writeOnly?: true;
  readonly properties?: readonly PropertyModel[];
  /** Properties whose names match a regular expression, which stands for the name. */
  readonly patterns?: readonly PropertyModel[];
  /** Schema of properties with other names. */
  readonly additional?: SchemaModel;
  /** Schemas of the first items of a tuple, in order; `items` describes the items behind them. */
  readonly prefixItems?: readonly SchemaModel[];
  readonly items?: SchemaModel;
  /** Alternatives: `oneOf` and `anyOf`. */
  readonly variants?: readonly VariantsModel[];
  /** Form of the value in XML. */
  readonly xml?: XmlModel;
  /** Members are omitted because the document is too large. */
  readonly isCut?: true;
}

/** Form of a value in XML, where it differs from an element with the name of the property. */
export interface XmlModel {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Kind of node in place of an element: an attribute or the text of the element around it. */
  readonly node?: 'attribute' | 'text';
  /** The items of a list have an element around them. */
  readonly isWrapped?: true;
}

export interface PropertyModel {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: SchemaModel;
}

export interface VariantsModel {
  readonly kind: 'oneOf' | 'anyOf';
  readonly options: readonly SchemaModel[];
  /** Name of the property that decides between the options. */
  readonly discriminator?: string;
}

/** Referenced schemas by key. */
export type SchemaDefinitions = Pick<ReadonlyMap<string, SchemaModel>, 'get'>;

export interface ExampleModel {
  readonly name?: string;
  readonly value: unknown;
}

/** Body of one media type. */
export interface MediaModel {
  readonly type: string;
  readonly schema?: SchemaModel;
  readonly examples: readonly ExampleModel[];
  /** Fields of a form that are written by a stated style, as in a query. */
  readonly fields?: readonly FieldModel[];
}

export interface FieldModel extends Pick<ParameterModel, 'name' | 'style' | 'isExploded'> {}

export interface ParameterModel {
  readonly name: string;
  /** Place in a request; `querystring` is the whole query, of which the name is no part. */
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly isRequired: boolean;
  readonly isDeprecated?: true;
  readonly description?: string;
  readonly schema: SchemaModel;
  readonly examples: readonly ExampleModel[];
  /** Media type by which values are written, in place of a style. */
  readonly mediaType?: string;
  readonly style?: string;
  readonly isExploded?: boolean;
}

export interface ServerModel {
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly values: readonly string[];
    readonly description?: string;
  }[];
}

/** Way to authorize a request. */
export interface SecuritySchemeModel {
  readonly name: string;
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'other';
  readonly description?: string;
  /** Place and name of an API key. */
  readonly in?: 'query' | 'header' | 'cookie';
  readonly parameter?: string;
  /** Scheme of the header `Authorization` in lower case, such as `bearer`. */
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: readonly {
    readonly name: string;
    readonly authorizationUrl?: string;
    readonly tokenUrl?: string;
  }[];
  readonly openIdConnectUrl?: string;
  /** Scopes that the operation requires. */
  readonly scopes: readonly string[];
}

export interface HeaderModel {
  readonly name: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly schema: SchemaModel;
}

export interface ResponseModel {
  /** Status code, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly description?: string;
  readonly headers: readonly HeaderModel[];
  readonly content: readonly MediaModel[];
}

export interface OperationModel {
  readonly kind: 'operation' | 'webhook';
  /** Method in lower case. */
  readonly method: string;
  /** Path, or the name of a webhook. */
  readonly path: string;
  readonly title: string;
  readonly operationId?: string;
  readonly description?: string;
  readonly isDeprecated?: true;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly servers: readonly ServerModel[];
  /** Ways to authorize, each a list of schemes that are used together; an empty list needs none. */
  readonly security: readonly (readonly SecuritySchemeModel[])[];
  readonly parameters: readonly ParameterModel[];
  readonly body?: {
    readonly description?: string;
    readonly isRequired: boolean;
    readonly content: readonly MediaModel[];
  };
  readonly responses: readonly ResponseModel[];
  /** Requests that the API sends in return, as lines such as `POST {$request.body#/url}` by name. */
  readonly callbacks: readonly { readonly name: string; readonly requests: readonly string[] }[];
}

/** Model as JSON: cheap to keep and to pass between threads. */
export type ModelJson<Model> = string & { readonly encodes?: Model };
/** Encodes a model as JSON. */
export const encodeModel = <Model>(model: Model): ModelJson<Model> => stringifyExactJson(model);
/** Decodes a model that `encodeModel` has encoded. */
export const decodeModel = <Model>(encoded: ModelJson<Model>): Model => parseExactJson(encoded) as Model;
