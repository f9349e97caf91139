import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSession } from './watch-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OVERVIEW = '/api/json/overview';
const LIVE = '/api/admin/live';

function watching() {
  const asked: string[] = [];
  const counts: number[] = [];
  const watch = watchSession({
    handle: async ({ url }) => {
      asked.push(new URL(url).pathname);
      if (url.endsWith(LIVE)) return new Response(new ReadableStream());
      return Response.json({ newSubmissions: { count: 4, items: [] } });
    },
    isWanted: () => true,
    showNotification: () => undefined,
    showCount: (count) => counts.push(count),
    withdraw: () => undefined,
  });
  return { ...watch, asked, counts };
}

test('after login, it listens and counts once, even if the login is reported repeatedly', async () => {
  const watch = watching();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(watch.asked).toEqual([]);
  for (let index = 0; index < 5; index += 1) watch.onSession(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.asked.toSorted()).toEqual([LIVE, OVERVIEW]);
  expect(watch.counts).toEqual([4]);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(watch.asked.filter((path) => path === OVERVIEW)).toHaveLength(2);
  watch.leave();
});

test('after logout, nothing is requested or counted', async () => {
  const watch = watching();
  watch.onSession(true);
  await vi.advanceTimersByTimeAsync(1_000);
  watch.onSession(false);
  const { length } = watch.asked;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(watch.asked).toHaveLength(length);
  expect(watch.counts.at(-1)).toBe(0);
  watch.onSession(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.counts.at(-1)).toBe(4);
  watch.leave();
});
