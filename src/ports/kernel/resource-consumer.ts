/** Caller that the use of a scarce resource is charged to. */
export interface ResourceConsumer {
  /** Organization whose content is processed; absent for requests that belong to none. */
  readonly organizationId?: string | undefined;
  /** User id, or the network address of an anonymous caller. */
  readonly user: string;
}
