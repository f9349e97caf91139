import { expect, onTestFinished, test, vi } from 'vitest';
import { cameFrom, continueVisit, countStep } from './visit.ts';

test('a visit that is continued on another device keeps its source, and what was counted there is not counted again', () => {
  const sendBeacon = vi.fn(() => true);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  onTestFinished(() => sessionStorage.clear());
  const from = { source: 'google', medium: '', campaign: 'fall', referrer: 'google.com', promo: '' };
  continueVisit(from, ['website']);
  expect(cameFrom()).toEqual(from);
  countStep('information', ['website']);
  expect(sendBeacon).not.toHaveBeenCalled();
  countStep('payment', ['website']);
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});

test('a link of an older version continues a visit from nowhere', () => {
  onTestFinished(() => sessionStorage.clear());
  continueVisit(undefined, []);
  expect(cameFrom()).toEqual({ source: '', medium: '', campaign: '', referrer: '', promo: '' });
});

test.each(['https://www.google.com/', 'not-an-address', ''])(
  'a visit from "%s" needs no young function',
  (referrer) => {
    onTestFinished(() => {
      sessionStorage.clear();
      vi.unstubAllGlobals();
    });
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined, parse: undefined }));
    sessionStorage.setItem('northlight-landing', `${referrer} ?utm_source=mail`);
    expect(cameFrom()).toMatchObject({
      source: 'mail',
      referrer: referrer.startsWith('https') ? 'google.com' : '',
    });
  },
);
