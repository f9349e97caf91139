import { AboutResponse, API_VERSION, VERSION_HEADER } from '@northlight/shared/contracts/operations.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { readTextAtMost } from '../api/fetch-upstream.ts';
import { failureWords } from './error-messages.ts';
import { readServerAddress } from './server-address.ts';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64_000;
const MAX_NAME_LENGTH = 100;

export type CheckedServer =
  | { isGood: true; origin: string; businessName: string }
  | { isGood: false; reason: string };

const bad = (reason: string): CheckedServer => ({ isGood: false, reason });

/**
 * Checks whether a compatible Northlight server responds at the typed address. If not, `reason` is a message
 * for the user.
 */
export async function checkServer(fetch: typeof globalThis.fetch, typed: string): Promise<CheckedServer> {
  const address = readServerAddress(typed);
  if (!address.isGood) return address;
  const { origin } = address;
  const { host } = new URL(origin);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const health = await fetch(origin + pathOf('GET /api/health'), { redirect: 'manual', signal });
    const reason = fault(
      health.status,
      health.headers,
      await readTextAtMost(health, MAX_BYTES),
      host,
      origin,
    );
    if (reason) return bad(reason);
    const about = await fetch(origin + pathOf('GET /api/about'), { redirect: 'manual', signal });
    const { businessName } = AboutResponse.parse(JSON.parse(await readTextAtMost(about, MAX_BYTES)));
    return { isGood: true, origin, businessName: businessName.slice(0, MAX_NAME_LENGTH) };
  } catch (error) {
    return bad(
      signal.aborted
        ? `${host} didn’t respond within 8 seconds. Check the address and try again.`
        : failureWords(error, host),
    );
  }
}

function fault(status: number, headers: Headers, body: string, host: string, origin: string): string | null {
  if (status >= 300 && status < 400) {
    const target = URL.parse(headers.get('location') ?? '', origin)?.host;
    return `${host} redirects to ${target ?? 'another address'}. Enter that address instead.`;
  }
  const version = Number(headers.get(VERSION_HEADER) ?? Number.NaN);
  const isHealthy = status === 200 && body.trim() === '{"status":"ok"}';
  if (version > API_VERSION) return 'This app is too old for the shop’s server. Update the app.';
  if (version < API_VERSION || (isHealthy && Number.isNaN(version))) {
    return 'This app needs a newer version of Northlight on the server. Update the server.';
  }
  if (isHealthy) return null;
  if (version === API_VERSION) return `The shop at ${host} is having problems right now. Try again later.`;
  if ([502, 503, 504].includes(status))
    return `${host} is online, but the shop isn’t responding. Try again later.`;
  return `There’s no Northlight shop at ${host}. Check the address.`;
}
