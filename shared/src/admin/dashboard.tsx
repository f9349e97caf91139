import { Tabs } from 'radix-ui';
import { Button } from '../ui/button.tsx';
import { Brand } from './brand.tsx';
import { useLogOut } from './login/session.queries.ts';
import { DASHBOARD_PATH, goTo, useAddress, useArrival } from './navigation.ts';
import { OrdersTab } from './orders/orders-tab.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';

const TABS = [
  { id: 'orders', label: 'Order Tracking', View: OrdersTab },
  { id: 'settings', label: 'Settings', View: SettingsTab },
];

/** The open tab stands in the address, so that it survives a reload and can be bookmarked. */
export function Dashboard() {
  const heading = useArrival<HTMLHeadingElement>('Admin dashboard');
  const asked = useAddress().searchParams.get('tab');
  const open = TABS.find(({ id }) => id === asked)?.id ?? 'orders';
  const logOut = useLogOut();
  return (
    <Tabs.Root
      className="admin-dashboard"
      value={open}
      onValueChange={(id) => goTo(`${DASHBOARD_PATH}?tab=${id}`, { isReplacing: true })}
    >
      <div className="admin-bar">
        <Brand />
        <h1 ref={heading} tabIndex={-1}>
          Admin Dashboard
        </h1>
        <a className="button quiet" href="/">
          Home
        </a>
        <Button isQuiet isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
          Logout
        </Button>
      </div>
      <Tabs.List className="admin-tabs" aria-label="Dashboard">
        {TABS.map(({ id, label }) => (
          <Tabs.Trigger key={id} className="admin-tab" value={id}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map(({ id, View }) => (
        <Tabs.Content key={id} className="admin-panel" value={id}>
          <View />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
