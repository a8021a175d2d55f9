import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import ts from 'typescript';
import type { UseCase } from '../../src/application/kernel/use-case.ts';

const APPLICATION = fileURLToPath(new URL('../../src/application', import.meta.url));

/**
 * Reads the docstrings of use cases, by operationId.
 *
 * The use case of an operation is the export that is the very object of its route, whatever its name; one that is made for
 * the route (it needs something that the application does not know) is the exported function of the operation's name.
 */
export async function useCaseDocs(
  useCases: readonly UseCase[],
  folder: string = APPLICATION,
): Promise<ReadonlyMap<string, string>> {
  const nameOf = new Map<unknown, string>(useCases.map((useCase) => [useCase, useCase.name]));
  const names = new Set(nameOf.values());
  const docs = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!entry.endsWith('.ts')) continue;
    const path = join(folder, entry);
    const documented = exportDocs(path, readFileSync(path, 'utf8'));
    if (documented.size === 0) continue;
    const exports = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
    for (const [name, doc] of documented) {
      const operation = nameOf.get(exports[name]) ?? (names.has(name) ? name : undefined);
      if (operation !== undefined) docs.set(operation, doc);
    }
  }
  return docs;
}

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
