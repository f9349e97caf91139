import { CheckoutId } from '@northlight/shared/contracts/checkout.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { newUuid } from './new-uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes a UUID', () => {
  expect(CheckoutId.safeParse(newUuid()).success).toBe(true);
});

it('makes one on plain http too', () => {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => bytes.map(() => 0xfe),
  });
  const ids = Array.from({ length: 3 }, newUuid);
  for (const id of ids) expect(CheckoutId.safeParse(id).success).toBe(true);
});
