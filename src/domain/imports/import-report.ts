import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { ImportRunId, OrganizationId } from '../kernel/id.ts';

/** Fate of an item: `imported` unchanged, `changed` on the way, or `lost`. */
export const IMPORT_OUTCOMES = ['imported', 'changed', 'lost'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** Item of an import and its fate. */
export interface ImportedItem {
  readonly outcome: ImportOutcome;
  /** Path in the source, or URL. */
  readonly item: string;
  /** Reason for a change or a loss. */
  readonly reason?: string;
  /** Page or file that the item became. */
  readonly page?: string;
  readonly file?: string;
}

/** Numbers of items by outcome. */
export type ImportCounts = Readonly<Record<ImportOutcome, number>>;

export interface ImportReportState extends State {
  /** Id of the run. */
  readonly id: ImportRunId;
  readonly organizationId: OrganizationId;
  readonly items: readonly ImportedItem[];
}

/** Maximum number of items that a report lists; lost items precede changed and imported ones. */
const MAX_REPORT_ITEMS = 1_000;
const MAX_TEXT = 500;
const PRECEDENCE: Readonly<Record<ImportOutcome, number>> = { lost: 0, changed: 1, imported: 2 };

/** Report of a run that has ended. */
export class ImportReport extends Aggregate<ImportReportState> {
  static readonly kind = 'import report';
  static restore = (state: ImportReportState) => new ImportReport(state);

  /** Creates a bounded report of all items. */
  static create(of: ImportReportState): ImportReport {
    return new ImportReport({ ...of, items: limitItems(of.items) });
  }
}

/** Counts items by outcome. */
export function countItems(items: readonly ImportedItem[]): ImportCounts {
  const counts = { imported: 0, changed: 0, lost: 0 };
  for (const { outcome } of items) counts[outcome]++;
  return counts;
}

function limitItems(items: readonly ImportedItem[]): ImportedItem[] {
  return [...items]
    .sort((a, b) => PRECEDENCE[a.outcome] - PRECEDENCE[b.outcome])
    .slice(0, MAX_REPORT_ITEMS)
    .map(({ item, reason, ...rest }) => ({
      ...rest,
      item: storable(item),
      ...(reason !== undefined && { reason: storable(reason) }),
    }));
}

const storable = (text: string): string => text.replaceAll('\0', '\ufffd').slice(0, MAX_TEXT).toWellFormed();
