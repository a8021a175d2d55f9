import type { RepositoryUrlParts } from '../../../domain/git/repository-address.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { basicCredentials } from '../git-errors.ts';
import { openGitResponse, requireSuccess } from './git-http.ts';
import { PacketReader, packetText } from './packet-lines.ts';

/** Hash function of object ids. */
export type ObjectFormat = 'sha1' | 'sha256';

export interface ProtocolVersion2 {
  readonly objectFormat: ObjectFormat;
  /** Capabilities to send with each command; only ones that the server advertised. */
  readonly capabilities: readonly string[];
}

/** Repository served over HTTP, with redirects followed, and the protocol that its server supports. */
export interface ServedRepository {
  /** URL without credentials and without a trailing slash. */
  readonly url: string;
  /** Value of the Authorization header; only set if the credentials were given for this server. */
  readonly authorization: string | undefined;
  /** Undefined if the server does not support version 2 of the protocol or shallow fetches. */
  readonly version2: ProtocolVersion2 | undefined;
}

const ADVERTISEMENT = '/info/refs?service=git-upload-pack';
const IDLE_TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 ** 30;
/** Upper bound on the advertised capabilities. */
const MAX_CAPABILITIES = 100;

/**
 * Follows redirects to the repository, checking each address, and reads the capabilities of the server.
 *
 * @throws GitError
 */
export async function locateRepository(
  web: GuardedFetch,
  address: RepositoryUrlParts,
  signal: AbortSignal,
): Promise<ServedRepository> {
  const requested = new URL(address.url.replace(/\/+$/, ''));
  const hasCredentials = address.username !== undefined || address.password !== undefined;
  const authorization = hasCredentials ? `Basic ${basicCredentials(address)}` : undefined;
  const response = await openGitResponse(web, {
    url: requested.href + ADVERTISEMENT,
    authorization,
    maxBytes: MAX_BYTES,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    signal,
  });
  try {
    requireSuccess(response.status, hasCredentials);
    if (/^\s*(text\/html|application\/xhtml)/i.test(response.headers['content-type'] ?? ''))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server responds with a web page',
      );
    if (!response.url.endsWith(ADVERTISEMENT))
      throw new GitError(
        'GIT_NOT_FOUND',
        'the URL does not lead to a Git repository: the server redirects to something else',
      );
    const found = new URL(response.url.slice(0, -ADVERTISEMENT.length));
    const isGit = /^application\/x-git-upload-pack-advertisement\b/i.test(response.headers['content-type'] ?? '');
    return {
      url: found.href,
      authorization: found.origin === requested.origin ? authorization : undefined,
      version2: isGit ? await readVersion2(new PacketReader(response.body)) : undefined,
    };
  } finally {
    response.close();
  }
}

/** Reads the capabilities of a version 2 server; undefined for another version, after its first line. */
async function readVersion2(packets: PacketReader): Promise<ProtocolVersion2 | undefined> {
  let first = await packets.next();
  if (first instanceof Buffer && packetText(first).startsWith('# service=')) {
    await packets.next();
    first = await packets.next();
  }
  if (!(first instanceof Buffer) || packetText(first) !== 'version 2') return undefined;
  const advertised = new Map<string, string>();
  for (
    let packet = await packets.next();
    packet instanceof Buffer && advertised.size < MAX_CAPABILITIES;
    packet = await packets.next()
  ) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(packetText(packet)) ?? [];
    advertised.set(name, value);
  }
  await packets.next(); // Reads to the end, so that the connection can be reused.
  const objectFormat = advertised.get('object-format') ?? 'sha1';
  if (
    !advertised.has('ls-refs') ||
    !advertised.get('fetch')?.split(' ').includes('shallow') ||
    (objectFormat !== 'sha1' && objectFormat !== 'sha256')
  )
    return undefined;
  const capabilities = [
    advertised.has('agent') && 'agent=git/2.40-Quire',
    advertised.has('object-format') && `object-format=${objectFormat}`,
  ].filter((one) => one !== false);
  return { objectFormat, capabilities };
}
