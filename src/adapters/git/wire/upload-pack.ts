import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { redact } from '../git-errors.ts';
import { isOid } from '../git-tree.ts';
import { openGitResponse } from './git-http.ts';
import { commandPackets, PacketReader, packetText } from './packet-lines.ts';
import type { ServedRepository, ProtocolVersion2 } from './served-repository.ts';

/** Requested commit, and the commits that are already stored. */
export interface PackRequest {
  readonly commit: string;
  /** Commits that are stored with all their files. */
  readonly known: readonly string[];
  /** Commits that are stored without their parents. */
  readonly shallow: readonly string[];
}

/** Pack that a server sends. */
export interface ReceivedPack {
  /** Commits that are sent without their parents, and commits whose parents are sent now. */
  readonly shallow: readonly string[];
  readonly unshallow: readonly string[];
  /** Content of the pack in Git's format, which may contain deltas against known objects. Can be read once. */
  readonly bytes: AsyncIterable<Buffer>;
  close(): void;
}

export interface UploadPackOptions {
  /** Texts that must not appear in messages. */
  readonly secrets: readonly string[];
  /** Maximum size of a pack. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The server does not respond as a server of protocol version 2 at this URL; the repository may have moved. */
export class NotServedError extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

const SERVICE = '/git-upload-pack';
const CONTENT_TYPE = 'application/x-git-upload-pack';
/** Maximum time without data; busy servers send keep-alive packets every few seconds. */
const IDLE_TIMEOUT_MS = 60_000;
const MAX_REFS_BYTES = 64 * 1024 ** 2;
const [PACK, , FAILURE] = [1, 2, 3];

/**
 * Client of the upload-pack service in version 2 of the protocol over HTTP (gitprotocol-v2(5), gitprotocol-http(5)): one
 * request resolves a branch, a second one fetches its pack. The git program would need three requests and five
 * processes (docs/adr/0039).
 */
export class UploadPack {
  constructor(
    private readonly web: GuardedFetch,
    private readonly served: Pick<ServedRepository, 'url' | 'authorization'>,
    private readonly version: ProtocolVersion2,
    private readonly options: UploadPackOptions,
  ) {}

  /**
   * Resolves a branch to its commit; undefined if the branch does not exist.
   *
   * @throws GitError, NotServedError
   */
  async tip(ref: string): Promise<string | undefined> {
    const { packets, close } = await this.#send('ls-refs', [`ref-prefix ${ref}`], MAX_REFS_BYTES);
    try {
      let tip: string | undefined;
      for (let packet = await packets.next(); packet !== 'flush'; packet = await packets.next()) {
        if (!(packet instanceof Buffer)) throw connectionClosed();
        const [oid = '', name] = this.#readText(packet).split(' ');
        if (name === ref) tip = this.#parseOid(oid);
      }
      await packets.next(); // Reads to the end, so that the connection can be reused.
      return tip;
    } finally {
      close();
    }
  }

  /**
   * Fetches a commit with its files and without its history, except for known objects.
   *
   * @throws GitError, NotServedError
   */
  async fetch({ commit, known, shallow }: PackRequest): Promise<ReceivedPack> {
    const args = [
      'thin-pack',
      'ofs-delta',
      'no-progress',
      ...shallow.map((oid) => `shallow ${oid}`),
      'deepen 1',
      `want ${commit}`,
      ...known.map((oid) => `have ${oid}`),
      'done',
    ];
    const { packets, close } = await this.#send('fetch', args, this.options.maxBytes);
    const shallowInfo = { shallow: [] as string[], unshallow: [] as string[] };
    try {
      for (;;) {
        const section = await packets.next();
        if (!(section instanceof Buffer)) throw connectionClosed();
        const name = this.#readText(section);
        if (name === 'packfile') return { ...shallowInfo, bytes: this.#pack(packets, close), close };
        for (let packet = await packets.next(); packet !== 'delimiter'; packet = await packets.next()) {
          if (!(packet instanceof Buffer)) throw connectionClosed();
          const [kind, oid = ''] = this.#readText(packet).split(' ');
          if (name === 'shallow-info' && (kind === 'shallow' || kind === 'unshallow'))
            shallowInfo[kind].push(this.#parseOid(oid));
        }
      }
    } catch (error) {
      close();
      throw error;
    }
  }

  async *#pack(packets: PacketReader, close: () => void): AsyncGenerator<Buffer> {
    try {
      for (let packet = await packets.next(); packet !== 'flush'; packet = await packets.next()) {
        if (!(packet instanceof Buffer)) throw connectionClosed();
        if (packet[0] === FAILURE) throw this.#serverError(packetText(packet.subarray(1)));
        if (packet[0] === PACK) yield packet.subarray(1);
      }
    } finally {
      close();
    }
  }

  async #send(
    command: string,
    args: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly packets: PacketReader; readonly close: () => void }> {
    const { url, authorization } = this.served;
    const body = commandPackets(command, this.version.capabilities, args);
    const {
      body: said,
      close,
      ...head
    } = await openGitResponse(this.web, {
      url: url + SERVICE,
      method: 'POST',
      body,
      contentType: `${CONTENT_TYPE}-request`,
      authorization,
      maxRedirects: 0,
      maxBytes,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      signal: this.options.signal,
    });
    if (head.status === 200 && head.headers['content-type']?.startsWith(`${CONTENT_TYPE}-result`))
      return { packets: new PacketReader(said), close };
    close();
    throw new NotServedError(head.status);
  }

  /**
   * Returns the text of a packet.
   *
   * @throws GitError for an error packet
   */
  #readText(packet: Buffer): string {
    const text = packetText(packet);
    if (text.startsWith('ERR ')) throw this.#serverError(text.slice('ERR '.length));
    return text;
  }

  #parseOid(oid: string): string {
    if (!isOid(oid)) throw new GitError('GIT_NETWORK', 'the server sent an invalid Git object ID');
    return oid;
  }

  /** Error sent by the server. The branch may have moved between the two requests, so a retry may succeed. */
  #serverError(reason: string): GitError {
    return new GitError(
      'GIT_NETWORK',
      `the server closed the connection (${redact(reason, this.options.secrets).trim().slice(0, 300)})`,
    );
  }
}

const connectionClosed = (): GitError => new GitError('GIT_NETWORK', 'the server closed the connection');
