import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Characters of an element that a violation shows. */
const SHOWN_ELEMENT = 200;

/** Part of a page and rules that a check is limited to, as options of axe. */
export interface AccessibilityCheck {
  /** Selector of the part of the page; the whole page without one. */
  readonly within?: string;
  /** Rules to check, or tags of rules, such as `color-contrast` or `wcag2aa`; all rules by default. */
  readonly only?: readonly string[];
  /** Rules that are not checked. */
  readonly without?: readonly string[];
  /** Checks frames of other origins too, which is the default. */
  readonly iframes?: boolean;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Lists what axe finds to violate its rules on the page: rule and elements, a line for each rule. A script in an
 * evaluation is not subject to the content security policy of the page.
 */
export async function accessibilityViolations(page: Page, check: AccessibilityCheck = {}): Promise<readonly string[]> {
  const { within, only, without = [], iframes = true } = check;
  const options = {
    // The elements that pass are not described: on large pages this takes longer than the rules.
    resultTypes: ['violations'],
    iframes,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only !== undefined && { runOnly: only }),
  };
  await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => (
        { id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.html.slice(0, SHOWN_ELEMENT)} ${node.failureSummary?.slice(0, SHOWN_ELEMENT) ?? ''}`).join(' | ')}`,
  );
}
