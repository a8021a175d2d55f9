import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import ts from 'typescript';
import type { UseCase } from '../../src/application/kernel/use-case.ts';

const APPLICATION = fileURLToPath(new URL('../../src/application', import.meta.url));

/**
 * Reads the docstrings of use cases, by operationId: those of the exports that are the use case of an operation, and of
 * functions that make one and have its operationId as their name.
 */
export async function useCaseDocs(
  operationIds: readonly string[],
  folder: string = APPLICATION,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set(operationIds);
  const docs = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!entry.endsWith('.ts')) continue;
    const path = join(folder, entry);
    const documented = exportDocs(path, readFileSync(path, 'utf8'));
    if (documented.size === 0) continue;
    const exports = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
    for (const [name, doc] of documented) {
      const exported = exports[name];
      const operation = isUseCase(exported) ? exported.name : name;
      if (names.has(operation)) docs.set(operation, doc);
    }
  }
  return docs;
}

const isUseCase = (value: unknown): value is UseCase =>
  typeof value === 'object' && value !== null && 'name' in value && 'requires' in value && 'run' in value;

/** Docstrings of the exported constants and functions of a module, without their tags. */
export function exportDocs(path: string, text: string): ReadonlyMap<string, string> {
  const docs = new Map<string, string>();
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : ts.isFunctionDeclaration(statement)
        ? [statement.name]
        : [];
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    const doc = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc)?.comment);
    if (isExported && doc !== undefined)
      for (const name of names) if (name !== undefined && ts.isIdentifier(name)) docs.set(name.text, paragraphs(doc));
  }
  return docs;
}

/** Joins the lines of each paragraph. */
const paragraphs = (doc: string): string =>
  doc
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
