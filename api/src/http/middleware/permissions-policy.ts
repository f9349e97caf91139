/** Device features that no page of ours uses. */
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

/**
 * The `Permissions-Policy` header. Wallets such as Apple Pay are allowed on the page that loads a payment
 * form.
 */
export function permissionsPolicy(paymentFrames: readonly string[] = []): string {
  const allowed = paymentFrames.map((origin) => `"${origin}"`);
  const payment = allowed.length > 0 ? `(self ${allowed.join(' ')})` : '()';
  return [...NEVER.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');
}
