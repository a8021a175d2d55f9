import { ROUTES } from '../../src/adapters/http/routes.ts';
import {
  clientMethods,
  requestOf,
  withoutNames,
  type ClientMethod,
} from '../../test/support/routes/client-requests.ts';

const CLIENTS = [
  { name: '@gitbook/api', version: '0.130.0' },
  { name: 'gitbook-api-newest', version: '0.202.0' },
];

/** Groups of methods without an operation here, by their request; the first that matches counts. */
const MISSING: readonly { readonly title: string; readonly reason: string; readonly requests: RegExp }[] = [
  {
    title: 'Git installations',
    reason: 'Quire reaches repositories by URL and credentials, without an app at the provider.',
    requests: /git\/installations/,
  },
  {
    title: 'Integrations',
    reason: 'They belong to a marketplace of programs that its vendor runs.',
    requests: / \/integrations|integration-(blocks|scripts)|\/integrations|\/installations$|installations-status/,
  },
  {
    title: 'Ads and billing',
    reason: 'Quire has neither.',
    requests: /\/ads|\/billing/,
  },
  {
    title: 'Agents, findings and style guides',
    reason: 'They show what models of the vendor found in a site or wrote for it.',
    requests:
      /agent|styleguide|\/scans|\/findings|\/stats\/findings|\/topics|\/questions?(\/|$|-)|\/answers|context-(records|connections)|\/channels|ai\/response|conversations-clusters|\/orgs\/\{organizationId\}\/conversations/,
  },
  {
    title: 'Conversations of change requests',
    reason: 'Agents of the vendor create them; without agents the list is empty, and there is nothing to change.',
    requests: /\/change-requests\/\{\w+\}\/conversations/,
  },
  {
    title: 'Notifications',
    reason: 'Quire tells people by mail and by webhooks, and has no feed that a token could open.',
    requests: /notifications/,
  },
  {
    title: 'Templates of sites',
    reason: 'Templates are for spaces; a site shows spaces that are created from them.',
    requests: /template/,
  },
  { title: 'Other methods', reason: 'Not built yet.', requests: /./ },
];

/** Compares the methods of the official clients with the operations. Returns the guide's page and one line for logs. */
export function describeClients(): { readonly page: string; readonly summary: string } {
  const operations = new Set(ROUTES.map((route) => withoutNames(requestOf(route))));
  const has = ({ request }: ClientMethod): boolean => operations.has(withoutNames(request));
  const counts = CLIENTS.map(({ name, version }) => {
    const methods = clientMethods(name);
    return { version, all: methods.length, missing: methods.filter((method) => !has(method)) };
  });
  const newest = counts.at(-1)!;
  const groups = MISSING.map((group) => ({ ...group, methods: [] as string[] }));
  for (const { name, request } of newest.missing)
    groups.find(({ requests }) => requests.test(request))!.methods.push(name);
  const rows = counts.map(
    ({ version, all, missing }) => `| ${version} | ${all} | ${all - missing.length} | ${missing.length} |`,
  );
  const page = [
    '---',
    'description: What the official client can call here, and what it cannot.',
    '---',
    '',
    '# Official clients',
    '',
    'Quire is called by `@gitbook/api` without changes. Of its methods, these have an operation:',
    '',
    '| Version | Methods | Available | Missing |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'A missing method is answered with a `404` that says that no operation exists at its path. Answers fit the types of',
    '0.130.0 and may have more fields. Fields that Quire does not know are named, see [Using the API](use.md).',
    '',
    `## Methods of ${newest.version} that are missing`,
    ...groups
      .filter(({ methods }) => methods.length > 0)
      .flatMap(({ title, reason, methods }) => [
        '',
        `### ${title}`,
        '',
        reason,
        '',
        ...methods.sort().map((name) => `* \`${name}\``),
      ]),
    '',
  ].join('\n');
  const summary = counts
    .map(({ version, all, missing }) => `${version}: ${all - missing.length} of ${all} methods`)
    .join(', ');
  return { page, summary };
}
