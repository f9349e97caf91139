import { DemoCard } from '@northlight/shared/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { cardErrors, filledCard, formatCardNumber, formatExpiry, TEST_CARDS } from './demo-card.ts';

const today = new Date(2026, 10, 21);
const good = filledCard('4242 4242 4242 4242');

describe('the card form', () => {
  it('groups the number while it is typed', () => {
    expect(formatCardNumber('42424')).toBe('4242 4');
    expect(formatCardNumber('4242-4242 4242x4242')).toBe('4242 4242 4242 4242');
    expect(formatCardNumber('4242 ')).toBe('4242');
    expect(formatCardNumber('1'.repeat(30))).toHaveLength(23);
  });

  it('sets the stroke into the expiry', () => {
    expect(['1', '12', '123', '12 / 34', '12/345', '5', '0534'].map(formatExpiry)).toEqual([
      '1',
      '12',
      '12 / 3',
      '12 / 34',
      '12 / 34',
      '05',
      '05 / 34',
    ]);
  });

  it('finds nothing wrong with the test cards, and neither does the contract', () => {
    for (const { number } of TEST_CARDS) {
      expect(cardErrors(filledCard(number), today)).toEqual({});
      expect(DemoCard.safeParse({ clientSecret: 'pi_dev_1', cardNumber: number }).success).toBe(true);
    }
  });

  it('names each field that is wrong', () => {
    expect(Object.keys(cardErrors({ number: '4242', expiry: '', cvc: '1' }, today))).toEqual([
      'number',
      'expiry',
      'cvc',
    ]);
    expect(cardErrors({ ...good, expiry: '13 / 30' }, today)).toHaveProperty('expiry');
    expect(cardErrors({ ...good, cvc: '12x' }, today)).toHaveProperty('cvc');
  });

  it('takes a card until the end of its month', () => {
    expect(cardErrors({ ...good, expiry: '11 / 26' }, today)).toEqual({});
    expect(cardErrors({ ...good, expiry: '10 / 26' }, today)).toEqual({ expiry: 'This card has expired' });
  });
});
