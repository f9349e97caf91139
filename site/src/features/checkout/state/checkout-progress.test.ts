import { describe, expect, it } from 'vitest';
import { emptyInformation, emptyProgress, parseProgress, type Progress } from './checkout-progress.ts';

const halfway: Progress = {
  step: 'info',
  information: { ...emptyInformation, firstName: 'Ada', email: 'ada@', state: 'MI' },
  wantsLink: true,
  promoText: 'SAVE50',
  promo: { code: 'SAVE50', amountOffCents: 5_000 },
  paymentMethod: 'paypal',
  checkoutId: '1f0e7f0a-3f6c-4b52-9d77-0f7c5c2b9a10',
  madePayment: { paypalOrderId: 'DEMO_1' },
  askedAbout: '48104',
  ownPackage: { isYearly: true, addonIds: ['revisions'], serviceIds: ['website'] },
  exemption: { key: '1.2.x.website', email: 'ada@marlow.example' },
  addon: null,
};

describe('the saved progress', () => {
  it('survives a reload whole, half-typed values too', () => {
    expect(parseProgress(JSON.stringify(halfway))).toEqual(halfway);
  });

  it('keeps the id of a card payment', () => {
    const paid = { ...halfway, madePayment: { paymentIntentId: 'pi_dev_1' } };
    expect(parseProgress(JSON.stringify(paid)).madePayment).toEqual({ paymentIntentId: 'pi_dev_1' });
  });

  it.each([null, '', '{', 'null', '[]', '3'])('starts over from %j', (text) => {
    expect(parseProgress(text)).toEqual(emptyProgress);
  });

  it('reads what was stored before there were links to finish, exemptions, and add-ons', () => {
    const { wantsLink: _link, exemption: _exemption, addon: _addon, askedAbout: _asked, ...older } = halfway;
    expect(parseProgress(JSON.stringify({ ...older, plan: 'basic' }))).toEqual({
      ...older,
      wantsLink: false,
      exemption: null,
      askedAbout: '',
      addon: null,
    });
  });

  it('drops what is malformed and keeps the rest', () => {
    const text = JSON.stringify({
      step: 'confirmation',
      information: { firstName: 'Ada', phone: 555, isAdmin: 'yes' },
      promo: { code: 'SAVE50' },
      paymentMethod: 'cash',
      madePayment: { paymentIntentId: 3 },
    });
    expect(parseProgress(text)).toEqual({
      ...emptyProgress,
      information: { ...emptyInformation, firstName: 'Ada' },
    });
  });
});
