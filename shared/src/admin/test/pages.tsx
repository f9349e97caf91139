import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ShopResponse } from '../../contracts/shop.ts';
import { mountAdmin } from './mount-admin.tsx';
import { aShop } from './shop.ts';

export const SHOP = 'GET /api/json/shop';
export const SAVE = 'POST /api/json/shop';
export { aShop as shop };

/** Opens Settings, Pages on a server of prepared answers. */
export async function openPages(more: Partial<ShopResponse> = {}, search = '') {
  const mounted = mountAdmin(`#/settings/pages${search}`, { [SHOP]: aShop(more), [SAVE]: { version: 5 } });
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
