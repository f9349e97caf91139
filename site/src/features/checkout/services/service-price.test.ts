import { expect, it } from 'vitest';
import { servicePrice } from './service-price.ts';

it('shows the website per month and per year', () => {
  expect(servicePrice('website', false)).toEqual({ base: '$149', recurring: '+ $30/month' });
  expect(servicePrice('website', true)).toMatchObject({ base: '$149', recurring: '+ $300/year' });
});

it('shows the voice agent as "from" in both periods: a third party bills it by the month', () => {
  for (const isYearly of [false, true]) {
    expect(servicePrice('voice', isYearly)).toMatchObject({
      base: 'From $199',
      recurring: '+ From $199/month',
    });
  }
});

it('shows that on-hold audio is paid once', () => {
  expect(servicePrice('onhold', true)).toEqual({ base: '$99', recurring: 'one-time' });
});
