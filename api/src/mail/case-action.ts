import type { Block } from './blocks.ts';
import type { LetterDeps } from './letter-deps.ts';

type Deps = Pick<LetterDeps, 'settings'>;

/** Into the dashboard, to all that stands under a number. */
export function caseAction(
  { settings }: Deps,
  orderNumber: string,
  what: 'order' | 'request' = 'order',
): Block {
  const url = `${settings.publicUrl}/admin#/case/${orderNumber}`;
  return { kind: 'action', action: { label: `Open ${what} ${orderNumber}`, url } };
}

export function overviewAction({ settings }: Deps): Block {
  return { kind: 'action', action: { label: 'Open the dashboard', url: `${settings.publicUrl}/admin#/` } };
}
