import { getImportRun, startImportRun, type ImportRun } from '../api/operations.ts';
import { POLL_MS } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { FileField, TextField } from '../ui/fields.tsx';
import { uploadFile } from '../uploads/upload-file.ts';

/** Source of imported pages, as a form describes it. */
export interface ImportSource {
  readonly kind: 'website' | 'file';
  readonly url: string;
  readonly files: readonly File[];
}

export const NO_SOURCE: ImportSource = { kind: 'website', url: '', files: [] };

export interface ImportSourceFieldProps {
  readonly source: ImportSource;
  readonly onChange: (source: ImportSource) => void;
}

/** Field for the address of a website, or for files. */
export const ImportSourceField = ({ source, onChange }: ImportSourceFieldProps) =>
  source.kind === 'website' ? (
    <TextField
      label={m.create.address}
      type="url"
      value={source.url}
      onInput={(url) => onChange({ ...source, url })}
      required
      placeholder="https://"
    />
  ) : (
    <FileField
      label={m.create.files}
      accept=".md,.markdown,.html,.htm,.docx,.zip,.txt"
      multiple
      required
      onFiles={(files) => onChange({ ...source, files })}
    />
  );

/** Uploads the files of a source and starts to import it into a space. */
export async function startImport(
  organizationId: string,
  { kind, url, files }: ImportSource,
  target: { readonly space: string },
): Promise<ImportRun> {
  const source =
    kind === 'website'
      ? { type: kind, url }
      : {
          type: kind,
          files: await Promise.all(files.map((file) => uploadFile(organizationId, file, 'import_file'))),
        };
  return startImportRun({ path: { organizationId }, body: { source, target } });
}

/** Tells whether an import goes on. */
export const isRunning = ({ status }: Pick<ImportRun, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress';

/** Waits until an import has ended. */
export async function followImport(
  organizationId: string,
  started: ImportRun,
  onProgress: (run: ImportRun) => void,
): Promise<ImportRun> {
  let run = started;
  while (isRunning(run)) {
    onProgress(run);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    run = await getImportRun({ path: { organizationId, importRunId: started.id } });
  }
  return run;
}
