import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';

/** Schemas of the answers of a client's methods. */
interface AnswerSchemas {
  readonly definitions: Record<string, object>;
  /** Names of definitions by `METHOD /path/{parameter}`; answers without a body are not listed. */
  readonly answers: Record<string, string>;
}

/** Increase it when the generation below changes. */
const FORMAT = 4;

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
  // Newer clients have external links between the sections of a site.
  [
    'structure: (SiteSection | SiteSectionGroup)[];',
    "structure: (SiteSection | SiteSectionGroup | { object: 'site-external-link'; id: string; url: string })[];",
  ],
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
  // Results of a search are in order, and tell neither scores nor the pages above.
  ['score: SearchResultScore;', 'score?: SearchResultScore;'],
  ['    rank: number;\n    /** Whether the page matched', '    rank?: number;\n    /** Whether the page matched'],
  [
    'ancestors: {\n        title: string;\n    }[];\n    /** URLs',
    'ancestors?: {\n        title: string;\n    }[];\n    /** URLs',
  ],
];
const extensionsOf = (client: string) => (client === '@gitbook/api' ? OLDER_EXTENSIONS : NEWEST_EXTENSIONS);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/quire');

const declarationsOf = (client: string): string =>
  createRequire(import.meta.url)
    .resolve(client)
    .replace(/index\.c?js$/, 'client.d.ts');

/** Generates the schemas of a client's answers from its type declarations, or reads those of an earlier run. */
function answerSchemas(client: string): AnswerSchemas {
  const text = readFileSync(declarationsOf(client), 'utf8');
  const name = createHash('sha256')
    .update(`${FORMAT} ${JSON.stringify(extensionsOf(client))} ${text}`)
    .digest('hex')
    .slice(0, 16);
  const file = join(CACHE, `answers-${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(CACHE, { recursive: true });
  const schemas = generate(text, extensionsOf(client), join(CACHE, `answers-${name}-${process.pid}.ts`));
  // Several runs may generate at once.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(schemas));
  renameSync(`${file}.${process.pid}`, file);
  return schemas;
}

function generate(declarations: string, extensions: typeof OLDER_EXTENSIONS, file: string): AnswerSchemas {
  const extended = extensions.reduce((text, [declared, replacement]) => {
    if (!text.includes(declared)) throw new Error(`the client does not declare ${declared}`);
    return text.replaceAll(declared, replacement);
  }, declarations);
  const source = ts.createSourceFile('client.d.ts', extended, ts.ScriptTarget.Latest, true);
  const types = source.statements
    .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isEnumDeclaration(each))
    .map((each) => each.getText());
  const methods = [...methodsOf(source)];
  writeFileSync(file, [...types, ...methods.map(({ name, answer }) => `export type ${name} = ${answer};`)].join('\n'));
  const generator = createGenerator({ path: file, skipTypeCheck: true, additionalProperties: true, topRef: true });
  const definitions: Record<string, object> = {};
  const answers: Record<string, string> = {};
  for (const { name, request } of methods) {
    Object.assign(definitions, generator.createSchema(name).definitions);
    answers[request] = name;
  }
  return { definitions, answers };
}

/** Finds the methods of the client's API with the request that each documents and the type that it answers. */
function* methodsOf(source: ts.SourceFile): Generator<{ name: string; request: string; answer: string }> {
  const members: ts.PropertySignature[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type)) members.push(node);
    ts.forEachChild(node, visit);
  };
  source.statements.filter(ts.isClassDeclaration).forEach(visit);
  for (const member of members) {
    const request = /@request (\w+):(\S+)/.exec(member.getFullText());
    const answer = /^Promise<HttpResponse<([\s\S]*), [^,]*>>$/.exec(
      (member.type as ts.FunctionTypeNode).type.getText(),
    );
    if (request === null || answer === null || /^(any|void|object|string|File)$/.test(answer[1]!)) continue;
    yield { name: `AnswerOf_${member.name.getText()}`, request: `${request[1]} ${request[2]}`, answer: answer[1]! };
  }
}

/** Validates answers against the types of an installed version of the official client; additions are allowed. */
export class ClientTypes {
  readonly #schemas: AnswerSchemas;
  readonly #ajv: Ajv;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(client: string) {
    this.#schemas = answerSchemas(client);
    this.#ajv = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true });
    this.#ajv.addSchema({ $id: 'client', definitions: this.#schemas.definitions });
  }

  /**
   * Returns the difference between an answer and the type that the client's method declares; undefined if there is none
   * or if the client has no method for the operation.
   *
   * @param path with parameters in braces, without `/v1`
   */
  findProblem(method: string, path: string, body: unknown): string | undefined {
    const name = this.#schemas.answers[`${method} ${path}`];
    if (name === undefined) return undefined;
    let validate = this.#validators.get(name);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `client#/definitions/${name}` });
      this.#validators.set(name, validate);
    }
    return validate(body)
      ? undefined
      : this.#ajv.errorsText(validate.errors!.slice(0, 12), {
          dataVar: name.replace('AnswerOf_', ''),
          separator: '\n  ',
        });
  }

  /** `METHOD /path/{parameter}` of all methods whose answers have a schema. */
  get requests(): readonly string[] {
    return Object.keys(this.#schemas.answers);
  }
}
