import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveNotifications, notificationFor, type AppNotification } from './live-notifications.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (kind: string, orderNumber: string, title: string) =>
  `data: ${JSON.stringify({ kind, orderNumber, title })}\n\n`;

function listening({ isWanted = true, answers = [] as (() => Response)[] } = {}) {
  const shown: AppNotification[] = [];
  const asked: Request[] = [];
  const updated = vi.fn();
  let say: (text: string) => void = () => undefined;
  const live = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          say = (text) => controller.enqueue(new TextEncoder().encode(text));
        },
      }),
    );
  const notices = createLiveNotifications({
    handle: async (request) => {
      asked.push(request);
      return (answers.shift() ?? live)();
    },
    isWanted: () => isWanted,
    show: (notice) => shown.push(notice),
    onUpdate: updated,
  });
  return { ...notices, shown, asked, updated, say: (text: string) => say(text) };
}

const soon = () => vi.advanceTimersByTimeAsync(10);

test('a new order immediately shows a notification with a link', async () => {
  const desk = listening();
  desk.start();
  await soon();
  desk.say('retry: 2000\n\n');
  desk.say(event('order', 'ORD-10001', 'Ada Marlow'));
  await soon();
  expect(desk.shown).toEqual([{ title: 'New order ORD-10001', body: 'Ada Marlow', path: '/case/ORD-10001' }]);
  expect(desk.asked.map(({ url }) => url)).toEqual(['northlight-app://console/api/admin/live']);
  desk.stop();
});

test('a change by an administrator updates the count without a notification', async () => {
  const desk = listening();
  desk.start();
  await soon();
  desk.say('data: {"kind":"change","orderNumber":"ORD-10001"}\n\n');
  await soon();
  expect([desk.shown, desk.updated.mock.calls.length]).toEqual([[], 2]);
  desk.stop();
});

test('while the window is focused or notifications are paused, nothing is shown, but the count is updated', async () => {
  const desk = listening({ isWanted: false });
  desk.start();
  await soon();
  desk.say(event('submission', 'ORD-10002', 'Marlow Bicycles'));
  desk.say('data: {"kind":"other"}\n\n');
  await soon();
  expect(desk.shown).toEqual([]);
  // Once when the connection opened, and once for the form.
  expect(desk.updated).toHaveBeenCalledTimes(2);
  desk.stop();
});

test('it connects only once if started twice, and disconnects when stopped', async () => {
  const desk = listening();
  desk.start();
  desk.start();
  await soon();
  expect(desk.asked).toHaveLength(1);
  desk.stop();
  expect(desk.asked[0]?.signal.aborted).toBe(true);
  desk.start();
  await soon();
  expect(desk.asked).toHaveLength(2);
  desk.stop();
});

test('it retries an unreachable server, but waits for a login after a 401', async () => {
  const away = () => Response.json({ message: 'Can’t reach the server.' }, { status: 502 });
  const loggedOut = () => Response.json({}, { status: 401 });
  const desk = listening({ answers: [away, away, loggedOut] });
  desk.start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(desk.asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(desk.asked).toHaveLength(3);
  desk.start();
  await soon();
  expect(desk.asked).toHaveLength(4);
  desk.stop();
});

test('a form’s notification names a form, and an invalid order number has no link', () => {
  expect(notificationFor({ kind: 'submission', orderNumber: 'ORD-10002', title: 'Marlow Bicycles' })).toEqual(
    {
      title: 'New form ORD-10002',
      body: 'Marlow Bicycles',
      path: '/case/ORD-10002',
    },
  );
  expect(notificationFor({ kind: 'order', orderNumber: '../settings', title: 'x' }).path).toBeNull();
});
