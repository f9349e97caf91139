import { useNavigate } from '@tanstack/react-router';
import { hasRight } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { openHome } from '../base/brand.tsx';
import { useLogOut, useMay, useMe } from '../base/session.queries.ts';
import { SETTINGS_SECTIONS } from '../base/settings-sections.ts';
import { openDialog, useUi, type Action } from '../base/ui-store.ts';

/** The actions of the open view, then all views, then general actions. */
export function usePaletteActions(): Action[] {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const { homeUrl } = useAdminHost();
  const mayWork = useMay('work');
  const role = useMe()?.role;
  const viewActions = useUi(({ actions }) => actions);
  return [
    ...[...viewActions.values()].flat(),
    ...(mayWork ? [{ label: 'Write a quote', run: () => void navigate({ to: '/quotes/new' }) }] : []),
    { label: 'Go to Overview', run: () => void navigate({ to: '/' }) },
    { label: 'Go to Website Form Submissions', run: () => void navigate({ to: '/website-forms' }) },
    { label: 'Go to AI Voice Agent Form Submissions', run: () => void navigate({ to: '/voice-forms' }) },
    { label: 'Go to Order Tracking', run: () => void navigate({ to: '/orders' }) },
    { label: 'Go to On-hold requests', run: () => void navigate({ to: '/on-hold' }) },
    { label: 'Go to Recurring payments', run: () => void navigate({ to: '/recurring' }) },
    { label: 'Go to Quotes', run: () => void navigate({ to: '/quotes' }) },
    { label: 'Go to Settings', run: () => void navigate({ to: '/settings' }) },
    ...SETTINGS_SECTIONS.filter(({ right }) => hasRight(role, right)).map(({ id, label, about }) => ({
      label: `Settings, ${label}: ${about}`,
      run: () => void navigate({ to: '/settings/$section', params: { section: id } }),
    })),
    ...(hasRight(role, 'manage')
      ? [{ label: 'Refund an order: open it first', run: () => void navigate({ to: '/orders' }) }]
      : []),
    {
      label: 'Show paid orders missing a form',
      run: () => void navigate({ to: '/orders', search: { payment: 'completed', form: 'waiting' } }),
    },
    {
      label: 'Show orders with a pending payment',
      run: () => void navigate({ to: '/orders', search: { payment: 'pending' } }),
    },
    {
      label: 'Show website forms in quarantine',
      run: () => void navigate({ to: '/website-forms', search: { flag: 'quarantine' } }),
    },
    {
      label: 'Show voice agent forms in quarantine',
      run: () => void navigate({ to: '/voice-forms', search: { flag: 'quarantine' } }),
    },
    {
      label: 'Show past due recurring payments',
      run: () => void navigate({ to: '/recurring', search: { state: 'past-due' } }),
    },
    { label: 'Keyboard shortcuts', run: () => openDialog('shortcuts') },
    { label: 'Home: go to the website', run: () => openHome(homeUrl) },
    { label: 'Logout', run: () => logOut.mutate() },
  ];
}

/**
 * The actions whose label contains every typed word, in their original order. All actions if nothing is
 * typed.
 */
export function matchActions<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
