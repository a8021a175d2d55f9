import { buildContent, type PageSeed } from '../../domain/content/edits/build-content.ts';
import { encodeUtf8 } from '../../domain/content/objects/json.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { shortenTitle } from '../../domain/kernel/title.ts';
import { MAX_SPACE_TITLE_LENGTH, Space } from '../../domain/spaces.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { buildProjections } from '../content/projections/build-projections.ts';

const SAMPLE: readonly {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}[] = [
  {
    slug: 'welcome',
    title: 'Welcome',
    description: 'A first page to make your own.',
    markdown:
      'This is the home page of your documentation. Open a change request to edit it, and merge it to publish.\n\n{% hint style="info" %}\nHints like this one make readers stop and look.\n{% endhint %}\n\n## Where to go next\n\n* [Write your first page](first-page.md)\n',
  },
  {
    slug: 'first-page',
    title: 'Write your first page',
    description: 'What a page can hold.',
    markdown:
      'Pages are written in Markdown.\n\n{% tabs %}\n{% tab title="A list" %}\n* Lists\n* Tables\n* Images and files\n{% endtab %}\n\n{% tab title="Code" %}\n```js\nconsole.log("Hello, reader");\n```\n{% endtab %}\n{% endtabs %}\n\nBack to the [home page](welcome.md).\n',
  },
];

/** Creates the space of a new site at the organization's root: empty, or with sample pages. */
export async function createSpaceForSite(
  context: CommandContext<{ organization: Id }, 'ids' | 'content'>,
  kind: 'sample' | 'empty',
  siteTitle: string,
): Promise<{ readonly id: Id; readonly title: string }> {
  const { work, ids, now, scope } = context;
  const { organizationId, caller } = scope;
  const title = shortenTitle(siteTitle, MAX_SPACE_TITLE_LENGTH);
  const space = Space.create({ id: ids.next(), organizationId, parentId: null, title, at: now });
  await work.spaces.save(space);

  const pages =
    kind === 'empty'
      ? []
      : SAMPLE.map(({ markdown, ...page }): PageSeed => ({
          id: ids.next(),
          type: 'document',
          parent: null,
          ...page,
          document: encodeUtf8(markdown),
          createdAt: now,
          updatedAt: now,
        }));
  const { contentHash, objects } = buildContent({ pages });
  const revision = {
    id: ids.next(),
    spaceId: space.id,
    parents: [],
    content: contentHash,
    type: 'edits' as const,
    createdAt: now,
    createdBy: caller.userId,
  };
  await work.branches.create({
    primary: buildProjections(context, { before: null, after: contentHash, objects }),
    revision,
    objects,
  });
  return { id: space.id, title };
}
