import { openPreview, useUi } from '../base/ui-store.ts';
import { stepFrom } from './shortcuts.ts';

/** Links in closed sections are not focusable. */
const rowLinks = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-link]')].filter(
    (link) => link.getClientRects().length > 0,
  );
const rowOf = (element: Element | null) => element?.closest('tr, li') ?? null;

/** The index of the focused row, or -1. */
function placeOfFocus(links: readonly HTMLElement[]): number {
  const row = rowOf(document.activeElement);
  return row ? links.findIndex((link) => rowOf(link) === row) : -1;
}

export const isOnRow = (): boolean => placeOfFocus(rowLinks()) >= 0;

/** An open preview shows the focused row, which is also the place to go on from after a look at the preview. */
export function focusRow(step: 1 | -1): void {
  const links = rowLinks();
  const { preview } = useUi.getState();
  const focused = placeOfFocus(links);
  const place = focused >= 0 ? focused : links.findIndex(({ textContent }) => textContent === preview);
  const link = links[stepFrom(place, step, links.length)];
  link?.focus();
  if (link && preview) openPreview(link.textContent);
}

/** Focuses the row of an order. Returns false if it is not in the list. */
export function focusCase(orderNumber: string): boolean {
  const link = rowLinks().find(({ textContent }) => textContent === orderNumber);
  link?.focus();
  return link !== undefined;
}

export function unfoldRow(): void {
  rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-row-unfold]')?.click();
}
