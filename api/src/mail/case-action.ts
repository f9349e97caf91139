import type { Block } from './blocks.ts';
import type { LetterDeps } from './email-context.ts';

type Deps = Pick<LetterDeps, 'settings'>;

/** Into the dashboard, to all that stands under a number. */
export function caseAction({ settings }: Deps, orderNumber: string): Block {
  const url = `${settings.publicUrl}/admin#/case/${orderNumber}`;
  return { kind: 'action', action: { label: `Open ${orderNumber}`, url } };
}

export function overviewAction({ settings }: Deps): Block {
  return { kind: 'action', action: { label: 'Open the dashboard', url: `${settings.publicUrl}/admin#/` } };
}
