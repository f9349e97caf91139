import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTodos, createTodoCount, titleWithCount } from './todo-count.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const overview = {
  success: true,
  missingForms: { count: 3, items: [] },
  newSubmissions: { count: 2, items: [] },
  quarantine: { count: 0, items: [] },
  weeks: [{ from: '2026-11-16', paid: '1.00', recurring: '0.00' }],
  ordersByService: { website: 4, voice: 1, onhold: 0 },
};

function counting(answer: () => Response) {
  const shown: number[] = [];
  const asked: string[] = [];
  const todo = createTodoCount({
    handle: async ({ url }) => {
      asked.push(url);
      return answer();
    },
    show: (count) => shown.push(count),
  });
  return { ...todo, shown, asked };
}

test('all open items are counted', () => {
  expect(countTodos(overview)).toBe(5);
  for (const odd of [null, undefined, 7, 'x', [], {}, { missingForms: { count: '3', items: [] } }])
    expect(countTodos(odd)).toBe(0);
});

test('many events cause only one call', async () => {
  const todo = counting(() => Response.json(overview));
  for (let index = 0; index < 20; index += 1) todo.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(todo.asked).toEqual(['northlight-app://console/api/json/overview']);
  expect(todo.shown).toEqual([5]);
  todo.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(todo.shown).toEqual([5, 5]);
});

test('cached and failed responses do not change the count; logout clears it', async () => {
  const answers = [
    Response.json(overview, { headers: { 'northlight-as-of': '2026-11-21T10:12:00Z' } }),
    Response.json({ message: 'x' }, { status: 502 }),
  ];
  const todo = counting(() => answers.shift() ?? Response.error());
  for (let index = 0; index < 2; index += 1) {
    todo.refresh();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(todo.asked).toHaveLength(2);
  expect(todo.shown).toEqual([]);
  todo.clear();
  expect(todo.shown).toEqual([0]);
});

test('the window title shows the count', () => {
  expect(titleWithCount('Orders', 3)).toBe('(3) Orders');
  expect(titleWithCount('Orders', 0)).toBe('Orders');
});
