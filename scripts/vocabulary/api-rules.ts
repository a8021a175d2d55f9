import ts from 'typescript';
import { bannedPhrases, type Violation } from './violation.ts';
import { MAX_SUMMARY, PERSONS, PHRASES, SUMMARY_VERBS, SUMMARY_WORDS } from './words.ts';

/** Finds what breaks the vocabulary in the texts of an OpenAPI document. @param file relative to the root */
export function violationsOfApi(file: string, text: string): readonly Violation[] {
  const source = ts.parseJsonText(file, text);
  const violations: Violation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
      const { name, initializer } = node;
      // Examples are data.
      if (name.text === 'example' || name.text === 'examples') return;
      if (ts.isStringLiteral(initializer) && (name.text === 'summary' || name.text === 'description')) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        const found = name.text === 'summary' ? inSummary(initializer.text) : inDescription(initializer.text);
        for (const [word, suggestion] of found)
          violations.push({ rule: name.text, file, line, found: word, suggestion });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return violations;
}

const inDescription = (text: string) => bannedPhrases(text, PHRASES, PERSONS);

function inSummary(text: string): readonly (readonly [found: string, suggestion: string])[] {
  const [first] = text.split(' ');
  return [
    ...bannedPhrases(text, SUMMARY_WORDS, PHRASES, PERSONS),
    ...(text.length > MAX_SUMMARY ? [[text, `at most ${MAX_SUMMARY} characters`] as const] : []),
    ...(SUMMARY_VERBS.has(first!)
      ? []
      : [[text, `begin with an imperative verb instead of "${first}" (SUMMARY_VERBS lists them)`] as const]),
  ];
}
