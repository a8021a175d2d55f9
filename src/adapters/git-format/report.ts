import type { ReportCode, ReportEntry } from '../../ports/git/repository-format.ts';

/** One code never fills a report: beyond this many entries they are counted. */
const MAX_ENTRIES_PER_CODE = 1_000;

type More = Pick<ReportEntry, 'line' | 'paths'>;

/** Collects what an import has to tell, in the order found. */
export class Report {
  readonly #entries: ReportEntry[] = [];
  readonly #counts = new Map<ReportCode, number>();

  warn(code: ReportCode, path: string, message: string, more: More = {}): void {
    this.#add({ level: 'warning', code, path, ...more, message });
  }

  info(code: ReportCode, path: string, message: string, more: More = {}): void {
    this.#add({ level: 'info', code, path, ...more, message });
  }

  /** Tells that texts of a file were cleaned, which its bytes are not. */
  textCleaned(path: string): void {
    this.warn(
      'text-cleaned',
      path,
      'NUL characters and lone surrogates in what the file states are replaced by U+FFFD',
    );
  }

  entries(): readonly ReportEntry[] {
    const overflow = [...this.#counts]
      .filter(([, count]) => count > MAX_ENTRIES_PER_CODE)
      .map(([code, count]): ReportEntry => {
        const level = this.#entries.find((entry) => entry.code === code)?.level ?? 'warning';
        return { level, code, path: '', message: `and ${count - MAX_ENTRIES_PER_CODE} more of this kind` };
      });
    return [...this.#entries, ...overflow];
  }

  #add(entry: ReportEntry): void {
    const count = (this.#counts.get(entry.code) ?? 0) + 1;
    this.#counts.set(entry.code, count);
    if (count <= MAX_ENTRIES_PER_CODE) this.#entries.push(entry);
  }
}
