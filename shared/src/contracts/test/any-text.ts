import * as fc from 'fast-check';

/**
 * Any character but half of one. Fast-check's own `binary` first makes a list of all million of them, which takes
 * longer than the tests that use it.
 */
const anyCharacter = fc
  .nat(0x10_ff_ff)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));

export const anyText = (limits: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...limits });
