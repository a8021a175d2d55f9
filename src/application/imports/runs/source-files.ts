import { Invalid } from '../../../domain/kernel/errors.ts';
import type { ImportFile } from '../../../domain/imports/import-source.ts';
import type { RepositoryEntry } from '../../../ports/git/git-repositories.ts';
import type { ArchiveFiles } from '../../../ports/imports/archives.ts';
import type { ActorScope } from '../../kernel/scope.ts';
import type { Services } from '../../kernel/services.ts';
import { listEntries, withoutCommonFolder } from '../archive-entries.ts';
import { readBlob } from '../../uploads/read-blob.ts';
import { readUploadedArchive } from '../read-uploaded-archive.ts';

/** Files that an import reads. */
export interface SourceFiles {
  /** Entries whose paths start at the root of the project. */
  readonly entries: readonly RepositoryEntry[];
  /** Opens the files; the reader works until the task has ended. */
  open<T>(task: (files: Pick<ArchiveFiles, 'read'>) => Promise<T>): Promise<T>;
}

export type SourceContext = Pick<Services, 'archives' | 'blobs' | 'organizationStorage'> & {
  readonly scope: ActorScope;
};

/** Limits of archives within an archive, which exports of workspaces consist of. */
const MAX_NESTED = 20;
const MAX_NESTED_BYTES = 512 * 1024 ** 2;

const isArchiveName = (path: string): boolean => /\.zip$/i.test(path);

/**
 * Divides uploads into projects: each archive, with the archives within it, is one, and the other files together are
 * another one.
 * @throws Invalid for an archive that cannot be read
 */
export async function openUploads(context: SourceContext, files: readonly ImportFile[]): Promise<SourceFiles[]> {
  const loose: ImportFile[] = [];
  const projects: SourceFiles[] = [];
  for (const file of files) {
    if (await isArchive(context, file)) projects.push(...(await openArchive(context, file)));
    else loose.push(file);
  }
  return loose.length === 0 ? projects : [looseFiles(context, loose), ...projects];
}

async function isArchive({ blobs }: SourceContext, { name, blob }: ImportFile): Promise<boolean> {
  if (/\.(?:docx|xlsx|pptx|odt|ods|odp|epub|jar)$/i.test(name)) return false;
  const beginning = await readBlob(blobs, blob, { start: 0, end: 3 });
  return beginning.toString('latin1') === 'PK\x03\x04';
}

async function openArchive(
  context: SourceContext,
  file: Pick<ImportFile, 'name' | 'blob' | 'size'>,
): Promise<SourceFiles[]> {
  const field = file.name.slice(0, 200);
  const open: SourceFiles['open'] = (task) => readUploadedArchive(context, file, field, task);
  const { entries, nested } = await readUploadedArchive(context, file, field, async (files) => {
    const entries = await listProject(files);
    const archives = entries.filter(({ path }) => isArchiveName(path));
    // Archives beside other files are attachments.
    if (archives.length === 0 || archives.length < entries.length) return { entries, nested: [] };
    return { entries, nested: await storeNested(context, files, archives) };
  });
  if (nested.length === 0) return [{ entries: withoutCommonFolder(entries), open }];
  const projects: SourceFiles[] = [];
  for (const { path, blob, size } of nested) {
    const [project] = await openFlat(context, { name: path, blob, size });
    projects.push(project);
  }
  return [mergeProjects(projects)];
}

async function openFlat(
  context: SourceContext,
  file: Pick<ImportFile, 'name' | 'blob' | 'size'>,
): Promise<[SourceFiles]> {
  const field = file.name.slice(0, 200);
  const entries = await readUploadedArchive(context, file, field, listProject);
  return [{ entries, open: (task) => readUploadedArchive(context, file, field, task) }];
}

const GIT_FILE = /(?:^|\/)\.git\//;

/** Lists the files of a project without those of its repository. */
const listProject = async (files: ArchiveFiles): Promise<readonly RepositoryEntry[]> =>
  (await listEntries(files)).filter(({ path }) => !GIT_FILE.test(path));

async function storeNested(
  { blobs, organizationStorage, scope }: SourceContext,
  files: ArchiveFiles,
  archives: readonly RepositoryEntry[],
): Promise<{ path: string; blob: string; size: number }[]> {
  const total = archives.reduce((sum, { size }) => sum + size, 0);
  if (archives.length > MAX_NESTED || total > MAX_NESTED_BYTES)
    throw Invalid.field(
      '',
      `the archive contains more than ${MAX_NESTED} archives or ${MAX_NESTED_BYTES} bytes of them`,
    );
  const stored = [];
  for (const { path, oid, size } of archives)
    for await (const { bytes } of files.read([oid]))
      stored.push({ path, size, blob: (await organizationStorage.put(blobs, scope.organizationId, bytes)).hash });
  return stored;
}

/** Merges the parts of one export; of equal paths, the first one counts. */
function mergeProjects(projects: readonly SourceFiles[]): SourceFiles {
  const owners = new Map<string, SourceFiles>();
  const entries = new Map<string, RepositoryEntry>();
  for (const project of projects)
    for (const entry of project.entries)
      if (!entries.has(entry.path)) {
        entries.set(entry.path, entry);
        if (!owners.has(entry.oid)) owners.set(entry.oid, project);
      }
  return {
    entries: withoutCommonFolder([...entries.values()]),
    open: (task) =>
      task({
        async *read(oids) {
          const requestedOids = [...oids];
          for (const project of projects) {
            const own = requestedOids.filter((oid) => owners.get(oid) === project);
            // One archive is open at a time, and its files are read before the next one is opened.
            if (own.length > 0) yield* await project.open((files) => collect(files.read(own)));
          }
        },
      }),
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function looseFiles({ blobs }: SourceContext, files: readonly ImportFile[]): SourceFiles {
  const taken = new Set<string>();
  return {
    entries: files.map(({ name, size, blob }) => ({ path: uniqueName(name, taken), oid: blob, size, kind: 'file' })),
    open: (task) =>
      task({
        async *read(oids) {
          for (const oid of oids) yield { oid, bytes: await readBlob(blobs, oid) };
        },
      }),
  };
}

/** Turns the name of an upload into a path that no other one has. */
function uniqueName(name: string, taken: Set<string>): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .trim();
  const plain = last === '' || last === '.' || last === '..' ? 'file' : last;
  const dot = plain.lastIndexOf('.') > 0 ? plain.lastIndexOf('.') : plain.length;
  let free = plain;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain.slice(0, dot)}-${n}${plain.slice(dot)}`;
  taken.add(free.toLowerCase());
  return free;
}
