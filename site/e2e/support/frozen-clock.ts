/**
 * Loaded before a server or a command: its clock stands still at FROZEN_AT, so that what it shows is the same in every
 * run.
 */
const RealDate = Date;
const now = RealDate.parse(process.env['FROZEN_AT'] ?? '');

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, itself) => Reflect.construct(target, given.length > 0 ? given : [now], itself),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
});
