import { useNavigate } from '@tanstack/react-router';
import type { Right } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { openHome } from '../base/brand.tsx';
import { PLACES } from '../base/places.ts';
import { useLogOut, useRights } from '../base/session.queries.ts';
import { sectionsFor, settingsAt, settingsFields } from '../base/settings-sections.ts';
import { actionsOf, openDialog, useUi, type Action } from '../base/ui-store.ts';

/** The actions of the open view, then the doors that the role may open, then general actions. */
export function usePaletteActions(hasTyped: boolean): Action[] {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const { homeUrl } = useAdminHost();
  const may = useRights();
  const actions = useUi((ui) => ui.actions);
  const door = (label: string, right: Right, go: () => Promise<void>) => ({
    label,
    right,
    run: () => void go(),
  });
  const doors = [
    door('Write a quote', 'work', () => navigate({ to: '/quotes/new' })),
    ...PLACES.map(({ to, label, right, key }) => ({
      ...door(`Go to ${label}`, right, () => navigate({ to })),
      shortcut: `g ${key}`,
    })),
    ...sectionsFor(may).map(({ id, label, about, right }) =>
      door(`Settings, ${label}: ${about}`, right, () => navigate(settingsAt(id))),
    ),
    // There are too many to be shown before something is typed.
    ...(hasTyped ? settingsFields(may) : []).map(({ id, field, label }) =>
      door(label, 'self', () => navigate(settingsAt(id, field))),
    ),
    door('Refund an order: open it first', 'manage', () => navigate({ to: '/orders' })),
    door('Show paid orders missing a form', 'work', () =>
      navigate({ to: '/orders', search: { payment: 'completed', form: 'waiting' } }),
    ),
    door('Show orders with a pending payment', 'read', () =>
      navigate({ to: '/orders', search: { payment: 'pending' } }),
    ),
    door('Show website forms in quarantine', 'work', () =>
      navigate({ to: '/website-forms', search: { flag: 'quarantine' } }),
    ),
    door('Show voice agent forms in quarantine', 'work', () =>
      navigate({ to: '/voice-forms', search: { flag: 'quarantine' } }),
    ),
    door('Show past due recurring payments', 'read', () =>
      navigate({ to: '/recurring', search: { state: 'past-due' } }),
    ),
  ];
  return [
    ...actionsOf({ actions }),
    ...doors.filter(({ right }) => may(right)),
    { label: 'Keyboard shortcuts', run: () => openDialog('shortcuts') },
    { label: 'Home: go to the website', run: () => openHome(homeUrl) },
    { label: 'Logout', run: () => logOut.mutate() },
  ];
}
