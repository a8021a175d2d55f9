/** Reports that figures for `/metrics` could not be read. */
export type ReportFailure = (figures: string, error: unknown) => void;

/**
 * Returns a read of figures for `/metrics`. Reads at the same time share one. A failure gives undefined, and is reported
 * once until the figures can be read again.
 */
export function scrapedFigures<T>(
  name: string,
  read: () => Promise<T>,
  report: ReportFailure,
): () => Promise<T | undefined> {
  let pending: Promise<T | undefined> | undefined;
  let hasFailed = false;
  const attempt = async (): Promise<T | undefined> => {
    try {
      const figures = await read();
      hasFailed = false;
      return figures;
    } catch (error) {
      if (!hasFailed) report(name, error);
      hasFailed = true;
      return undefined;
    }
  };
  return () => (pending ??= attempt().finally(() => (pending = undefined)));
}
