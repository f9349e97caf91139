import { expect } from 'playwright/test';
import { BUYER, CARDS } from '../support/shop.ts';
import { fill, press, test, textLike } from './firefox.ts';

test('from the home page to an order, then a request with its number @long', async ({ firefox: page }) => {
  await press(page, 'Get a website');
  await press(page, 'Add to Your Package');
  await press(page, 'Add to Bundle On-Hold Audio');
  await press(page, 'Continue to Checkout');
  for (const [label, text] of Object.entries(BUYER)) await fill(page, label, text);
  await press(page, 'Continue to Payment');
  await fill(page, 'Card number', CARDS.succeeds);
  await fill(page, 'Expiration date', '1234');
  await fill(page, 'Security code (CVC)', '123');
  await press(page, 'Pay Now');
  const number = await textLike(page, /^ORD-\d{5,}$/);
  expect(new URL(page.url()).pathname).toBe('/thank-you');
  expect(await textLike(page, /^\$\d+\.\d\d$/)).toBe('$248.00');

  await press(page, 'Fill out the on-hold form');
  await fill(page, 'Business name', BUYER['Business name']);
  await fill(page, 'Business niche', 'Bicycle repairs');
  await fill(page, 'Custom message', 'We are with you as soon as our hands are clean again.');
  await fill(page, 'Email', BUYER.Email);
  await press(page, 'Submit Requirements');
  await textLike(page, /^Our audio team will contact you within 24 hours\. Your file arrives/);
  expect(await textLike(page, /^ORD-\d{5,}$/)).toBe(number);
});
