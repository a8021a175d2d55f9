import type { RepositoryUrlParts } from '../../../domain/git/repository-address.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { basicCredentials } from '../git-failures.ts';
import { openGit, refuseStatus } from './git-http.ts';
import { PacketReader, textOf } from './packet-lines.ts';

/** How names of objects are made. */
export type ObjectFormat = 'sha1' | 'sha256';

export interface Version2 {
  readonly objectFormat: ObjectFormat;
  /** What the server wants to be told with each command: nothing that it did not speak of itself. */
  readonly told: readonly string[];
}

/** Where a repository is served over HTTP, redirects followed, and what its server understands. */
export interface ServedRepository {
  /** Without credentials and without a slash at its end. */
  readonly url: string;
  /** The value of `Authorization`; only where the credentials were given for this very server. */
  readonly authorization: string | undefined;
  /** Undefined where the server does not speak version 2 of the protocol, or cannot give a commit without its history. */
  readonly version2: Version2 | undefined;
}

const ADVERTISEMENT = '/info/refs?service=git-upload-pack';
const SILENT_MS = 30_000;
const MAX_BYTES = 2 ** 30;
/** No server has so many things to say of itself. */
const MAX_CAPABILITIES = 100;

/** Follows an address to where the repository is, each step checked, and asks the server what it understands. @throws GitError */
export async function findRepository(
  web: GuardedFetch,
  address: RepositoryUrlParts,
  signal: AbortSignal,
): Promise<ServedRepository> {
  const asked = new URL(address.url.replace(/\/+$/, ''));
  const isKnown = address.username !== undefined || address.password !== undefined;
  const authorization = isKnown ? `Basic ${basicCredentials(address)}` : undefined;
  const answer = await openGit(web, {
    url: asked.href + ADVERTISEMENT,
    authorization,
    maxBytes: MAX_BYTES,
    silentMs: SILENT_MS,
    signal,
  });
  try {
    refuseStatus(answer.status, isKnown);
    if (/^\s*(text\/html|application\/xhtml)/i.test(answer.headers['content-type'] ?? ''))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server responds with a web page',
      );
    if (!answer.url.endsWith(ADVERTISEMENT))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server redirects to something else',
      );
    const found = new URL(answer.url.slice(0, -ADVERTISEMENT.length));
    const isGit = /^application\/x-git-upload-pack-advertisement\b/i.test(answer.headers['content-type'] ?? '');
    return {
      url: found.href,
      authorization: found.origin === asked.origin ? authorization : undefined,
      version2: isGit ? await version2Of(new PacketReader(answer.body)) : undefined,
    };
  } finally {
    answer.close();
  }
}

/** What a server of version 2 says of itself; undefined for another one, of which no more is read than its first line. */
async function version2Of(packets: PacketReader): Promise<Version2 | undefined> {
  let first = await packets.next();
  if (first instanceof Buffer && textOf(first).startsWith('# service=')) {
    await packets.next();
    first = await packets.next();
  }
  if (!(first instanceof Buffer) || textOf(first) !== 'version 2') return undefined;
  const said = new Map<string, string>();
  for (
    let packet = await packets.next();
    packet instanceof Buffer && said.size < MAX_CAPABILITIES;
    packet = await packets.next()
  ) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(textOf(packet)) ?? [];
    said.set(name, value);
  }
  await packets.next(); // to the end, so that the connection serves again
  const objectFormat = said.get('object-format') ?? 'sha1';
  if (
    !said.has('ls-refs') ||
    !said.get('fetch')?.split(' ').includes('shallow') ||
    (objectFormat !== 'sha1' && objectFormat !== 'sha256')
  )
    return undefined;
  const told = [
    said.has('agent') && 'agent=git/2.40-Quire',
    said.has('object-format') && `object-format=${objectFormat}`,
  ].filter((one) => one !== false);
  return { objectFormat, told };
}
