import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { redact } from '../git-failures.ts';
import { isOid } from '../git-tree.ts';
import { openGit } from './git-http.ts';
import { commandPackets, PacketReader, textOf } from './packet-lines.ts';
import type { ServedRepository, Version2 } from './served-repository.ts';

/** What is wanted of a repository, and what of it is here. */
export interface PackWish {
  readonly commit: string;
  /** Commits that are here with all of their files. */
  readonly known: readonly string[];
  /** Commits that are here without those before them. */
  readonly shallow: readonly string[];
}

/** What a server gives. */
export interface GivenPack {
  /** Commits that come without those before them, and those whose parents come now. */
  readonly shallow: readonly string[];
  readonly unshallow: readonly string[];
  /** Of Git's own format; objects may be told by what differs from known ones. To be read once. */
  readonly bytes: AsyncIterable<Buffer>;
  close(): void;
}

export interface UploadPackOptions {
  /** Not to appear in messages. */
  readonly secrets: readonly string[];
  /** Of what a pack may have. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The server does not answer as one that speaks version 2 of the protocol at this address; perhaps it is elsewhere by now. */
export class NotServedHere extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

const SERVICE = '/git-upload-pack';
const CONTENT = 'application/x-git-upload-pack';
/** Servers say that they are busy every few seconds. */
const SILENT_MS = 60_000;
const MAX_REFS_BYTES = 64 * 1024 ** 2;
const [PACK, , FAILURE] = [1, 2, 3];

/**
 * The half of a Git server that gives, asked in version 2 of the protocol over HTTP (gitprotocol-v2(5), gitprotocol-http(5)): one
 * request for where a branch stands, one for what it has. The program would ask three times and start five programs for it:
 * docs/adr/0039.
 */
export class UploadPack {
  constructor(
    private readonly web: GuardedFetch,
    private readonly served: Pick<ServedRepository, 'url' | 'authorization'>,
    private readonly version: Version2,
    private readonly options: UploadPackOptions,
  ) {}

  /** The commit of a branch; undefined where there is no such branch. @throws GitError; NotServedHere */
  async tip(ref: string): Promise<string | undefined> {
    const { packets, close } = await this.#ask('ls-refs', [`ref-prefix ${ref}`], MAX_REFS_BYTES);
    try {
      let tip: string | undefined;
      for (let packet = await packets.next(); packet !== 'flush'; packet = await packets.next()) {
        if (!(packet instanceof Buffer)) throw brokeOff();
        const [oid = '', name] = this.#said(packet).split(' ');
        if (name === ref) tip = this.#named(oid);
      }
      await packets.next(); // to the end, so that the connection serves again
      return tip;
    } finally {
      close();
    }
  }

  /** A commit with its files and without its history, but for what is known already. @throws GitError; NotServedHere */
  async fetch({ commit, known, shallow }: PackWish): Promise<GivenPack> {
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
    const { packets, close } = await this.#ask('fetch', args, this.options.maxBytes);
    const told = { shallow: [] as string[], unshallow: [] as string[] };
    try {
      for (;;) {
        const section = await packets.next();
        if (!(section instanceof Buffer)) throw brokeOff();
        const name = this.#said(section);
        if (name === 'packfile') return { ...told, bytes: this.#pack(packets, close), close };
        for (let packet = await packets.next(); packet !== 'delimiter'; packet = await packets.next()) {
          if (!(packet instanceof Buffer)) throw brokeOff();
          const [what, oid = ''] = this.#said(packet).split(' ');
          if (name === 'shallow-info' && (what === 'shallow' || what === 'unshallow'))
            told[what].push(this.#named(oid));
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
        if (!(packet instanceof Buffer)) throw brokeOff();
        if (packet[0] === FAILURE) throw this.#refused(textOf(packet.subarray(1)));
        if (packet[0] === PACK) yield packet.subarray(1);
      }
    } finally {
      close();
    }
  }

  async #ask(
    command: string,
    args: readonly string[],
    maxBytes: number,
  ): Promise<{ readonly packets: PacketReader; readonly close: () => void }> {
    const { url, authorization } = this.served;
    const body = commandPackets(command, this.version.told, args);
    const {
      body: said,
      close,
      ...head
    } = await openGit(this.web, {
      url: url + SERVICE,
      method: 'POST',
      body,
      contentType: `${CONTENT}-request`,
      authorization,
      maxRedirects: 0,
      maxBytes,
      silentMs: SILENT_MS,
      signal: this.options.signal,
    });
    if (head.status === 200 && head.headers['content-type']?.startsWith(`${CONTENT}-result`))
      return { packets: new PacketReader(said), close };
    close();
    throw new NotServedHere(head.status);
  }

  /** What a packet says, unless that is that the server refuses. */
  #said(packet: Buffer): string {
    const text = textOf(packet);
    if (text.startsWith('ERR ')) throw this.#refused(text.slice('ERR '.length));
    return text;
  }

  #named(oid: string): string {
    if (!isOid(oid)) throw new GitError('GIT_NETWORK', 'the server sent an invalid Git object ID');
    return oid;
  }

  /** The branch may have moved between the two requests: asked again, the server may have an answer. */
  #refused(reason: string): GitError {
    return new GitError(
      'GIT_NETWORK',
      `the server closed the connection (${redact(reason, this.options.secrets).trim().slice(0, 300)})`,
    );
  }
}

const brokeOff = (): GitError => new GitError('GIT_NETWORK', 'the server closed the connection');
