import type { ApiTokenState } from '../../../../domain/users/api-token.ts';
import type { TokenFilter, TokenRevoker } from '../../../../ports/people/token-revoker.ts';
import type { Overlay } from '../kernel/overlay.ts';

export class MemoryTokenRevoker implements TokenRevoker {
  constructor(private readonly overlay: Overlay) {}

  async revoke({ expiredBy, except, exceptVia, ...equal }: TokenFilter): Promise<number> {
    if (equal.userId === undefined && equal.via === undefined)
      throw new Error('tokens can be revoked for a user or a provider only');
    const wanted = Object.entries(equal).filter(([, value]) => value !== undefined);
    const gone = this.overlay.rows<ApiTokenState>('apiTokens').filter(({ state }) => {
      if (state.id === except || (exceptVia !== undefined && state.via === exceptVia)) return false;
      if (expiredBy !== undefined && (state.expiresAt === null || state.expiresAt > expiredBy)) return false;
      return wanted.every(([field, value]) => state[field as keyof ApiTokenState] === value);
    });
    for (const { version, state } of gone) this.overlay.write('apiTokens', version, state.id, undefined);
    return gone.length;
  }
}
