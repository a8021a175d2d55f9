import { expect } from 'chai';
import { clientAddress } from '../../../../src/adapters/http/kernel/client-address.ts';

const from = (remoteAddress: string | undefined, proxies: number, ...forwarded: string[]) =>
  clientAddress(
    { socket: { remoteAddress }, headers: forwarded.length === 0 ? {} : { 'x-forwarded-for': forwarded.join(', ') } },
    proxies,
  );

describe('the address of a caller', () => {
  it('is that of the connection, IPv4 in its own form', () => {
    expect(from('203.0.113.7', 0)).to.equal('203.0.113.7');
    expect(from('::ffff:203.0.113.7', 0)).to.equal('203.0.113.7');
    expect(from('2001:db8::7', 0)).to.equal('2001:db8::7');
    expect(from(undefined, 0)).to.equal(undefined);
  });

  it('is never what the caller says where no proxy is trusted', () =>
    expect(from('203.0.113.7', 0, '198.51.100.1')).to.equal('203.0.113.7'));

  it('is what the outermost trusted proxy saw', () => {
    expect(from('10.0.0.1', 1, '203.0.113.7')).to.equal('203.0.113.7');
    expect(from('10.0.0.2', 2, '203.0.113.7', '10.0.0.1')).to.equal('203.0.113.7');
    expect(from('10.0.0.1', 1, '2001:db8::7')).to.equal('2001:db8::7');
  });

  it('[A33] is not what the caller wrote before it', () => {
    expect(from('10.0.0.1', 1, '198.51.100.1', '203.0.113.7')).to.equal('203.0.113.7');
    expect(from('10.0.0.2', 2, '198.51.100.1', '203.0.113.7', '10.0.0.1')).to.equal('203.0.113.7');
  });

  it('is that of the connection where the header has none, or something else', () => {
    expect(from('10.0.0.1', 1)).to.equal('10.0.0.1');
    for (const nonsense of ['unknown', '', '<script>', '203.0.113.7:80'])
      expect(from('10.0.0.1', 1, nonsense)).to.equal('10.0.0.1');
  });
});
