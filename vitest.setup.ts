import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});

/** A test that expects an error in the console replaces `console.error` itself. */
afterEach(() => {
  const calls = [...errors.mock.calls];
  errors.mockRestore();
  expect(calls, 'unexpected console.error').toEqual([]);
});
