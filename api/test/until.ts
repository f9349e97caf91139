/** For `vi.waitFor`: a busy machine is slow, and only a test that fails waits as long. */
export const UNTIL = { timeout: 5 * 60_000, interval: 20 };
