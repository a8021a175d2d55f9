import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';

/** A method of a client and the request that it sends. */
export interface ClientMethod {
  readonly name: string;
  /** Property of the client that has the method. */
  readonly group: string;
  /** `METHOD /path/{parameter}`, without `/v1`. */
  readonly request: string;
  /** Names of its parameters: those of the path, then `data`, `query` and `params` where it takes them. */
  readonly parameters: readonly string[];
}

/** A field of the requests of a client's method. */
export interface RequestField extends Pick<ClientMethod, 'name' | 'request'> {
  readonly in: 'data' | 'query';
  /** Names of the fields from the outside in; lists have no part of their own. */
  readonly path: readonly string[];
}

/** `METHOD /path/{parameter}` of a route, as clients declare it. */
export function requestOf(route: Route): string {
  const { method, path } = partsOf(route);
  return `${method} ${path.replace(/^\/v1/, '').replace(/:(\w+)\*?/g, '{$1}')}`;
}

/** Finds all methods of the API that an installed client declares, in the order of their declaration. */
export const clientMethods = (client: string): ClientMethod[] =>
  [...methodsOf(parseDeclarations(client))].map((method) => ({
    ...method,
    parameters: method.parameters.map(({ name }) => name.getText()),
  }));

/** A request without the names of its parameters, which clients and routes name differently. */
export const withoutNames = (request: string): string => request.replace(/\{\w+\}/g, '{}');

/** Finds all fields of the requests that an installed client declares; types that contain themselves end there. */
export function requestFields(client: string): RequestField[] {
  const source = parseDeclarations(client);
  const types = new Map<string, ts.Node>();
  for (const each of source.statements)
    if (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) types.set(each.name.text, each);

  return [...methodsOf(source)].flatMap(({ name, request, parameters }) =>
    parameters.flatMap((parameter) => {
      const part = parameter.name.getText();
      return part === 'data' || part === 'query'
        ? [...fieldsOf(parameter.type, [], new Set())].map((path) => ({ name, request, in: part, path }) as const)
        : [];
    }),
  );

  function* fieldsOf(
    node: ts.Node | undefined,
    path: readonly string[],
    open: ReadonlySet<ts.Node>,
  ): Generator<readonly string[]> {
    if (node === undefined || path.length > 6) return;
    if (ts.isPropertySignature(node)) {
      const inside = [...path, node.name.getText().replace(/^["']|["']$/g, '')];
      yield inside;
      yield* fieldsOf(node.type, inside, open);
    } else if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const declared = types.get((ts.isTypeReferenceNode(node) ? node.typeName : node.expression).getText());
      if (declared !== undefined && !open.has(declared))
        yield* childrenOf(declared, path, new Set([...open, declared]));
      for (const argument of node.typeArguments ?? []) yield* fieldsOf(argument, path, open);
    } else yield* childrenOf(node, path, open);
  }
  function* childrenOf(
    node: ts.Node,
    path: readonly string[],
    open: ReadonlySet<ts.Node>,
  ): Generator<readonly string[]> {
    for (const child of childNodes(node)) yield* fieldsOf(child, path, open);
  }
}

function parseDeclarations(client: string): ts.SourceFile {
  const entry = createRequire(import.meta.url).resolve(client);
  const text = readFileSync(entry.replace(/index\.c?js$/, 'client.d.ts'), 'utf8');
  return ts.createSourceFile('client.d.ts', text, ts.ScriptTarget.Latest, true);
}

function childNodes(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

interface DeclaredMethod extends Omit<ClientMethod, 'parameters'> {
  readonly parameters: readonly ts.ParameterDeclaration[];
}

function* methodsOf(node: ts.Node): Generator<DeclaredMethod> {
  if (ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type)) {
    const request = /@request (\w+):(\S+)/.exec(node.getFullText());
    if (request !== null)
      yield {
        name: node.name.getText(),
        group: (node.parent.parent as ts.PropertyDeclaration).name.getText(),
        request: `${request[1]} ${request[2]}`,
        parameters: [...node.type.parameters],
      };
  }
  for (const child of childNodes(node)) yield* methodsOf(child);
}
