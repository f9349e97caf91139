import { describe, expect, it } from 'vitest';
import { approvalAddress } from '../payment/go-to-paypal.ts';
import { parsePaypalReturn } from './provider-return.ts';

const read = (query: string) => parsePaypalReturn(new URLSearchParams(query));

describe('coming back from PayPal', () => {
  it('is an approval with the id of the order', () => {
    expect(read('paypal=return&token=DEMO_1&PayerID=X')).toEqual({
      kind: 'approved',
      paypalOrderId: 'DEMO_1',
    });
  });
  it('is an approval with the id of the subscription', () => {
    const query = 'paypal=return&subscription_id=I-1&ba_token=BA-1&token=2';
    expect(read(query)).toEqual({ kind: 'approved', paypalOrderId: 'I-1' });
  });
  it('is a cancellation', () => expect(read('paypal=cancel&token=DEMO_1')).toEqual({ kind: 'canceled' }));
  it.each(['', 'paypal=return', 'paypal=return&token=', 'paypal=other&token=1', 'token=1'])(
    'is not %j',
    (query) => {
      expect(read(query)).toBeNull();
    },
  );
});

describe('the address of the approval', () => {
  const origin = 'http://127.0.0.1:3000';
  it('keeps the demo on the origin that holds the bundle', () => {
    expect(approvalAddress('http://localhost:3000/demo-paypal?token=DEMO_1', origin)).toBe(
      '/demo-paypal?token=DEMO_1',
    );
  });
  it('is PayPal as it stands', () => {
    const paypal = 'https://www.paypal.com/checkoutnow?token=1';
    expect(approvalAddress(paypal, origin)).toBe(paypal);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://'])('is never %j', (address) => {
    expect(approvalAddress(address, origin)).toBeNull();
  });
});
