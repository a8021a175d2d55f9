import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';
import { withoutNames } from './client-requests.ts';

/** Schemas of the requests and answers of a client's methods. */
interface MethodSchemas {
  readonly definitions: Record<string, object>;
  /** Names of definitions by `METHOD /path/{}`; answers without a body are not listed. */
  readonly answers: Record<string, string>;
  /** Names of definitions of `{ data, query }` by `METHOD /path/{}`. */
  readonly requests: Record<string, string>;
}

/** Increase it when the generation below changes. */
const FORMAT = 6;

/**
 * Declarations of the client that answers may exceed: redirects may lead to other sites, the source of a computed page
 * that was written into Git by hand may be incomplete, and the files of a specification are a list, as the newest renderer
 * reads them.
 */
const OLDER_EXTENSIONS: readonly (readonly [declared: string, extended: string])[] = [
  [
    'export type SiteRedirectDestination = ',
    "export type SiteRedirectDestination = { kind: 'external'; url: string } | ",
  ],
  // Only callers that know external links move them.
  [
    'export type SiteStructureItem = ',
    "export type SiteStructureItem = { object: 'site-external-link'; id: string; url: string } | ",
  ],
  ['filesystem: object;', 'filesystem: object[];'],
  ['computed: ComputedContentSourceRevision;', 'computed: ComputedContentSourceRevision | { type: string };'],
  // Customizations take the values of newer clients.
  ['default: CustomizationThemeMode;', "default: CustomizationThemeMode | 'system';"],
  ['locale: CustomizationLocale;', "locale: CustomizationLocale | 'ru';"],
  ['/** @maxLength 300 */\n        copyright', '/** @maxLength 512 */\n        copyright'],
];
/** Corrections of declarations of the newest client, in the form of those of the older one. */
const NEWEST_EXTENSIONS: typeof OLDER_EXTENSIONS = [
  // Repositories may be at any provider.
  ['installationProvider: GitSyncProvider;', 'installationProvider?: GitSyncProvider;'],
  ['filesystem: object;', 'filesystem: object[];'],
  // Texts in other languages are there for some of them.
  ['= Record<TranslationLanguage, string>;', '= { [L in TranslationLanguage]?: string };'],
];
const extensionsOf = (client: string) => (client === '@gitbook/api' ? OLDER_EXTENSIONS : NEWEST_EXTENSIONS);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/quire');

const declarationsOf = (client: string): string =>
  createRequire(import.meta.url)
    .resolve(client)
    .replace(/index\.c?js$/, 'client.d.ts');

