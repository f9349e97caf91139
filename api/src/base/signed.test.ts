import { expect, test } from 'vitest';
import { secretOf } from '../messages/webhooks/webhook-store.ts';
import { resumeKeyOf } from '../money/unfinished-checkouts/resume-key.ts';
import { demoId } from '../money/payments/demo/demo-store.ts';
import { invitationLink } from '../people/team/invitations.ts';
import { browserKeyOf, emailKeyOf, orderKeyOf } from '../work/orders/order-links.ts';
import { isSameSignature } from './signed.ts';

const secret = 'a secret of this test';
const createdAt = new Date('2026-11-23T10:00:00.000Z');
const order = { orderNumber: 'ORD-10001', createdAt, keyVersion: 0 };

test('links and secrets that were sent stay valid: the same bytes as ever', () => {
  const invited = { id: 3, email: 'bo@studio.example', invitedAt: createdAt };
  expect({
    browser: browserKeyOf(secret, order),
    email: emailKeyOf(secret, order),
    order: orderKeyOf(secret, order),
    afterEnded: orderKeyOf(secret, { ...order, keyVersion: 2 }),
    resume: resumeKeyOf(secret, { id: 7, createdAt, linkFor: 'ada@marlow.example' }, createdAt),
    invitation: invitationLink(
      { publicUrl: 'https://shop.example', secret },
      { ...invited, isActive: false, invitationAgeMs: 0, invitationCountedAt: createdAt },
    ),
    webhook: secretOf(secret, { id: 1, createdAt, secretVersion: 1 }),
    demo: demoId('pi_demo', '3f0c9a52-9c54-4c3e-9d0a-2f6b8a1f4c11', 14_900, secret),
  }).toMatchInlineSnapshot(`
    {
      "afterEnded": "hp6yHKX2PyS5DCvMtD5b4A",
      "browser": "1qfQg7Va72sxvEDoB3xgoA",
      "demo": "pi_demo_3f0c9a52-9c54-4c3e-9d0a-2f6b8a1f4c11_14900_mVsBCOKBkPGsmJNwQ9nOET",
      "email": "VT8x6jajjY6vEd5jOxGekA",
      "invitation": "https://shop.example/admin-login#invite=3.OF8pqeX00Xed5lxx2xpXuIUXjeggPHFzfJF2epYT8YQ",
      "order": "Qfa0-wR_XI5Ae9XBesRGUA",
      "resume": "7.1795428000000.1796032800000.UwmQ-ls3mtt801hW6dBuQNU97rPilswV",
      "webhook": "whsec_uHbYdhPIRP2jOWaAPg4gWluPOLqsCpbFMFDAa8nwuO8=",
    }
  `);
});

test('a signature is the same only with the same length and text', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'ab', 'abcd', '']) expect(isSameSignature(other, 'abc')).toBe(false);
});
