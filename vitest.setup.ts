import dns, { type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/**
 * Node's fetch counts its timeouts in ticks of `setTimeout`. Tests that replace the clock of a worker make hours of ticks,
 * and now and then a request of another test then fails at once with a timeout of its headers. Tests have their own limits.
 */
const key = Symbol.for('undici.globalDispatcher.2');
// Fetch makes it with its first use.
if (!Reflect.has(globalThis, key)) await fetch('data:,').catch(() => undefined);
const dispatcher: object = Reflect.get(globalThis, key);
// Once for each worker, which runs many files.
if (!Reflect.has(dispatcher, 'isPatient')) {
  const Agent = dispatcher.constructor as new (options: object) => object;
  const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  Reflect.set(globalThis, key, Object.assign(patient, { isPatient: true }));
}

/**
 * Tests reach only this machine. Another name is unknown at once, whatever network there is; asking for it can take
 * seconds without one.
 */
const { lookup } = dns;
type Answer = (error: Error | null, ...found: unknown[]) => void;
const isHere = (name: string) => name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
if (!Reflect.has(lookup, 'isLocal'))
  dns.lookup = Object.assign(
    (name: string, options: LookupOptions, answer: Answer) => {
      if (isHere(name)) return lookup(name, options, answer);
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      process.nextTick(answer, error);
    },
    { isLocal: true },
  ) as typeof lookup;

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
