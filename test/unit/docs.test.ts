import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DECISIONS = 'docs/adr';
const DECISION_FILE = /^(\d{4})-[a-z0-9-]+\.md$/;
const HEADINGS = ['Status', 'Context', 'Decision', 'Consequences', 'Alternatives'];
const MAX_LINES = 60;
const MAX_GLOSSARY_ENTRIES = 40;

const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;
const LINK_TARGET = /\]\(([^()\s]+)\)|\b(?:href|src)="([^"]+)"/g;
const HAS_SCHEME = /^[a-z]+:/i;
const NAMED_PATH = /`((?:src|test|scripts|bench|docs)\/[\w./-]*\w)\/?`/g;
/** Requests in text, such as `GET /v1/orgs/{organizationId}`, and in shell commands, such as `call $API/orgs/$ORG`. */
const TEXT_REQUEST = /`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[^\s`?]*)/g;
const SHELL_REQUEST = /(?:-X ([A-Z]+) )?"?\$API(\/[^\s"?]*(?:"?\$\w+"?[^\s"?]*)*)/g;
const VARIABLE = /\{\w+\}|\$\w+|\b\d+\b/g;
/** Code that is copied from the file which its first line names. */
const EXCERPT = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;

const decisions = readdirSync(DECISIONS).sort();
const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

const read = (path: string): string => readFileSync(path, 'utf8');

const sources = ['src', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => join(folder, name)),
);
const texts = [...documents, 'README.md', 'CONTRIBUTING.md'];

/** Paths that the links of a document name, relative to the root of the repository. */
function linkedPaths(document: string): string[] {
  return [...read(document).replace(CODE, '').matchAll(LINK_TARGET)]
    .map(([, markdown, html]) => (markdown ?? html)!)
    .filter((target) => !HAS_SCHEME.test(target) && !target.startsWith('#') && !target.startsWith('/'))
    .map((target) => join(dirname(document), decodeURI(target.replace(/#.*$/, ''))));
}

describe('The decisions in docs/adr', () => {
  it('are numbered from 1 without a gap', () => {
    const numbers = decisions.map((name) => Number(DECISION_FILE.exec(name)?.[1]));
    expect(numbers).to.deep.equal(decisions.map((_, index) => index + 1));
  });

  for (const name of decisions) {
    it(`have a numbered title and the five headings in order, within ${MAX_LINES} lines: ${name}`, () => {
      const text = read(join(DECISIONS, name)).replace(CODE, '');
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
      expect(headings[0]).to.match(new RegExp(`^${Number(name.slice(0, 4))}\\. [A-Z]`));
      expect(headings.slice(1)).to.deep.equal(HEADINGS);
      expect(text).to.match(/^(Accepted|Superseded by ADR \d+), \d{4}-\d{2}-\d{2}/m);
      expect(read(join(DECISIONS, name)).split('\n').length - 1).to.be.at.most(MAX_LINES);
    });
  }

  it('exist where the code and the documents refer to them', () => {
    const dangling = [...sources, ...texts].flatMap((path) =>
      [...read(path).matchAll(/\bADR (\d+)|docs\/adr\/(\d{4})/g)]
        .filter(([, short, long]) => Number(short ?? long) > decisions.length)
        .map(([reference]) => `${path}: ${reference}`),
    );
    expect(dangling).to.deep.equal([]);
  });
});

describe('The glossary', () => {
  const words = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|')[1]!.trim().toLowerCase());

  it(`has at most ${MAX_GLOSSARY_ENTRIES} words in alphabetical order, each once`, () => {
    expect(words).to.have.lengthOf.within(1, MAX_GLOSSARY_ENTRIES);
    expect(words).to.deep.equal([...new Set(words)].sort());
  });
});

describe('The documents', () => {
  it('link only to files that exist', () => {
    const broken = texts.flatMap((document) =>
      linkedPaths(document)
        .filter((path) => !existsSync(path))
        .map((path) => `${document}: ${path}`),
    );
    expect(broken).to.deep.equal([]);
  });

  it('name only files and folders that exist', () => {
    const missing = texts.flatMap((document) =>
      [...read(document).matchAll(NAMED_PATH)]
        .filter(([, path]) => !existsSync(path!))
        .map(([, path]) => `${document}: ${path}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('call only programs, and the shell function that the guide defines', () => {
    const programs = ['call', 'cat', 'curl', 'echo', 'jq', 'wc'];
    const guide = texts.filter((document) => document.startsWith('docs/guide/'));
    const blocks = guide.flatMap((document) => [...read(document).matchAll(/^ *```(?:sh|bash)\n([^]*?)```/gm)]);
    const called = new Set(blocks.flatMap(([, code]) => [...code!.matchAll(/\$\((\w+)/g)].map(([, name]) => name!)));
    expect([...called]).to.include('call');
    expect([...called].filter((name) => !programs.includes(name))).to.deep.equal([]);
  });

  it('show the code of the repository as an example of an operation', () => {
    const excerpts = [...read('CONTRIBUTING.md').matchAll(EXCERPT)];
    expect(excerpts).to.have.lengthOf(2);
    for (const [, path, code] of excerpts) expect(read(path!)).to.include(code!);
  });

  it('name only requests that the API has', () => {
    const api = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
    const has = (method: string | undefined, path: string): boolean => {
      const named = path.replace(/["']/g, '').replace(VARIABLE, '*').split('/');
      return Object.entries(api.paths).some(([template, operations]) => {
        const segments = template.replace(VARIABLE, '*').split('/');
        const isOpen = /\/path\/\{/.test(template);
        return (
          (isOpen ? segments.length <= named.length : segments.length === named.length) &&
          segments.every((segment, at) => segment === '*' || named[at] === '*' || segment === named[at]) &&
          (method === undefined || method.toLowerCase() in operations)
        );
      });
    };
    const unknown = texts.flatMap((document) =>
      [
        ...[...read(document).matchAll(TEXT_REQUEST)].map(([, method, path]) => [method, path!] as const),
        ...[...read(document).matchAll(SHELL_REQUEST)].map(([, method, path]) => [method, `/v1${path}`] as const),
      ]
        .filter(([method, path]) => !has(method, path))
        .map(([method, path]) => `${document}: ${method ?? ''} ${path}`),
    );
    expect(unknown).to.deep.equal([]);
  });
});
