import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { STATES } from '@northlight/shared/catalog/us-states.ts';
import { entries } from '@northlight/shared/content/texts.ts';
import { seededRandom } from '../../../api/seed/seeded-random.ts';
import type { Changes } from '../../../api/test/shop/changed-shop.ts';

/**
 * A valid version of the shop with odd prices, the longest texts, the most add-ons, and any colors. `pictures` are names of
 * files that were uploaded.
 */
export function randomVersion(seed: number, pictures: readonly string[] = []): Changes {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const cents = (most: number) => 50 + upTo(most);
  const word = () => 'abcdefghijklmnopqrstuvwxyz'.slice(upTo(13), 14 + upTo(12)).slice(0, 1 + upTo(18));

  /** As long as it may be, in words. */
  function words(length: number): string {
    let text = word();
    while (text.length < length) text += ` ${word()}`;
    return text.slice(0, length).trim();
  }

  const services = SERVICE_IDS.map((id) => {
    const monthlyCents = cents(99_950);
    const daysTo = 1 + upTo(30);
    const isPaused = random() < 0.3;
    return [
      id,
      {
        firstPaymentCents: cents(9_999_900),
        ...(id !== 'onhold' && {
          monthlyCents,
          yearlyCents: cents(12 * monthlyCents - 50),
        }),
        daysFrom: 1 + upTo(daysTo),
        daysTo,
        ...(id !== 'voice' && { rounds: 1 + upTo(50) }),
        ...(isPaused && { state: 'paused', pausedText: words(120) }),
        ...(!isPaused && id === 'voice' && random() < 0.3 && { state: 'hidden' }),
      },
    ];
  });
  const addons = Array.from({ length: 17 }, (_, nth) => {
    const service = SERVICE_IDS[upTo(3)] ?? 'website';
    const period = service === 'website' ? ([null, 'month', 'year'] as const)[upTo(3)] : null;
    return {
      id: `own-${nth}`,
      name: words(60),
      description: random() < 0.8 ? words(200) : '',
      priceCents: period === null && random() < 0.2 ? null : cents(9_999_900),
      period: period ?? null,
      service,
    };
  });
  const states = STATES.split(',').map((state) => state.slice(0, 2));
  const content = entries
    .filter(() => random() < 0.5)
    .filter((entry) => !('medium' in entry) || (entry.medium === 'picture' && pictures.length > 0))
    .map((entry) => {
      if ('color' in entry) return [entry.key, `#${upTo(0x1000000).toString(16).padStart(6, '0')}`];
      if ('medium' in entry) {
        const [x, y, zoom] = [upTo(101), upTo(101), 100 + upTo(301)].map(String);
        const file = pictures[upTo(pictures.length)];
        return [entry.key, { file, words: words(160), x, y, zoom }];
      }
      if (!('items' in entry)) return [entry.key, words(entry.maxLength)];
      const count = random() < 0.5 ? entry.min : entry.max;
      const item = () =>
        Object.fromEntries(entry.fields.map(({ key, maxLength }) => [key, words(maxLength)]));
      return [entry.key, Array.from({ length: count }, item)];
    });
  return {
    services: Object.fromEntries(services),
    addons,
    taxes: states.filter(() => random() < 0.5).map((state) => ({ state, percent: upTo(20_000) / 1_000 })),
    content: Object.fromEntries(content),
  };
}
