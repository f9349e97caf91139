export type ReadAddress = { isGood: true; origin: string } | { isGood: false; reason: string };

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
const PRIVATE =
  /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|\[f(?:[cd]|e[89ab])[\da-f:]+\]|.+\.(?:local|internal|home\.arpa))$/;

const bad = (reason: string): ReadAddress => ({ isGood: false, reason });

/**
 * Reads the origin from what people type or paste, such as `shop.example.com` or
 * `http://localhost:3000/admin`. Uses https by default, except for this computer. http:// is allowed on
 * private networks but not on the internet.
 */
export function readServerAddress(typed: string): ReadAddress {
  const text = typed.trim();
  if (!text) return bad('Enter the address of your shop, such as shop.example.com.');
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme && scheme !== 'https' && scheme !== 'http') {
    return bad(`Shop addresses start with https://, not ${scheme}://.`);
  }
  const url = URL.parse(scheme ? text : `https://${text}`);
  if (!url?.hostname || /[\s%]/.test(url.hostname)) {
    return bad(`"${text.slice(0, 80)}" isn’t a valid address. Try something like shop.example.com.`);
  }
  if (url.username || url.password) return bad('Leave your username out of the address. You’ll log in next.');
  if (!scheme && LOOPBACK.test(url.hostname)) url.protocol = 'http:';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !PRIVATE.test(url.hostname)) {
    return bad(
      `Others could read your password over http://. Use https://${url.host} instead. http:// only works for this computer and private networks.`,
    );
  }
  return { isGood: true, origin: url.origin };
}
