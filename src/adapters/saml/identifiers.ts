/** Namespaces of SAML and of XML signatures, and identifiers of transforms, states, confirmations and formats. */
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = `${DSIG}enveloped-signature`;
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Supported signature methods: RSA with SHA-2 in either padding. SHA-1 is insecure. */
export const SIGNATURE_METHODS: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
/** Supported digest methods. */
export const DIGEST_METHODS: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
