import { randomBytes } from 'node:crypto';
import {
  UnconvertibleDocument,
  type ConversionRequest,
  type ConvertedDocument,
  type DocumentConverter,
  type DocumentTarget,
} from '../../ports/imports/document-converter.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import { UnreadableDocument } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { decodeDataUrl, imageName } from './images.ts';
import { LIMITS } from './limits.ts';
import { createPageReader } from './page-reader.ts';
import type { LinkTarget, PageText } from './page/page-text.ts';
import { escapeUrl, replaceTargets } from './replace-targets.ts';

/** Base of the addresses of files, which no server has. */
const BASE = 'http://files.invalid/';

/** Converts documents with the reader of website imports, on its threads. */
export class WebDocumentConverter implements DocumentConverter {
  constructor(private readonly threads: Pick<WorkerPool, 'run'>) {}

  async convert({ format, path, bytes, consumer, resolve }: ConversionRequest): Promise<ConvertedDocument> {
    const mark = `q${randomBytes(12).toString('hex')}-`;
    const { title, description, markdown, targets, links, parent, losses } = await this.#read(
      { format, bytes, contentType: '', url: addressOf(path), mark, maxLinks: LIMITS.linksOfPage },
      consumer,
    );
    const destinations = targets.map((target) => resolve(describeTarget(target)));
    const parentPath = parent === undefined ? undefined : pathOf(parent);
    return {
      ...(title && { title }),
      ...(description && { description }),
      markdown: replaceTargets(markdown, mark, (n) => destinations[n] && escapeUrl(destinations[n])),
      linkedPaths: [...new Set(links.flatMap((link) => pathOf(link) ?? []))],
      ...(parentPath !== undefined && { parentPath }),
      losses: losses ?? [],
    };
  }

  async #read(
    request: Parameters<ReturnType<typeof createPageReader>['read']>[0],
    consumer: ConversionRequest['consumer'],
  ): Promise<PageText> {
    try {
      return await createPageReader(this.threads, consumer).read(request);
    } catch (error) {
      throw error instanceof UnreadableDocument ? new UnconvertibleDocument(error.message, { cause: error }) : error;
    }
  }
}

const addressOf = (path: string): string => BASE + path.split('/').map(encodeURIComponent).join('/');

/** Returns the path of a file by its address; undefined for an address elsewhere. */
function pathOf(address: string): string | undefined {
  if (!address.startsWith(BASE)) return undefined;
  return percentDecoded(new URL(address).pathname.slice(1));
}

function describeTarget({ kind, url }: LinkTarget): DocumentTarget {
  if (url.startsWith('data:')) {
    const bytes = decodeDataUrl(url);
    return { kind, anchor: '', ...(bytes !== undefined && { image: { name: imageName(url), bytes } }) };
  }
  const path = pathOf(url);
  return path === undefined ? { kind, url, anchor: '' } : { kind, path, anchor: new URL(url).hash };
}
