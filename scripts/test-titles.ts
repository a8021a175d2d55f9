import ts from 'typescript';

/** Title of a test or a suite: the text as written, with `${…}` where it is computed. */
export interface TestTitle {
  readonly text: string;
  /** Offset in the source. */
  readonly start: number;
  /** False for suites, and for tests that are skipped. */
  readonly runs: boolean;
}

const SUITES = new Set(['describe', 'onEveryBackend']);

/** Lists the titles of `it`, `describe` and `onEveryBackend` in a source of tests. */
export function testTitlesOf(source: ts.SourceFile): readonly TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, skipped: boolean): void => {
    if (ts.isCallExpression(node)) {
      const [callee, ...modifiers] = node.expression.getText(source).split('.');
      const [title] = node.arguments;
      const isTest = callee === 'it';
      if (title !== undefined && (isTest || SUITES.has(callee!))) {
        skipped ||= modifiers.includes('skip') || (isTest && node.arguments.length < 2);
        titles.push({ text: title.getText(source), start: title.getStart(source), runs: isTest && !skipped });
      }
    }
    ts.forEachChild(node, (child) => visit(child, skipped));
  };
  visit(source, false);
  return titles;
}
