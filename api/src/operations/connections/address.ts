import { isDeepStrictEqual } from 'node:util';
import type { TestEmail } from '../../db/schema/server.ts';
import { passkeys } from '../../db/schema/people.ts';
import { checkAddress, hopsTo, NO_HSTS } from '../doctor/address-checks.ts';
import { Problem, type Service } from './service.ts';

/** That visitors reach the shop there was seen. */
export const called = (publicUrl: string, now: Date): TestEmail => ({
  id: '',
  to: publicUrl,
  at: now.getTime(),
  isAnswered: true,
  for: publicUrl,
});

export const addressService: Service = {
  refuse({ url = '' }) {
    const { protocol, pathname, search, hash, username } = URL.parse(url) ?? {};
    const isBare = isDeepStrictEqual([pathname, search, hash, username], ['/', '', '', '']);
    if (!isBare || !/^https?:$/.test(protocol ?? ''))
      throw new Problem(
        'url',
        'Enter the whole address, such as https://shop.example.com, and nothing after it.',
      );
  },

  /** Calls the shop from outside, as visitors do. One that doesn't answer there would lock everybody out. */
  async connect({ values, env, context: { db, now } }) {
    const publicUrl = new URL(values['url'] ?? '').origin;
    const hops = await hopsTo(publicUrl, env.secret).catch(() => undefined);
    const proxies = values['proxies'] ?? String(hops ?? 0);
    const settings = { ...env, publicUrl, trustProxyHops: Number(proxies) };
    const lines = [await checkAddress({ settings, db, now })].flat();
    const wrong = lines.find(({ state }) => state === 'failure');
    if (wrong) {
      const message = `${wrong.message} ${wrong.advice ?? ''}`;
      throw new Problem(wrong.name === 'Proxy' ? 'proxies' : 'url', message, wrong.name !== 'Encryption');
    }
    const isMoved = new URL(env.publicUrl).hostname !== new URL(publicUrl).hostname;
    if (isMoved && db.select().from(passkeys).limit(1).get())
      throw new Problem(
        'url',
        'Passkeys only work at the address where they were made. Add a code from an app under Settings, Security first, so that you can log in at the new address.',
      );
    // Until it is saved, the shop doesn't send it.
    const told = lines.filter(({ message }) => message !== NO_HSTS || env.publicUrl === publicUrl);
    return {
      made: { proxies },
      test: called(publicUrl, now()),
      facts: [
        ...told.map(({ message, advice = '' }) => `${message} ${advice}`.trim()),
        `Requests come through ${proxies} of your proxies.`,
      ],
      message:
        env.publicUrl === publicUrl ? undefined : `From now on, open the dashboard at ${publicUrl}/admin`,
    };
  },
};
