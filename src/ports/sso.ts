/** We, as a provider knows us. */
export interface SamlServiceProvider {
  readonly entityID: string;
  readonly acsURL: string;
}

/** An identity provider, as we know it. */
export interface SamlIdentityProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  /** Certificates, any of which may have signed. */
  readonly certificate: string;
}

/** What a provider has sworn, with everything checked that can be seen without looking anything up. */
export interface SamlAssertion {
  readonly id: string;
  /** The request that it answers; undefined when the person began at the provider. */
  readonly inResponseTo: string | undefined;
  readonly nameId: string;
  /** Whether the name is another one each time. */
  readonly transient: boolean;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** From then on it is refused as expired. */
  readonly expiresAt: string;
}

/** Speaks SAML 2.0: Web Browser SSO, requests by redirect, responses by POST. */
export interface SamlProtocol {
  /** What is wrong with a text as certificates of a provider; undefined when it holds one or more. */
  findCertificateProblem(text: string): string | undefined;
  /** What a provider's administrator may import about us, XML. */
  metadata(service: SamlServiceProvider): string;
  /** Where to send a browser to sign in. @param requestId an XML name */
  requestURL(service: SamlServiceProvider, peer: SamlIdentityProvider, requestId: string): Promise<string>;
  /**
   * Reads a response: signed by the peer (the assertion always, the response too when it says so), meant for us, sent to the
   * right address, valid now. @param encoded base64 as posted; @param now ISO 8601
   * @throws SignInRefused
   */
  readResponse(
    service: SamlServiceProvider,
    peer: SamlIdentityProvider,
    encoded: string,
    now: string,
  ): Promise<SamlAssertion>;
}
