/** Caller on whose account a scarce resource is used. */
export interface ResourceConsumer {
  /** Organization whose content is worked on; absent for requests that belong to none. */
  readonly organizationId?: string | undefined;
  /** User id, or the network address of an anonymous caller. */
  readonly user: string;
}
