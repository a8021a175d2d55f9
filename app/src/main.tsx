import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { hasSession, token } from './api/session.ts';
import { ChangeRequestScreen } from './change-requests/change-request-screen.tsx';
import { EditReusableContentScreen } from './editing/edit-reusable-content.tsx';
import { EditScreen } from './editing/edit-screen.tsx';
import { Frame, SessionOver, SignIn } from './frame/frame.tsx';
import './frame/theme.ts';
import { CollectionScreen } from './library/collection.tsx';
import { Home } from './library/home.tsx';
import { OrganizationScreen } from './library/organization.tsx';
import { RequestsScreen, SpaceRequestsScreen } from './library/requests.tsx';
import { SearchScreen } from './library/search.tsx';
import { MembersScreen } from './people/members.tsx';
import { m } from './messages/messages.ts';
import { loadScreensWhenIdle, onDemand } from './navigation/on-demand.tsx';
import type { Parameters, ScreenName } from './navigation/paths.ts';
import { current, screen, startRouter } from './navigation/router.ts';
import { UnsavedQuestion } from './navigation/unsaved-question.tsx';
import { QuickOpen } from './quick-open/quick-open.tsx';
import { SitesScreen } from './sites/sites.tsx';
import { FilesScreen } from './spaces/files.tsx';
import { HistoryScreen, RevisionScreen } from './spaces/history.tsx';
import { SpaceScreen } from './spaces/space-screen.tsx';
import { TrashScreen } from './library/trash.tsx';
import { keepFocus } from './ui/keep-focus.ts';
import { Empty } from './ui/notices.tsx';
import { Toasts } from './ui/toasts.tsx';

const loadSites = () => import('./sites/site-screens.ts');
const loadTranslations = () => import('./translations/translation-screens.ts');
const loadSpecifications = () => import('./specifications/specification-screens.ts');
const loadPeople = () => import('./people/people-screens.ts');
const loadWebhooks = () => import('./webhooks/webhook-screens.ts');
const loadInstance = () => import('./instance/instance-screens.ts');
const loadReusable = () => import('./spaces/reusable-contents.tsx');
const ReusableContents = onDemand('reusable contents', async () => (await loadReusable()).ReusableContentsScreen);
const ReusableContent = onDemand('reusable content', async () => (await loadReusable()).ReusableContentScreen);
const SpaceComments = onDemand(
  'comments',
  async () => (await import('./comments/space-comments.tsx')).SpaceCommentsScreen,
);
const Settings = onDemand('space settings', async () => (await import('./spaces/settings.tsx')).SettingsScreen);
const Links = onDemand('links', async () => (await import('./spaces/links.tsx')).LinksScreen);
const Account = onDemand('account', async () => (await import('./account/account.tsx')).AccountScreen);
const Instance = onDemand('instance', async () => (await loadInstance()).InstanceScreen);
const InstanceOrganizations = onDemand(
  'instance organizations',
  async () => (await loadInstance()).InstanceOrganizationsScreen,
);
const InstanceOrganization = onDemand(
  'instance organization',
  async () => (await loadInstance()).InstanceOrganizationScreen,
);
const InstanceJobs = onDemand('instance jobs', async () => (await loadInstance()).InstanceJobsScreen);
const InstanceStatus = onDemand('instance status', async () => (await loadInstance()).InstanceStatusScreen);
const Teams = onDemand('teams', async () => (await loadPeople()).TeamsScreen);
const Team = onDemand('team', async () => (await loadPeople()).TeamScreen);
const SpaceAccess = onDemand('space access', async () => (await loadPeople()).SpaceAccessScreen);
const CollectionAccess = onDemand('collection access', async () => (await loadPeople()).CollectionAccessScreen);
const SiteAccess = onDemand('site access', async () => (await loadPeople()).SiteAccessScreen);
const AuditLog = onDemand('audit log', async () => (await loadPeople()).AuditLogScreen);
const OrganizationSettings = onDemand('settings', async () => (await loadPeople()).OrganizationSettingsScreen);
const Webhooks = onDemand('webhooks', async () => (await loadWebhooks()).WebhooksScreen);
const Webhook = onDemand('webhook', async () => (await loadWebhooks()).WebhookScreen);
const Translations = onDemand('translations', async () => (await loadTranslations()).TranslationsScreen);
const Translation = onDemand('translation', async () => (await loadTranslations()).TranslationScreen);
const Glossary = onDemand('glossary', async () => (await loadTranslations()).GlossaryScreen);
const Specifications = onDemand('specifications', async () => (await loadSpecifications()).SpecificationsScreen);
const Specification = onDemand('specification', async () => (await loadSpecifications()).SpecificationScreen);
const Site = onDemand('site', async () => (await loadSites()).SiteOverviewScreen);
const SiteStructure = onDemand('site structure', async () => (await loadSites()).SiteStructureScreen);
const SiteAudience = onDemand('site audience', async () => (await loadSites()).SiteAudienceScreen);
const SiteAppearance = onDemand('site appearance', async () => (await loadSites()).SiteAppearanceScreen);
const SiteRedirects = onDemand('site redirects', async () => (await loadSites()).SiteRedirectsScreen);
const SiteInsights = onDemand('site insights', async () => (await loadSites()).SiteInsightsScreen);

