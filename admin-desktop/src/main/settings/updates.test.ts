import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepUpdated } from './updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('it checks at the start and every six hours until stopped, even after errors', async () => {
  const updater = {
    autoInstallOnAppQuit: false,
    checkForUpdatesAndNotify: vi.fn(async () => Promise.reject(new Error('no such feed'))),
    on: vi.fn(),
  };
  const stop = keepUpdated(updater);
  expect(updater.autoInstallOnAppQuit).toBe(true);
  expect(updater.on).toHaveBeenCalledWith('error', expect.any(Function));
  await vi.advanceTimersByTimeAsync(6 * 60 * 60_000 + 1);
  expect(updater.checkForUpdatesAndNotify).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(updater.checkForUpdatesAndNotify).toHaveBeenCalledTimes(2);
});
