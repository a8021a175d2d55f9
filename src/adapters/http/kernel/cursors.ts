import { hash } from 'node:crypto';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { Page } from '../../../ports/kernel/repository.ts';
import type { TextSigner } from '../../../ports/kernel/secret-box.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Cursors of a list, each signed for the same list with the same filters and the same token. */
export class ListCursors {
  readonly #purpose: string;
  readonly #requested: { readonly page?: string; readonly limit: number };

  constructor(
    private readonly signer: TextSigner,
    operation: string,
    path: Parameters,
    query: Parameters,
    secret = '',
  ) {
    const { page: _page, limit: _limit, ...filters } = query;
    this.#purpose = JSON.stringify(['cursor', operation, path, filters, hash('sha256', secret, 'base64url')]);
    this.#requested = query as { page?: string; limit: number };
  }

  /** Returns the page that the request names. @throws Invalid naming `page` */
  requestedPage(): { readonly limit: number; readonly after?: string } {
    const { page, limit } = this.#requested;
    if (page === undefined) return { limit };
    const after = this.signer.verify(page, this.#purpose);
    if (after === undefined)
      throw Invalid.field('page', 'is not a page of this list; pass the `next.page` of a response unchanged');
    return { limit, after };
  }

  /** Replaces the key of the next page by a cursor. */
  sealNext(page: Page<unknown>): Page<unknown> {
    return page.next === undefined ? page : { ...page, next: this.signer.sign(page.next, this.#purpose) };
  }
}
