import ts from 'typescript';
import { testTitlesOf } from '../test-titles.ts';
import { endsInParticiple, suggestionForMember, suggestionForName } from './names.ts';
import { bannedPhrases, type Rule, type Violation } from './violation.ts';
import { CLAUSES, PERSONS, PHRASES, TITLES } from './words.ts';

/** Finds what breaks the vocabulary in a TypeScript or JavaScript file. @param file relative to the root */
export function violationsOfSource(file: string, text: string): readonly Violation[] {
  const isProduct = /^(app\/)?src\//.test(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const violations: Violation[] = [];
  const report = (rule: Rule, start: number, found: string, suggestion: string): void => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    violations.push({ rule, file, line, found, suggestion });
  };
  const checkName = (name: ts.Node, suggestionFor: (name: string) => string | undefined): void => {
    if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return;
    const suggestion = suggestionFor(name.text);
    if (suggestion !== undefined) report('identifier', name.getStart(source), name.text, suggestion);
  };

  for (const [start, comment] of docComments(source)) {
    const [first] = /^[A-Za-z]+/.exec(comment) ?? [];
    if (first !== undefined && CLAUSES.includes(first))
      report('docstring', start, `${comment.slice(0, 60)}…`, `begin with a noun or a verb instead of "${first}"`);
  }

  const exports = new Set(exportedNames(source));
  for (const name of declaredNames(source))
    checkName(name, isProduct && exports.has(name) ? suggestionForName : suggestionForMember);
  if (isProduct) {
    for (const { name } of exportedTypes(source))
      if (endsInParticiple(name.text))
        report('participle-type', name.getStart(source), name.text, 'a noun: a type is no participle');
    forEachText(source, (start, words) => {
      for (const [found, suggestion] of bannedPhrases(words, PHRASES, PERSONS))
        report('message', start, found, suggestion);
    });
  }

  if (/\.(test|contract)\.ts$/.test(file))
    for (const { text: title, start } of testTitlesOf(source))
      for (const [found, suggestion] of bannedPhrases(title, PHRASES, TITLES))
        report('test-title', start, found, suggestion);
  return violations;
}

/** Texts of the docstrings of a file, without their frames, by where they start. */
function docComments(source: ts.SourceFile): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const { text } = source;
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      if (text.startsWith('/**', pos))
        found.set(
          pos,
          text
            .slice(pos + 3, end - 2)
            .replace(/^[\s*]+/, '')
            .replace(/\s*\n\s*\*?\s*/g, ' ')
            .trim(),
        );
    ts.forEachChild(node, visit);
  };
  visit(source);
  visit(source.endOfFileToken);
  return found;
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Names that a file exports. */
function exportedNames(source: ts.SourceFile): readonly ts.Node[] {
  const names: ts.Node[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
        for (const { name } of statement.exportClause.elements) names.push(name);
    } else if (!isExported(statement)) continue;
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) names.push(name);
        else for (const element of name.elements) if (ts.isBindingElement(element)) names.push(element.name);
      }
    else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      if (statement.name !== undefined) names.push(statement.name);
    }
  }
  return names;
}

/** Kinds of nodes whose `name` repeats the name of a declaration. */
const REFERENCES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ImportSpecifier,
  ts.SyntaxKind.JsxAttribute,
  ts.SyntaxKind.MetaProperty,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ShorthandPropertyAssignment,
]);

/** Names that a file declares: of variables, parameters, functions, types and members. */
function declaredNames(source: ts.SourceFile): readonly ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration;
    if (name !== undefined && !REFERENCES.has(node.kind)) names.push(name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Exported interfaces and type aliases; names of errors and events, which are classes, may say what has happened. */
const exportedTypes = (source: ts.SourceFile): readonly (ts.InterfaceDeclaration | ts.TypeAliasDeclaration)[] =>
  source.statements.filter(
    (node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && isExported(node),
  );

/** Calls back with every text of several words that a file has, and with the pieces of those that are composed. */
function forEachText(source: ts.SourceFile, take: (start: number, text: string) => void): void {
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      if (/\s/.test(node.text.trim())) take(node.getStart(source), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
}
