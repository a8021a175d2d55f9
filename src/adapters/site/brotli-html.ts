import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { PageHtml } from '../../ports/sites/site-renderer.ts';

/** Quality of Brotli for pages: the best one would take longer than rendering. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** HTML document that is kept as most browsers receive it. */
export class BrotliHtml implements PageHtml {
  private constructor(
    readonly brotli: Buffer,
    readonly length: number,
  ) {}

  static async of(html: string): Promise<BrotliHtml> {
    return new BrotliHtml(await promisify(brotliCompress)(html, OPTIONS), html.length);
  }

  bytes(): Promise<Buffer> {
    return promisify(brotliDecompress)(this.brotli);
  }
}
