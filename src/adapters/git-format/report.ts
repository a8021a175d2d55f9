import type { ImportReportCode, ImportReportEntry } from '../../ports/git/repository-format.ts';

/** Maximum number of entries per code; further ones are only counted. */
const MAX_ENTRIES_PER_CODE = 1_000;

type ReportDetails = Pick<ImportReportEntry, 'line' | 'paths'>;

/** Collects the messages of an import in order. */
export class Report {
  readonly #entries: ImportReportEntry[] = [];
  readonly #counts = new Map<ImportReportCode, number>();

  warn(code: ImportReportCode, path: string, message: string, more: ReportDetails = {}): void {
    this.#add({ level: 'warning', code, path, ...more, message });
  }

  info(code: ImportReportCode, path: string, message: string, more: ReportDetails = {}): void {
    this.#add({ level: 'info', code, path, ...more, message });
  }

  /** Reports that texts of a file were cleaned; the stored bytes are unchanged. */
  warnCleanedText(path: string): void {
    this.warn('text-cleaned', path, 'NUL characters and lone surrogates in the file are replaced by U+FFFD');
  }

  entries(): readonly ImportReportEntry[] {
    const overflow = [...this.#counts]
      .filter(([, count]) => count > MAX_ENTRIES_PER_CODE)
      .map(([code, count]): ImportReportEntry => {
        const level = this.#entries.find((entry) => entry.code === code)?.level ?? 'warning';
        return { level, code, path: '', message: `and ${count - MAX_ENTRIES_PER_CODE} more of this kind` };
      });
    return [...this.#entries, ...overflow];
  }

  #add(entry: ImportReportEntry): void {
    const count = (this.#counts.get(entry.code) ?? 0) + 1;
    this.#counts.set(entry.code, count);
    if (count <= MAX_ENTRIES_PER_CODE) this.#entries.push(entry);
  }
}
