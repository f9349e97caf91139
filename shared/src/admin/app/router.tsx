import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { pathOf, pathPattern } from '../../contracts/call-path.ts';
import { useEffect, useState, type ComponentType } from 'react';
import { Button } from '../../ui/button.tsx';
import { KEEP_TYPED, typedIn } from '../../ui/failed-island.ts';
import { reportFault } from '../../ui/page-faults.ts';
import {
  BooksPage,
  CasePage,
  CustomersPage,
  NewQuote,
  OnHoldForms,
  OpenCustomer,
  OpenCase,
  OpenQuote,
  QuotesPage,
  RecurringPage,
  SettingsTab,
  VoiceForms,
  WebsiteForms,
} from './later.tsx';
import { Dashboard, type ClosedBy } from './dashboard.tsx';
import type { PlaceId } from '../base/places.ts';
import { ListPage, type PreviewOf } from '../list/list-page.tsx';
import type { List } from '../list/list.ts';
import { SEARCH_OF, type ListSearch } from '../list/list-search.ts';
import { queryText, type QueryKey } from '../base/query-fn.ts';
import { ordersList } from '../orders/orders-list.ts';
import { Overview } from '../overview/overview.tsx';
import { TASK_KINDS, type TaskKind } from '../overview/overview-labels.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>;
  }
  interface StaticDataRouteOption {
    title?: string;
    /** The place in the frame that the view belongs to. */
    place?: PlaceId;
    /** What it takes to open the view, if not everyone may. */
    right?: ClosedBy;
    /** The first query of the view. */
    reads?: (at: { search: ListSearch; params: Record<string, string> }) => QueryKey;
  }
}

const root = createRootRoute({ component: Dashboard });
const getParentRoute = () => root;

type ListView<Called extends List['call'] = List['call']> = Pick<List, 'title'> & {
  call: Called;
  View: ComponentType<{ Preview: PreviewOf }>;
  right?: ClosedBy;
};

const listRoute = <const Path extends PlaceId, Called extends List['call']>(
  path: Path,
  { call, View, ...staticData }: ListView<Called>,
) =>
  createRoute({
    getParentRoute,
    path,
    validateSearch: SEARCH_OF[call],
    component: () => <View Preview={CasePage} />,
    // Drops the filters that the list does not have, as the list itself does.
    staticData: {
      place: path,
      ...staticData,
      reads: ({ search }) => [pathPattern(call), SEARCH_OF[call](search)],
    },
  });

const formsRoute = <const Path extends PlaceId, Called extends List['call']>(
  path: Path,
  list: ListView<Called>,
) => listRoute(path, { ...list, right: 'work' });

/** The span of months, or what was searched for in all months, or what is still owed. A wrong value is undefined. */
type BooksSearch = {
  month?: string | undefined;
  through?: string | undefined;
  q?: string | undefined;
  owed?: true | undefined;
};
const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The field of the settings that was looked for, or the page of the website whose texts are changed. */
const readField = ({ field, page }: Record<string, unknown>): { field?: string; page?: string } => ({
  ...(typeof field === 'string' && { field }),
  ...(typeof page === 'string' && { page }),
});

