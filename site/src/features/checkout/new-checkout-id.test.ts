import { CheckoutId } from '@northlight/shared/contracts/checkout.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { newCheckoutId } from './new-checkout-id.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes a UUID', () => {
  expect(CheckoutId.safeParse(newCheckoutId()).success).toBe(true);
});

it('makes one on plain http too', () => {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => globalThis.Buffer.from(bytes).map(() => 0xfe),
  });
  const ids = Array.from({ length: 3 }, newCheckoutId);
  for (const id of ids) expect(CheckoutId.safeParse(id).success).toBe(true);
});
