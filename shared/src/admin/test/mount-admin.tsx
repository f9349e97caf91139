import { act, cleanup, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { QUIET } from './overview.ts';
import { CallError } from '../../contracts/call-error.ts';
import { fakeServer, type Answers } from '../../contracts/test/fake-server.ts';
import type { Role } from '../../contracts/rights.ts';
import { useToasts } from '../../ui/toasts.ts';
import { AdminApp } from '../app/admin-app.tsx';
import type { AdminPlatform } from '../base/admin-context.ts';
import { DASHBOARD_PATH } from '../base/navigation.ts';
import { useUi } from '../base/ui-store.ts';
import { useDrafts } from '../drafts/draft-store.ts';

type Options = {
  role?: Role;
  staffSeesRevenue?: boolean;
  /** The page, if it is not the dashboard. */
  path?: string;
  platform?: Partial<AdminPlatform>;
};

/**
 * Mounts the whole dashboard at a view, such as "#/orders", on a server of prepared answers. Nothing is sent
 * anywhere, and live updates are not connected. `files` is what was saved, and `downloads` which paths were opened.
 */
export function mountAdmin(
  hash: string,
  answers: Answers,
  { role = 'owner', staffSeesRevenue = false, path, platform }: Options = {},
) {
  const server = fakeServer({
    'GET /api/admin/auth-status': {
      isAuthenticated: true,
      user: { id: 1, name: 'ada', role, staffSeesRevenue, timeZone: 'America/New_York' },
    },
    'POST /api/admin/security/ready': {},
    'GET /api/json/team': { team: [{ id: 1, username: 'ada', name: 'ada' }] },
    'GET /api/json/profile': { firstName: '', lastName: '', email: 'ada@studio.example', version: 'v1' },
    'GET /api/json/wording': { replies: [], reminderDays: [1, 3, 7], asksForReview: false, version: 'v1' },
    // The frame asks for the counts.
    'GET /api/json/overview': QUIET,
    'GET /api/json/order-views': { views: [], columns: null, version: 'v1' },
    ...answers,
  });
  const files: { name: string; text: string }[] = [];
  const downloads: string[] = [];
  history.replaceState(null, '', `${path ?? DASHBOARD_PATH}${hash}`);
  render(
    <AdminApp
      businessName="Northlight Studio"
      businessEmail="hello@northlight.example"
      platform={{
        send: server.send,
        // oxlint-disable-next-line require-yield -- It never opens.
        openStream: async function* () {
          throw new CallError(0, '');
        },
        download: (address) => downloads.push(address),
        save: (name, text) => files.push({ name, text }),
        homeUrl: '/',
        ...platform,
      }}
    />,
  );
  onTestFinished(() => {
    // First, because it would draw the changes below.
    cleanup();
    localStorage.clear();
    useToasts.setState(useToasts.getInitialState(), true);
    useUi.setState(useUi.getInitialState(), true);
    useDrafts.setState(useDrafts.getInitialState(), true);
  });
  return {
    server,
    files,
    downloads,
    // Without styles, nothing covers anything.
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    /** Goes to another view by URL, like a link in an email or a bookmark. */
    goToView: (view: string) =>
      act(() => {
        location.hash = view;
        // happy-dom does not send it.
        dispatchEvent(new PopStateEvent('popstate'));
      }),
  };
}
