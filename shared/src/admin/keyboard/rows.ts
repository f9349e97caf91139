import { stepFrom } from './shortcuts.ts';

/** Those in a closed part of the page take no focus. */
const rowLinks = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-link]')].filter((link) => link.checkVisibility());
const rowOf = (element: Element | null) => element?.closest('tr, li') ?? null;

/** Where the focus is among the rows of the open view; -1 when it is elsewhere. */
function placeOfFocus(links: readonly HTMLElement[]): number {
  const row = rowOf(document.activeElement);
  return row ? links.findIndex((link) => rowOf(link) === row) : -1;
}

export const isOnRow = (): boolean => placeOfFocus(rowLinks()) >= 0;

export function focusRow(step: 1 | -1): void {
  const links = rowLinks();
  links[stepFrom(placeOfFocus(links), step, links.length)]?.focus();
}

/** The row that the administrator came from; false when it is not there any more. */
export function focusCase(orderNumber: string): boolean {
  const link = rowLinks().find(({ textContent }) => textContent === orderNumber);
  link?.focus();
  return link !== undefined;
}

export function unfoldRow(): void {
  rowOf(document.activeElement)?.querySelector<HTMLElement>('[data-row-unfold]')?.click();
}
