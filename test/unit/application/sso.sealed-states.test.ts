import { expect } from 'chai';
import { HmacTextSigner } from '../../../src/adapters/system/secrets.ts';
import { TimeOrderedIds } from '../../../src/adapters/system/ids-and-clock.ts';
import {
  openRequest,
  openSessionTicket,
  REQUEST_MS,
  sealRequest,
  sealSessionTicket,
} from '../../../src/application/sso/sealed-states.ts';

const P = 'P'.repeat(20);
const NOW = '2030-01-01T00:00:00.000Z';
const later = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();
const ids = new TimeOrderedIds();
const at = (now: string, key = 'k') => ({ sealer: new HmacTextSigner(key), ids, now });

describe('sealed states of a sign-in', () => {
  it('seals a request for 15 minutes, for its provider and with the key of the instance', () => {
    const id = sealRequest(at(NOW), P);
    expect(id).to.match(/^_[\w-]+$/);
    expect(openRequest(at(later(REQUEST_MS - 1)), P, id)).to.equal(later(REQUEST_MS));
    expect(openRequest(at(later(REQUEST_MS)), P, id)).to.equal(undefined);
    expect(openRequest(at(NOW), 'Q'.repeat(20), id)).to.equal(undefined);
    expect(openRequest(at(NOW, 'other'), P, id)).to.equal(undefined);
    expect(sealRequest(at(NOW), P)).not.to.equal(id);
    for (const wrong of ['', '_', id.slice(1), `${id}A`, `__${id.slice(2)}`])
      expect(openRequest(at(NOW), P, wrong), wrong).to.equal(undefined);
  });
  it('seals a ticket for a minute', () => {
    const who = { userId: 'u', providerId: P, requestId: null, returnTo: '/app' };
    const ticket = sealSessionTicket(at(NOW), who);
    expect(openSessionTicket(at(later(59_999)), ticket)).to.deep.equal({ ...who, until: later(60_000) });
    expect(openSessionTicket(at(later(60_000)), ticket)).to.equal(undefined);
    expect(openSessionTicket(at(NOW), sealRequest(at(NOW), P).slice(1))).to.equal(undefined);
  });
});
