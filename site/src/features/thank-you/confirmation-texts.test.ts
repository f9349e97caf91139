import { describe, expect, it } from 'vitest';
import { firstPayment, initialPaymentText, nextSteps, recurringPaymentText } from './confirmation-texts.ts';

describe('the amounts', () => {
  it('have two decimals', () => expect(initialPaymentText({ initialPayment: 149 })).toBe('$149.00'));

  it('recur per month or per year', () => {
    const website = { recurringPayment: 30, serviceTypes: ['website' as const] };
    expect(recurringPaymentText({ ...website, isYearly: false })).toBe('$30.00 per month');
    expect(recurringPaymentText({ ...website, recurringPayment: 300, isYearly: true })).toBe(
      '$300.00 per year',
    );
  });

  it.each([0, -1])('are a one-time payment at %d', (recurringPayment) => {
    expect(recurringPaymentText({ recurringPayment, isYearly: false, serviceTypes: ['onhold'] })).toBe(
      'One-time payment',
    );
  });

  it('of the voice agent alone are billed separately', () => {
    expect(recurringPaymentText({ recurringPayment: 0, isYearly: true, serviceTypes: ['voice'] })).toMatch(
      /^Billed separately .*at \$199\.00 \+ \$199\.00\/month$/,
    );
  });
});

describe('the first recurring payment', () => {
  const order = {
    orderNumber: 'ORD-10001',
    recurringPayment: 30,
    isYearly: false,
    paymentStatus: 'completed' as const,
    createdAt: '2027-01-31T22:00:00.000Z',
    timeZone: 'America/New_York',
    orderKey: 'k+1',
  };

  it('has its date and the link to its page', () => {
    expect(firstPayment(order)).toEqual({
      text: 'Your first recurring payment of $30 is on February 28, 2027.',
      href: '/order?order=ORD-10001&key=k%2B1#recurring-payment',
    });
    expect(firstPayment({ ...order, recurringPayment: 300, isYearly: true })?.text).toBe(
      'Your first recurring payment of $300 is on January 31, 2028.',
    );
  });

  it('is on the studio’s day: an order in its evening is of the next day in UTC', () => {
    const evening = { ...order, createdAt: '2026-11-24T01:38:00.000Z' };
    expect(firstPayment(evening)?.text).toContain('is on December 23, 2026.');
    // Copies that were stored before have no time zone.
    expect(firstPayment({ ...evening, timeZone: '' })?.text).toContain('is on December 24, 2026.');
  });

  it.each([
    { recurringPayment: 0 },
    { orderKey: '' },
    { paymentStatus: 'pending' as const },
    { createdAt: '' },
  ])('is missing with %o', (changes) => expect(firstPayment({ ...order, ...changes })).toBeNull());
});

describe('the next steps', () => {
  it('lead to the form of each service, in the order of the catalog, with the order and its key', () => {
    const steps = nextSteps({
      serviceTypes: ['onhold', 'website'],
      orderNumber: 'ORD-10001',
      intakeKey: 'k+1',
    });
    expect(steps.map((step) => step.href)).toEqual([
      '/website-form?order=ORD-10001&key=k%2B1',
      '/onhold-audio-form?order=ORD-10001&key=k%2B1',
    ]);
    for (const step of steps) expect(step.text).toContain('within 24 hours');
  });

  it('name the order alone in a copy from before there were keys', () => {
    const [step] = nextSteps({ serviceTypes: ['voice'], orderNumber: 'ORD-10001', intakeKey: '' });
    expect(step?.href).toBe('/voice-agent-form?order=ORD-10001');
  });

  it('lead to all forms when the copy names no service, and to none with an order number it has not', () => {
    const steps = nextSteps({ serviceTypes: [], orderNumber: '', intakeKey: 'k' });
    expect(steps.map((step) => step.href)).toEqual([
      '/website-form',
      '/voice-agent-form',
      '/onhold-audio-form',
    ]);
  });
});
