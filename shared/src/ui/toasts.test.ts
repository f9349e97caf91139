import { beforeEach, expect, test, vi } from 'vitest';
import { closeToast, showUpdate, showToast, TOAST_REMOVAL_DELAY_MS, useToasts } from './toasts.ts';

const seen = () => {
  const { toast, isOpen } = useToasts.getState();
  return isOpen ? toast?.title : undefined;
};
beforeEach(() => useToasts.setState(useToasts.getInitialState(), true));

test('a new toast replaces the old one', () => {
  showToast({ title: 'Note added' });
  showToast({ title: 'Work status changed' });
  expect(seen()).toBe('Work status changed');
  closeToast();
  expect(seen()).toBeUndefined();
});

test('notifications wait until the answer to an action is gone, and only the latest is shown', () => {
  showToast({ title: 'Note added' });
  showUpdate({ title: 'New order ORD-10001' });
  showUpdate({ title: 'New order ORD-10002' });
  expect(seen()).toBe('Note added');
  closeToast();
  expect(seen()).toBe('New order ORD-10002');
  closeToast();
  expect(seen()).toBeUndefined();
});

test('a notification replaces an older one, and an answer replaces a notification', () => {
  showUpdate({ title: 'New order ORD-10001' });
  showUpdate({ title: 'New order ORD-10002' });
  expect(seen()).toBe('New order ORD-10002');
  showToast({ title: 'Note added' });
  expect(seen()).toBe('Note added');
  closeToast();
  expect(seen()).toBeUndefined();
});

test('a dismissed toast is removed after the delay, and a newer one is not', () => {
  vi.useFakeTimers();
  showToast({ title: 'Note added' });
  closeToast();
  vi.advanceTimersByTime(999_999);
  expect(useToasts.getState().toast?.title).toBe('Note added');
  vi.advanceTimersByTime(1);
  expect(useToasts.getState().toast).toBeNull();
  showToast({ title: 'First' });
  closeToast();
  showToast({ title: 'Second' });
  vi.advanceTimersByTime(TOAST_REMOVAL_DELAY_MS);
  expect(seen()).toBe('Second');
  vi.useRealTimers();
});
