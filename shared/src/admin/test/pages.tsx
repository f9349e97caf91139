import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { contentFacts } from '../../content/facts.ts';
import type { ShopResponse } from '../../contracts/shop.ts';
import { mountAdmin } from './mount-admin.tsx';

export const SHOP = 'GET /api/json/shop';
export const SAVE = 'POST /api/json/shop';

const offer = { firstPayment: '149.00', monthly: '30.00', yearly: '300.00', state: 'open' as const };
const rest = { pausedUntil: null, pausedText: '', daysFrom: 1, daysTo: 2, rounds: 5 };
const business = { name: 'Fernhill', email: 'a@b.example', phone: '(555) 010-2000', address: '1 Lane' };
export const shop = (more: Partial<ShopResponse> = {}): ShopResponse => ({
  services: { website: { ...offer, ...rest }, voice: { ...offer, ...rest }, onhold: { ...offer, ...rest } },
  addons: [],
  taxes: [],
  content: {},
  version: 4,
  state: 'published',
  at: '2026-11-20T10:00:00.000Z',
  by: 'wen',
  publishAt: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  failure: null,
  publishedVersion: 4,
  facts: contentFacts(business, DEFAULT_CATALOG),
  ...more,
});

/** Opens Settings, Pages on a server of prepared answers. */
export async function openPages(more: Partial<ShopResponse> = {}) {
  const mounted = mountAdmin('#/settings/pages', { [SHOP]: shop(more), [SAVE]: { version: 5 } });
  await screen.findByRole('heading', { name: 'Your website' });
  const field = (key: string) => document.getElementById(key) as HTMLInputElement;
  const type = (key: string, value: string) => fireEvent.change(field(key), { target: { value } });
  const press = (name: string | RegExp) => mounted.user.click(screen.getByRole('button', { name }));
  /** Publishes, and returns what was sent. */
  const publish = async () => {
    const before = mounted.server.sent(SAVE).length;
    await press('Publish now');
    await waitFor(() => expect(mounted.server.sent(SAVE).length).toBe(before + 1));
    return mounted.server.sent(SAVE).at(-1);
  };
  return { ...mounted, field, type, press, publish };
}
