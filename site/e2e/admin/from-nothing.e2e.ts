import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { aMailServer } from '../../../api/test/shop/mail-server.ts';
import { startFakeStripe } from '../../../api/test/stripe/fake-stripe.ts';
import { serveInstalledShop } from '../support/installed-shop.ts';
import { BUYER, CARDS, expect, field, test } from '../support/shop.ts';

/** The promise to owners who have their keys at hand. */
const MOST_FIELDS = 25;

test('from an empty folder to a paid order, a sent email, and a checked backup, in the browser only', async ({
  page,
}) => {
  const stripe = await startFakeStripe();
  const mail = await aMailServer();
  const backups = mkdtempSync(join(tmpdir(), 'northlight-backups-'));
  const shop = await serveInstalledShop({
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
    PAYMENTS: '',
    PUBLIC_URL: '',
    STRIPE_API_BASE: stripe.base,
    STRIPE_JS_URL: stripe.scriptUrl,
  });
  let typed = 0;
  let clicks = 0;
  const type = async (into: Locator, text: string) => {
    typed += 1;
    await into.fill(text);
  };
  const click = async (on: Locator) => {
    clicks += 1;
    await on.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  try {
    await expect.poll(shop.printed).toMatch(/#claim=/);
    const code = /#claim=([\w-]+)/.exec(shop.printed())?.[1] ?? '';
    await page.goto(`${shop.origin}/admin-login#claim=${code}`);
    await type(page.getByLabel('Username'), 'ada');
    await type(page.getByLabel('Password', { exact: true }), 'a quiet south window');
    await type(page.getByLabel('Your email'), 'ada@studio.example');
    await click(button('Claim the shop'));
    await type(page.getByLabel('Name', { exact: true }), 'Lantern & Oak');
    await type(page.getByLabel('Address', { exact: true }), '12 Canal Street, Columbus, OH 43004');
    await click(button('Open the dashboard'));
    await click(page.getByRole('link', { name: 'Open the form: Connect Stripe or PayPal' }));

    await type(card('Stripe').getByLabel('Publishable key'), stripe.publishableKey);
    await type(card('Stripe').getByLabel('Secret key'), stripe.secretKey);
    await click(card('Stripe').getByRole('button', { name: 'Check and save' }));
    await expect(card('Stripe').getByText('Works')).toBeVisible();

    const email = card('Outgoing email');
    await click(button('Connect: Outgoing email'));
    await type(email.getByLabel('Server'), '127.0.0.1');
    await type(email.getByLabel('Port'), mail.port);
    await type(email.getByLabel('User (optional)'), 'shop');
    await type(email.getByLabel('Password (optional)'), 'a mail password');
    await click(email.getByRole('button', { name: 'Check and save' }));
    await expect(email.getByText('Did the test email to ada@studio.example arrive?')).toBeVisible();
    expect(mail.received.join('')).toContain('This is a test email from');
    await click(email.getByRole('button', { name: 'It arrived' }));

    await click(button('Connect: Backups'));
    const form = card('Backups');
    await type(form.getByLabel('Place'), backups);
    await click(form.getByRole('button', { name: 'Make a key' }));
    const key = await form.getByLabel('Key of the backups').inputValue();
    await type(form.getByLabel(/^Last 6 characters/), key.slice(-6));
    await click(form.getByRole('button', { name: 'Check and save' }));
    await expect(form.getByText(/The first backup was made, read back, and checked/)).toBeVisible();
    expect(readdirSync(backups)).toHaveLength(1);
    const setUp = { typed, clicks };

    await page.goto(`${shop.origin}/checkout`);
    await click(
      page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: 'On-Hold Audio' }) })
        .getByRole('button', { name: 'Add to Bundle' }),
    );
    await click(button('Continue to Checkout'));
    for (const [label, text] of Object.entries(BUYER)) {
      const into = field(page, label);
      if (label === 'State') await into.fill(text);
      else await type(into, text);
    }
    await click(button('Continue to Payment'));
    await type(page.getByLabel('Card number'), CARDS.succeeds);
    await type(page.getByLabel('Expiration date'), '12/34');
    await type(page.getByLabel('Security code'), '123');
    await click(button('Pay Now'));
    await page.waitForURL(/thank-you/);
    const orderNumber = /ORD-\d+/.exec(
      (await page
        .getByText(/ORD-\d+/)
        .first()
        .textContent()) ?? '',
    )?.[0];
    await expect
      .poll(() =>
        mail.received.some(
          (text) =>
            text.includes(`Subject: Order ${orderNumber}`) ||
            (text.includes(orderNumber ?? '?') && text.includes(BUYER.Email)),
        ),
      )
      .toBe(true);

    await page.goto(`${shop.origin}/admin#/`);
    const list = page.getByRole('region', { name: /^Set up your shop/ });
    await expect(list.getByText('Worked: paid, email sent.')).toBeVisible();
    // The pages are built after everything else on a busy machine.
    for (const step of [
      'Enter your business details',
      'Connect Stripe or PayPal',
      'Connect email',
      'Set up backups',
    ])
      await expect(
        list.getByRole('listitem').filter({ hasText: step }).getByRole('img', { name: 'Done' }),
      ).toBeVisible({ timeout: 5 * 60_000 });
    expect({ setUp, all: { typed, clicks } }).toEqual({
      setUp: { typed: 13, clicks: 10 },
      all: { typed: MOST_FIELDS, clicks: 14 },
    });
  } finally {
    await shop.stop();
    await mail.close();
    await stripe.close();
    rmSync(backups, { recursive: true, force: true });
  }
});
