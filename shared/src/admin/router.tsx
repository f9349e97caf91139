import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useParams,
} from '@tanstack/react-router';
import { CASE_PATH, pathTo } from '../contracts/admin/cases.ts';
import { ORDERS_PATH } from '../contracts/admin/orders.ts';
import { OVERVIEW_PATH } from '../contracts/admin/overview.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
} from '../contracts/admin/submissions.ts';
import { Button } from '../ui/button.tsx';
import { CasePage } from './case/case-page.tsx';
import { Dashboard } from './dashboard.tsx';
import { ListPage } from './list/list-page.tsx';
import { readOrderSearch, readSubmissionSearch, type ListSearch } from './list/list-search.ts';
import { queryText } from './list/query-text.ts';
import { ordersList } from './orders/orders-list.ts';
import { Overview } from './overview/overview.tsx';
import type { QueryKey } from './query-fn.ts';
import { SettingsTab } from './settings/settings-tab.tsx';
import { onHoldFormsList } from './submissions/on-hold-forms.tsx';
import { voiceFormsList } from './submissions/voice-forms.tsx';
import { websiteFormsList } from './submissions/website-forms.tsx';
import type { TabId } from './tabs.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>;
  }
  interface StaticDataRouteOption {
    title?: string;
    tab?: TabId;
    /** What the view asks for first. */
    reads?: (at: { search: ListSearch; params: Record<string, string> }) => QueryKey;
  }
}

const root = createRootRoute({ component: Dashboard });
const getParentRoute = () => root;

const listAt =
  (path: string) =>
  ({ search }: { search: ListSearch }): QueryKey => [path, search];

const views = [
  createRoute({
    getParentRoute,
    path: '/',
    component: Overview,
    staticData: { title: 'Overview', reads: () => [OVERVIEW_PATH] },
  }),
  createRoute({
    getParentRoute,
    path: '/case/$orderNumber',
    component: OpenCase,
    staticData: { reads: ({ params: { orderNumber = '' } }) => [pathTo(CASE_PATH, { orderNumber })] },
  }),
  createRoute({
    getParentRoute,
    path: '/website-forms',
    validateSearch: readSubmissionSearch,
    component: () => <ListPage list={websiteFormsList} />,
    staticData: {
      title: 'Website Form Submissions',
      tab: 'website-forms',
      reads: listAt(WEBSITE_SUBMISSIONS_PATH),
    },
  }),
  createRoute({
    getParentRoute,
    path: '/voice-forms',
    validateSearch: readSubmissionSearch,
    component: () => <ListPage list={voiceFormsList} />,
    staticData: {
      title: 'AI Voice Agent Form Submissions',
      tab: 'voice-forms',
      reads: listAt(VOICE_SUBMISSIONS_PATH),
    },
  }),
  createRoute({
    getParentRoute,
    path: '/orders',
    validateSearch: readOrderSearch,
    component: () => <ListPage list={ordersList} />,
    staticData: { title: 'Order Tracking', tab: 'orders', reads: listAt(ORDERS_PATH) },
  }),
  createRoute({
    getParentRoute,
    path: '/on-hold',
    validateSearch: readSubmissionSearch,
    component: () => <ListPage list={onHoldFormsList} />,
    staticData: { title: 'On-hold requests', tab: 'orders', reads: listAt(ON_HOLD_SUBMISSIONS_PATH) },
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: SettingsTab,
    staticData: { title: 'Settings', tab: 'settings' },
  }),
] as const;

/** The views stand behind the #, so that they work on any page and on the desktop's own protocol. */
export function createAdminRouter() {
  return createRouter({
    routeTree: root.addChildren(views),
    history: createHashHistory(),
    // Plain text, where the router would write JSON: addresses are typed by hand and written into mails.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string | undefined>) => {
      const text = queryText(search);
      return text && `?${text}`;
    },
    scrollRestoration: true,
    defaultNotFoundComponent: NothingHere,
    defaultErrorComponent: Broken,
  });
}

export type AdminRouter = ReturnType<typeof createAdminRouter>;

/** What the view at the present address asks for first. */
export function readsOf(router: AdminRouter): QueryKey[] {
  const match = router.matchRoutes(router.latestLocation).at(-1);
  const reads = match?.staticData.reads;
  return reads ? [reads(match)] : [];
}

/** Another number is another case: nothing that was typed into the last one stays. */
function OpenCase() {
  const { orderNumber } = useParams({ from: '/case/$orderNumber' });
  return <CasePage key={orderNumber} orderNumber={orderNumber} />;
}

function NothingHere() {
  return (
    <p className="admin-empty">
      This page doesn’t exist. <a href="#/">Go to the overview</a>
    </p>
  );
}

function Broken() {
  return (
    <div className="alert" role="alert">
      <p>Something went wrong on this page. Everything you saved is safe.</p>
      <Button isQuiet onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
