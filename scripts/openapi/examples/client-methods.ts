import type { Api as OlderClient } from '../../../node_modules/@gitbook/api/dist/client.d.ts';
import type { Api as NewestClient } from '../../../node_modules/gitbook-api-newest/dist/client.d.ts';

/** Methods of the groups of a client as `[name in lower case, function]`; clients spell acronyms in their own way. */
type MethodsOf<Client> = {
  [Group in keyof Client]: {
    [Name in keyof Client[Group] & string]: readonly [Lowercase<Name>, Client[Group][Name]];
  }[keyof Client[Group] & string];
}[keyof Client];

type OlderMethods = MethodsOf<OlderClient<unknown>>;
type NewestMethods = MethodsOf<NewestClient<unknown>>;

/** Method of an operation; never if the client has none. */
type MethodOf<Methods, Operation extends string> = Extract<Methods, readonly [Lowercase<Operation>, unknown]>[1];

/** First argument after the parameters of the path, which are texts: the body of operations that take one. */
type FirstObject<Arguments extends readonly unknown[]> = Arguments extends readonly [infer First, ...infer Rest]
  ? First extends string | number
    ? FirstObject<Rest>
    : First
  : unknown;
type BodyOf<Method> = Method extends (...args: infer Arguments) => unknown ? FirstObject<Arguments> : never;

/** A value as its JSON: members of enumerations are texts, and objects may have further members, as extensions are. */
type JsonOf<Value> = Value extends string
  ? `${Value}`
  : Value extends readonly (infer Item)[]
    ? readonly JsonOf<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: JsonOf<Value[Name]> } & { readonly [extension: string]: unknown }
      : Value;

/** Operations whose requests in the scenario have values that no client declares. */
export const EXTENDED_OPERATIONS = [
  'updateSpaceById', // merge rules of ours
  'updateChangeRequestContent', // variables
  'generateStorageUploadURL', // archives of spaces
] as const;
type Extended = (typeof EXTENDED_OPERATIONS)[number];

/**
 * Body that one of the official clients lets its callers send to an operation, checked by the compiler; anything for
 * operations that neither has.
 */
export type ClientBody<Operation extends string> = Operation extends Extended
  ? unknown
  : [MethodOf<OlderMethods | NewestMethods, Operation>] extends [never]
    ? unknown
    : JsonOf<BodyOf<MethodOf<OlderMethods | NewestMethods, Operation>>>;
