import type { Content } from '../../domain/content/content.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { ApiReference } from '../../ports/sites/site-renderer.ts';

/** Operations of specifications that a text shows. */
export interface TextOperations {
  /** Empties the blocks of operations that the references contain. */
  readonly empty: (markdown: string) => string;
  /** Collects the models of the operations, by the slug of the specification. */
  readonly references: () => ReadonlyMap<string, ApiReference>;
}

/** Finds the parts of specifications that texts refer to, as visible to everybody. */
export interface TextOperationsFinder {
  /** Finds the parts that a text of a content, and the contents that it includes, refer to. */
  ofText(organizationId: OrganizationId, content: Content, markdown: string): Promise<TextOperations>;
}
