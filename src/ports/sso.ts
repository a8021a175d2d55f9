/** This instance as a SAML service provider. */
export interface SamlServiceProvider {
  readonly entityID: string;
  readonly acsURL: string;
}

/** Identity provider as configured. */
export interface SamlIdentityProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  /** Certificates, any of which may have signed. */
  readonly certificate: string;
}

/** Assertion of an identity provider that has passed all checks that need no stored state. */
export interface SamlAssertion {
  readonly id: string;
  /** Id of the request that it answers; undefined if the sign-in was started at the provider. */
  readonly inResponseTo: string | undefined;
  readonly nameId: string;
  /** Tells whether the name id changes with every sign-in. */
  readonly transient: boolean;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** End of validity, after which the assertion is rejected as expired. */
  readonly expiresAt: string;
}

/** Implements SAML 2.0: Web Browser SSO with redirected requests and posted responses. */
export interface SamlProtocol {
  /** Describes the problem of a text that must contain certificates; undefined if it contains one or more. */
  findCertificateProblem(text: string): string | undefined;
  /** Returns the metadata XML of this service provider. */
  metadata(service: SamlServiceProvider): string;
  /**
   * Returns the URL that starts a sign-in.
   * @param requestId an XML name
   */
  requestURL(service: SamlServiceProvider, peer: SamlIdentityProvider, requestId: string): Promise<string>;
  /**
   * Validates a response: signed by the peer (the assertion always, the response too if it claims so), intended for
   * this service, sent to the right URL, and valid now.
   * @param encoded base64 as posted
   * @param now ISO 8601
   * @throws SignInRefused
   */
  readResponse(
    service: SamlServiceProvider,
    peer: SamlIdentityProvider,
    encoded: string,
    now: string,
  ): Promise<SamlAssertion>;
}
