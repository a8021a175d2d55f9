interface RobotsRule {
  readonly allow: boolean;
  /** Length of the pattern; the longest matching pattern decides. */
  readonly length: number;
  /** Texts between the asterisks. */
  readonly parts: readonly string[];
  /** The pattern ends with `$`. */
  readonly whole: boolean;
}

const MAX_RULES = 2000;
const MAX_PATTERN = 2048;

/** Rules of a robots.txt (RFC 9309). */
export class Robots {
  private constructor(
    private readonly rules: readonly RobotsRule[],
    /** Requested pause between two requests. */
    readonly delayMs: number,
    /** Sitemap URLs as written. */
    readonly sitemaps: readonly string[],
  ) {}

  static readonly NONE = new Robots([], 0, []);

  /**
   * Parses a robots.txt; skips malformed lines.
   *
   * @param agent user agent name of this crawler
   */
  static parse(text: string, agent: string): Robots {
    const own: string[][] = [];
    const others: string[][] = [];
    const sitemaps: string[] = [];
    let groups: string[][][] = [];
    let naming = false;
    for (const line of text.split(/\r\n?|\n/)) {
      const [, key = '', value = ''] = /^\s*([A-Za-z-]+)\s*:([^#]*)/.exec(line.slice(0, MAX_PATTERN)) ?? [];
      const field = key.toLowerCase();
      if (field === 'sitemap') sitemaps.push(line.slice(line.indexOf(':') + 1, MAX_PATTERN).trim());
      else if (field === 'user-agent') {
        if (!naming) groups = [];
        naming = true;
        const name = value.trim().toLowerCase();
        if (name === '*') groups.push(others);
        else if (name.split(/[/\s]/)[0] === agent.toLowerCase()) groups.push(own);
      } else if (field !== '') {
        naming = false;
        for (const group of groups) if (group.length < MAX_RULES) group.push([field, value.trim()]);
      }
    }
    const lines = own.length > 0 ? own : others;
    const delay = Number(lines.find(([field]) => field === 'crawl-delay')?.[1] ?? 0);
    return new Robots(
      lines.flatMap(([field, value]) => parseRule(field!, value!) ?? []),
      delay > 0 ? delay * 1000 : 0,
      sitemaps,
    );
  }

  allows(url: URL): boolean {
    const path = normalizePath(url.pathname + url.search);
    let decisive: RobotsRule | undefined;
    for (const rule of this.rules) {
      const outranks =
        decisive === undefined || rule.length > decisive.length || (rule.length === decisive.length && rule.allow);
      if (outranks && matches(rule, path)) decisive = rule;
    }
    return decisive?.allow ?? true;
  }
}

function parseRule(field: string, value: string): RobotsRule | undefined {
  if ((field !== 'allow' && field !== 'disallow') || value === '') return undefined;
  const pattern = normalizePath(value);
  const whole = pattern.endsWith('$');
  return {
    allow: field === 'allow',
    length: pattern.length,
    parts: (whole ? pattern.slice(0, -1) : pattern).split(/\*+/),
    whole,
  };
}

/** Searches each part once after the previous one: linear in the path for each part. */
function matches({ parts, whole }: RobotsRule, path: string): boolean {
  let at = parts[0]!.length;
  if (!path.startsWith(parts[0]!)) return false;
  if (parts.length === 1) return !whole || at === path.length;
  const last = parts.length - 1;
  for (let i = 1; i < last; i++) {
    const found = path.indexOf(parts[i]!, at);
    if (found < 0) return false;
    at = found + parts[i]!.length;
  }
  return whole
    ? path.length - parts[last]!.length >= at && path.endsWith(parts[last]!)
    : path.includes(parts[last]!, at);
}

/** Normalizes paths and patterns for comparison. */
const normalizePath = (text: string): string =>
  text.replace(/[^\u0021-\u007e]/gu, encodeCharacter).replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
function encodeCharacter(character: string): string {
  try {
    return encodeURIComponent(character);
  } catch {
    return '';
  }
}
