import ipaddr from 'ipaddr.js';
import { Invalid } from '../../domain/kernel/errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Addresses in a public range that are internal to a cloud: the platform agent of Azure, reachable from every virtual
 * machine.
 */
const CLOUD_INTERNAL_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** IPv6 range that is assigned to hosts; addresses outside of it are not routed to hosts. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Sixth group of an ISATAP address (RFC 5214), which tunnels to the IPv4 address at its end. */
const ISATAP = 0x5efe;

/** Decides which addresses may be connected to. */
export interface AddressPolicy {
  /**
   * Reports whether `address`, an IPv4 or IPv6 address in text form, belongs to the public internet or to an allowed
   * network. Malformed addresses are rejected.
   */
  allows(address: string): boolean;
}

/**
 * Creates the policy that allows the public internet and the `allowed` networks: CIDR blocks (`10.0.0.0/8`, `fd00::/8`)
 * or single addresses. An IPv4 address embedded in an IPv6 address (mapped, NAT64) is judged as the IPv4 address.
 *
 * @throws Invalid for a malformed network
 */
export function addressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const networks = allowed.map(parseNetwork);
  return {
    allows(text) {
      if (!ipaddr.isValid(text) || text.includes('%')) return false;
      const parsed = ipaddr.parse(text);
      const address = embeddedIPv4(parsed) ?? parsed;
      return networks.some((each) => isWithin(address, each) || isWithin(parsed, each)) || isPublic(address);
    },
  };
}

function parseNetwork(text: string): [Address, number] {
  const trimmed = text.trim();
  try {
    // `10.1/16` is 10.0.0.1/16 to the parser, and 10.1.0.0/16 to its reader.
    if (!trimmed.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(trimmed.split('/')[0]!)) throw new Error();
    if (trimmed.includes('/')) return ipaddr.parseCIDR(trimmed);
    const address = ipaddr.parse(trimmed);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw Invalid.field(
      'allowPrivateNetworks',
      `${JSON.stringify(trimmed)} is not a network such as 10.0.0.0/8 or fd00::/8`,
    );
  }
}

function isWithin(address: Address, [base, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

/**
 * Extracts the IPv4 address that a translator or the local stack connects to: ::ffff:0:0/96 (RFC 4291), 64:ff9b::/96
 * (RFC 6052).
 */
function embeddedIPv4(address: Address): ipaddr.IPv4 | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const [a, b, ...rest] = address.parts;
  if (a !== 0x64 || b !== 0xff9b || rest.slice(0, 4).some((part) => part !== 0)) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || CLOUD_INTERNAL_ADDRESSES.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_UNICAST) && address.parts[5] !== ISATAP;
}
