import type { Block } from './blocks.ts';
import type { AppContext } from "../context.ts";

/** Into the dashboard, to all that stands under a number. */
export function caseAction({ settings }: AppContext, orderNumber: string): Block {
  const url = `${settings.publicUrl}/admin#/case/${orderNumber}`;
  return { kind: 'action', action: { label: `Open ${orderNumber}`, url } };
}

export function overviewAction({ settings }: AppContext): Block {
  return { kind: 'action', action: { label: 'Open the dashboard', url: `${settings.publicUrl}/admin#/` } };
}