/** Generates the schemas of a client's methods from its type declarations, or reads those of an earlier run. */
function methodSchemas(client: string): MethodSchemas {
  const text = readFileSync(declarationsOf(client), 'utf8');
  const name = createHash('sha256')
    .update(`${FORMAT} ${JSON.stringify(extensionsOf(client))} ${text}`)
    .digest('hex')
    .slice(0, 16);
  const file = join(CACHE, `methods-${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(CACHE, { recursive: true });
  const schemas = generate(text, extensionsOf(client), join(CACHE, `methods-${name}-${process.pid}.ts`));
  // Several runs may generate at once.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(schemas));
  renameSync(`${file}.${process.pid}`, file);
  return schemas;
}

function generate(declarations: string, extensions: typeof OLDER_EXTENSIONS, file: string): MethodSchemas {
  const extended = extensions.reduce((text, [declared, replacement]) => {
    if (!text.includes(declared)) throw new Error(`the client does not declare ${declared}`);
    return text.replaceAll(declared, replacement);
  }, declarations);
  const source = ts.createSourceFile('client.d.ts', extended, ts.ScriptTarget.Latest, true);
  const types = source.statements
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isEnumDeclaration(each))
    .map((each) => each.getText());
  const methods = [...methodsOf(source)];
  const ofMethods = methods.flatMap(({ name, request, answer }) => [
    `export type RequestOf_${name} = ${request};`,
    ...(answer === undefined ? [] : [`export type AnswerOf_${name} = ${answer};`]),
  ]);
  // One type with all of them, because they share most others.
  const all = methods.flatMap(({ name, answer }) => [
    `request_${name}: RequestOf_${name};`,
    ...(answer === undefined ? [] : [`answer_${name}: AnswerOf_${name};`]),
  ]);
  writeFileSync(file, [...types, ...ofMethods, `export interface AllMethods { ${all.join(' ')} }`].join('\n'));
  const generator = createGenerator({ path: file, skipTypeCheck: true, additionalProperties: true, topRef: true });
  const { definitions = {} } = generator.createSchema('AllMethods');
  rmSync(file);
  const answers: Record<string, string> = {};
  const requests: Record<string, string> = {};
  for (const { name, endpoint, answer } of methods) {
    requests[withoutNames(endpoint)] = `RequestOf_${name}`;
    if (answer !== undefined) answers[withoutNames(endpoint)] = `AnswerOf_${name}`;
  }
  return { definitions: definitions as Record<string, object>, answers, requests };
}

/** Types of a method: `request` has `data` and `query`, `answer` is undefined if it has no JSON body. */
interface MethodTypes {
  readonly name: string;
  readonly endpoint: string;
  readonly request: string;
  readonly answer: string | undefined;
}

/** Finds the methods of the client's API with the endpoint that each documents, what it takes and what it answers. */
function* methodsOf(source: ts.SourceFile): Generator<MethodTypes> {
  const members: ts.PropertySignature[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type)) members.push(node);
    ts.forEachChild(node, visit);
  };
  source.statements.filter(ts.isClassDeclaration).forEach(visit);
  for (const member of members) {
    const documented = /@request (\w+):(\S+)/.exec(member.getFullText());
    if (documented === null) continue;
    const { type, parameters } = member.type as ts.FunctionTypeNode;
    const answer = /^Promise<HttpResponse<([\s\S]*), [^,]*>>$/.exec(type.getText())?.[1];
    const taken = parameters.filter((each) => ['data', 'query'].includes(each.name.getText()));
    yield {
      name: member.name.getText(),
      endpoint: `${documented[1]} ${documented[2]}`,
      request: `{ ${taken.map((each) => `${each.getText()};`).join(' ')} }`,
      answer: answer === undefined || /^(any|void|object|string|File)$/.test(answer) ? undefined : answer,
    };
  }
}

/** Validates requests and answers against the types of an installed version of the official client; additions are allowed. */
export class ClientTypes {
  readonly #schemas: MethodSchemas;
  readonly #ajv: Ajv;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(client: string) {
    this.#schemas = methodSchemas(client);
    this.#ajv = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true });
    this.#ajv.addSchema({ $id: 'client', definitions: this.#schemas.definitions });
  }

  /**
   * Returns the difference between an answer and the type that the client's method declares; undefined if there is none
   * or if the client has no method for the operation.
   *
   * @param path with parameters in braces, whatever their names, without `/v1`
   */
  findProblem(method: string, path: string, body: unknown): string | undefined {
    return this.#findDifference(this.#schemas.answers[withoutNames(`${method} ${path}`)], body);
  }

  /**
   * Returns the difference between what a method is given and the types of its parameters `data` and `query`; undefined
   * if there is none or if the client has no method for the operation.
   *
   * @param endpoint `METHOD /path/{parameter}`, without `/v1`
   */
  findRequestProblem(
    endpoint: string,
    request: { readonly data?: unknown; readonly query?: object },
  ): string | undefined {
    return this.#findDifference(this.#schemas.requests[withoutNames(endpoint)], request);
  }

  #findDifference(name: string | undefined, value: unknown): string | undefined {
    if (name === undefined) return undefined;
    let validate = this.#validators.get(name);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `client#/definitions/${name}` });
      this.#validators.set(name, validate);
    }
    return validate(value)
      ? undefined
      : this.#ajv.errorsText(validate.errors!.slice(0, 12), {
          dataVar: name.replace('AnswerOf_', '').replace('RequestOf_', 'request of '),
          separator: '\n  ',
        });
  }

  /** `METHOD /path/{}` of all methods whose answers have a schema. */
  get requests(): readonly string[] {
    return Object.keys(this.#schemas.answers);
  }
}
