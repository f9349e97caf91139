import type { EmailContext } from './email-context.ts';
import type { Block } from './blocks.ts';

/** A button that opens an order or request in the dashboard. */
export function caseAction(
  { settings }: EmailContext,
  orderNumber: string,
  what: 'order' | 'request' = 'order',
): Block {
  const url = `${settings.publicUrl}/admin#/case/${orderNumber}`;
  return { kind: 'action', action: { label: `Open ${what} ${orderNumber}`, url } };
}

export function overviewAction({ settings }: EmailContext): Block {
  return { kind: 'action', action: { label: 'Open the dashboard', url: `${settings.publicUrl}/admin#/` } };
}
