import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { OrganizationId, SiteId, SiteSpaceId } from '../kernel/id.ts';
import type { CustomizationOverrides } from './customization.ts';

/** State of a customization; its id is that of the site, or of the site space with its own appearance. */
export interface SiteCustomizationState extends State {
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Null for the site itself. */
  readonly siteSpaceId: SiteSpaceId | null;
  /** Overrides: of a site over the defaults, of a site space over its site. */
  readonly settings: CustomizationOverrides;
}

/** Customization of a site or of one of its spaces. */
export class SiteCustomization extends Aggregate<SiteCustomizationState> {
  static readonly kind = 'site customization';
  static restore = (state: SiteCustomizationState) => new SiteCustomization(state);

  static create(state: SiteCustomizationState): SiteCustomization {
    const customization = new SiteCustomization(state);
    customization.record('site-customization.changed', customization.#eventData());
    return customization;
  }

  change(settings: CustomizationOverrides): void {
    this.apply({ settings }, 'site-customization.changed', this.#eventData());
  }
  remove(): void {
    this.record('site-customization.removed', this.#eventData());
  }

  #eventData(): { readonly siteId: SiteId; readonly siteSpaceId?: SiteSpaceId } {
    const { siteId, siteSpaceId } = this.state;
    return { siteId, ...(siteSpaceId !== null && { siteSpaceId }) };
  }
}
