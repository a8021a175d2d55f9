import { areaOf, RULES, type Rule, type Violation } from './violation.ts';

/** Numbers of violations that are left, by rule and top area. */
export type Counts = { readonly [R in Rule]?: Readonly<Record<string, number>> };

/** A rule and an area whose count is not the one that the baseline allows. */
export interface Difference {
  readonly rule: Rule;
  readonly area: string;
  readonly allowed: number;
  readonly found: number;
}

export function countsOf(violations: readonly Violation[]): Counts {
  const counts: { [R in Rule]?: Record<string, number> } = {};
  for (const { rule, file } of violations) {
    const areas = (counts[rule] ??= {});
    areas[areaOf(file)] = (areas[areaOf(file)] ?? 0) + 1;
  }
  return inOrder(counts);
}

/** Compares counts with those of the baseline. */
export function differencesOf(baseline: Counts, counts: Counts): readonly Difference[] {
  return RULES.flatMap((rule) =>
    [...new Set([...Object.keys(baseline[rule] ?? {}), ...Object.keys(counts[rule] ?? {})])].sort().flatMap((area) => {
      const [allowed, found] = [baseline[rule]?.[area] ?? 0, counts[rule]?.[area] ?? 0];
      return allowed === found ? [] : [{ rule, area, allowed, found }];
    }),
  );
}

/** The baseline with every count lowered to what was found; none is raised, and those of nothing are left out. */
export function lowered(baseline: Counts, counts: Counts): Counts {
  const lower: { [R in Rule]?: Record<string, number> } = {};
  for (const rule of RULES)
    for (const [area, allowed] of Object.entries(baseline[rule] ?? {})) {
      const left = Math.min(allowed, counts[rule]?.[area] ?? 0);
      if (left > 0) (lower[rule] ??= {})[area] = left;
    }
  return inOrder(lower);
}

const inOrder = (counts: Counts): Counts =>
  Object.fromEntries(
    RULES.filter((rule) => counts[rule] !== undefined).map((rule) => [
      rule,
      Object.fromEntries(Object.entries(counts[rule]!).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