const views = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: ({ show }: Record<string, unknown>): { show?: TaskKind | undefined } => ({
      show: TASK_KINDS.find((kind) => kind === show),
    }),
    component: Overview,
    staticData: { title: 'Overview', place: '/', reads: () => [pathOf('GET /api/json/overview')] },
  }),
  createRoute({
    getParentRoute,
    path: '/case/$orderNumber',
    component: OpenCase,
    remountDeps: ({ params }) => params,
    staticData: {
      place: '/orders',
      reads: ({ params: { orderNumber = '' } }) => [
        pathOf('GET /api/json/cases/:orderNumber', { orderNumber }),
      ],
    },
  }),
  formsRoute('/website-forms', {
    title: 'Website Form Submissions',
    call: 'GET /api/json/form-submissions',
    View: WebsiteForms,
  }),
  formsRoute('/voice-forms', {
    title: 'AI Voice Agent Form Submissions',
    call: 'GET /api/json/voice-agent-submissions',
    View: VoiceForms,
  }),
  formsRoute('/on-hold', {
    title: 'On-Hold Audio requests',
    call: 'GET /api/json/on-hold-submissions',
    View: OnHoldForms,
  }),
  listRoute('/orders', {
    title: 'Order Tracking',
    call: 'GET /api/json/orders',
    View: (props) => <ListPage list={ordersList} {...props} />,
  }),
  listRoute('/recurring', {
    title: 'Recurring payments',
    call: 'GET /api/json/recurring',
    View: RecurringPage,
  }),
  listRoute('/customers', {
    title: 'Customers',
    call: 'GET /api/json/customers',
    View: CustomersPage,
  }),
  createRoute({
    getParentRoute,
    path: '/books',
    // What is left out stays as it was written.
    validateSearch: ({ month, through, q, owed }: Record<string, unknown>): BooksSearch => ({
      month: isMonth(month) ? month : undefined,
      through: isMonth(month) && isMonth(through) && month <= through ? through : undefined,
      q: typeof q === 'string' && q ? q : undefined,
      owed: owed ? true : undefined,
    }),
    component: BooksPage,
    staticData: { title: 'Books', place: '/books', right: 'revenue' },
  }),
  createRoute({
    getParentRoute,
    path: '/customers/$id',
    component: OpenCustomer,
    remountDeps: ({ params }) => params,
    staticData: {
      title: 'Customer',
      place: '/customers',
      reads: ({ params: { id = '' } }) => [pathOf('GET /api/json/customers/:id', { id: Number(id) })],
    },
  }),
  listRoute('/quotes', {
    title: 'Quotes',
    call: 'GET /api/json/quotes',
    View: QuotesPage,
  }),
  createRoute({
    getParentRoute,
    path: '/quotes/new',
    validateSearch: ({ order }: Record<string, unknown>): { order?: string } =>
      typeof order === 'string' ? { order } : {},
    component: NewQuote,
    remountDeps: ({ search }) => search,
    staticData: { title: 'New quote', place: '/quotes', right: 'work' },
  }),
  createRoute({
    getParentRoute,
    path: '/quotes/$number',
    component: OpenQuote,
    remountDeps: ({ params }) => params,
    staticData: {
      place: '/quotes',
      reads: ({ params: { number = '' } }) => [pathOf('GET /api/json/quotes/:number', { number })],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readField,
    component: SettingsTab,
    staticData: { title: 'Settings', place: '/settings' },
  }),
  createRoute({
    getParentRoute,
    path: '/settings/$section',
    validateSearch: readField,
    component: SettingsTab,
    staticData: { title: 'Settings', place: '/settings' },
  }),
] as const;

/** Hash-based routes work on any page and with the desktop app's own protocol. */
export function createAdminRouter() {
  return createRouter({
    routeTree: root.addChildren(views),
    history: createHashHistory(),
    // Plain text instead of the router's JSON, because people type these URLs and emails link to them.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string | undefined>) => {
      const text = queryText(search);
      return text && `?${text}`;
    },
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
  });
}

export type AdminRouter = ReturnType<typeof createAdminRouter>;

/** The first query of the view at the current URL. */
export function readsOf(router: AdminRouter): QueryKey[] {
  const match = router.matchRoutes(router.latestLocation).at(-1);
  const reads = match?.staticData.reads;
  return reads ? [reads(match)] : [];
}

function NotFound() {
  return (
    <p className="admin-empty">
      This page doesn’t exist. <a href="#/">Go to the overview</a>
    </p>
  );
}

function RouteError({ error }: { error: unknown }) {
  // The first render still finds the view that failed.
  const [typed] = useState(() => typedIn([document.body]));
  useEffect(() => reportFault('page', error), [error]);
  return (
    <div className="alert" role="alert">
      <p>Something went wrong on this page. Everything you saved is safe.</p>
      {typed && (
        <>
          <p>{KEEP_TYPED}</p>
          <pre>{typed}</pre>
        </>
      )}
      <Button isQuiet onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
