import type { SamlAssertion } from '../../ports/sso.ts';

/** Attribute names that providers use, in lower case; the first one present counts. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME_ATTRIBUTES = [
  'displayname',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
];
const GIVEN_NAME_ATTRIBUTES = [
  'givenname',
  'firstname',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
];
const FAMILY_NAME_ATTRIBUTES = [
  'surname',
  'lastname',
  'sn',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
];
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const MAX_ADDRESS = 254;
const MAX_NAME = 64;

/** Facts about a user in an assertion. */
export interface Claims {
  /** E-mail address in lower case; undefined if the assertion has none. */
  readonly email: string | undefined;
  readonly displayName: string;
  /** Persistent identifier of the user at the provider. */
  readonly nameId: string | undefined;
}

/** Reads the claims of an assertion: the address is an attribute, or the name ID if that is an address. */
export function claimsOf({ nameId, transient, attributes }: SamlAssertion): Claims {
  const said = new Map([...attributes].map(([name, values]) => [name.toLowerCase(), values[0]]));
  const first = (names: readonly string[]) => names.map((name) => said.get(name)).find((value) => value !== undefined);
  const email = parseAddress(first(EMAIL_ATTRIBUTES) ?? nameId);
  const displayName =
    (
      first(NAME_ATTRIBUTES) ?? [first(GIVEN_NAME_ATTRIBUTES), first(FAMILY_NAME_ATTRIBUTES)].filter(Boolean).join(' ')
    ).trim() ||
    (email?.split('@')[0] ?? nameId);
  return {
    email,
    displayName: [...displayName].slice(0, MAX_NAME).join('').trim(),
    nameId: transient ? email : nameId,
  };
}

function parseAddress(text: string): string | undefined {
  const email = text.toLowerCase();
  return email.length <= MAX_ADDRESS && ADDRESS.test(email) ? email : undefined;
}
