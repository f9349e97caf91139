/** What a page could ask the visitor's device for, and none of ours does. */
const NEVER = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** The header `Permissions-Policy`. Wallets such as Apple Pay are for the page that says from where it loads a payment form. */
export function permissionsPolicy(paymentFrames: readonly string[] = []): string {
  const allowed = paymentFrames.map((origin) => `"${origin}"`);
  const payment = allowed.length > 0 ? `(self ${allowed.join(' ')})` : '()';
  return [...NEVER.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');
}