/** Component of each screen; large ones that few people use are loaded on demand. */
const SCREENS: Readonly<Record<ScreenName, (parameters: Parameters) => preact.ComponentChildren>> = {
  home: () => <Home />,
  account: (of) => <Account {...of} />,
  instance: (of) => <Instance {...of} />,
  instanceOrganizations: (of) => <InstanceOrganizations {...of} />,
  instanceOrganization: (of) => <InstanceOrganization {...of} />,
  instanceJobs: (of) => <InstanceJobs {...of} />,
  instanceStatus: (of) => <InstanceStatus {...of} />,
  organization: (of) => <OrganizationScreen {...of} />,
  trash: (of) => <TrashScreen {...of} />,
  search: (of) => <SearchScreen {...of} />,
  requests: (of) => <RequestsScreen {...of} />,
  members: (of) => <MembersScreen {...of} />,
  teams: (of) => <Teams {...of} />,
  team: (of) => <Team {...of} />,
  auditLog: (of) => <AuditLog {...of} />,
  organizationSettings: (of) => <OrganizationSettings {...of} />,
  webhooks: (of) => <Webhooks {...of} />,
  webhook: (of) => <Webhook {...of} />,
  translations: (of) => <Translations {...of} />,
  translation: (of) => <Translation {...of} />,
  glossary: (of) => <Glossary {...of} />,
  sites: (of) => <SitesScreen {...of} />,
  site: (of) => <Site {...of} />,
  siteStructure: (of) => <SiteStructure {...of} />,
  siteAudience: (of) => <SiteAudience {...of} />,
  siteAccess: (of) => <SiteAccess {...of} />,
  siteAppearance: (of) => <SiteAppearance {...of} />,
  siteRedirects: (of) => <SiteRedirects {...of} />,
  siteInsights: (of) => <SiteInsights {...of} />,
  specifications: (of) => <Specifications {...of} />,
  specification: (of) => <Specification {...of} />,
  collectionAccess: (of) => <CollectionAccess {...of} />,
  collection: (of) => <CollectionScreen {...of} />,
  space: (of) => <SpaceScreen {...of} />,
  spaceRequests: (of) => <SpaceRequestsScreen {...of} />,
  spaceComments: (of) => <SpaceComments {...of} />,
  spaceHistory: (of) => <HistoryScreen {...of} />,
  spaceFiles: (of) => <FilesScreen {...of} />,
  reusableContents: (of) => <ReusableContents {...of} />,
  reusableContent: (of) => <ReusableContent {...of} />,
  editReusableContent: (of) => <EditReusableContentScreen {...of} />,
  spaceLinks: (of) => <Links {...of} />,
  spaceAccess: (of) => <SpaceAccess {...of} />,
  spaceSettings: (of) => <Settings {...of} />,
  page: (of) => <SpaceScreen {...of} />,
  editPage: (of) => <EditScreen {...of} />,
  revision: (of) => <RevisionScreen {...of} />,
  changeRequest: (of) => <ChangeRequestScreen {...of} />,
  changeRequestPage: (of) => <ChangeRequestScreen {...of} />,
  editChangeRequestPage: (of) => <EditScreen {...of} />,
  changeRequestReusableContents: (of) => <ReusableContents {...of} />,
  changeRequestReusableContent: (of) => <ReusableContent {...of} />,
  editChangeRequestReusableContent: (of) => <EditReusableContentScreen {...of} />,
};

/** Screens that show different things of one space or change request keep what they have loaded. */
const KEPT: Partial<Record<ScreenName, string>> = { page: 'space', changeRequestPage: 'changeRequest' };

function App() {
  const { path } = current.value;
  const found = screen.value;
  useEffect(() => {
    // Assistive technology reads the new screen from its beginning.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  if (token.value === null && !hasSession.value) return <SignIn />;
  const { name, parameters } = found ?? { name: undefined, parameters: {} as Parameters };
  const kept = name && (KEPT[name] ?? name);
  const { pageId: _page, ...rest } = parameters;
  const key = `${kept} ${Object.values(KEPT[name ?? 'home'] || name === 'space' || name === 'changeRequest' ? rest : parameters).join(' ')}`;
  return (
    <>
      <div key={key}>
        {name === undefined ? (
          <Frame title={m.errors.noScreen} crumbs={[]}>
            <h1>{m.errors.noScreen}</h1>
            <Empty title={m.errors.noScreenText} />
          </Frame>
        ) : (
          SCREENS[name](parameters)
        )}
      </div>
      <QuickOpen />
      <SessionOver />
      <UnsavedQuestion />
      <Toasts />
    </>
  );
}

startRouter();
const app = document.getElementById('app')!;
keepFocus(app);
render(<App />, app);
loadScreensWhenIdle();
