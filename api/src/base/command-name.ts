/** The commands that texts name, and what they are called in a checkout. pnpm has some of these names itself. */
const IN_CHECKOUT = {
  admin: 'admin:create',
  'admin --without-factor': 'admin:create',
  'audit-verify': 'audit:verify',
  backup: 'backup',
  doctor: 'run doctor',
  import: 'run import',
  'person-erase': 'person:erase',
  'person-export': 'person:export',
  restore: 'restore',
};

/** Whether the shop was put on its machine by the installer. */
export const isInstalled = (): boolean => Boolean(process.env['NORTHLIGHT_COMMAND']);

/**
 * What people type for a command: `northlight shop doctor` on a machine that was installed, where `NORTHLIGHT_COMMAND` is
 * `northlight shop`, and `pnpm run doctor` in a checkout.
 */
export function commandName(name: keyof typeof IN_CHECKOUT, ...more: string[]): string {
  const installed = process.env['NORTHLIGHT_COMMAND'];
  return [installed ? `${installed} ${name}` : `pnpm ${IN_CHECKOUT[name]}`, ...more].join(' ');
}

/** What people typed for a file. On a machine that was installed, the command gets a copy of it under another name. */
export const typedName = (file: string): string => process.env['NORTHLIGHT_FILE'] || file;

/** As a shell reads it as one word. */
export const inShell = (word: string): string =>
  /^[\p{L}\p{N}_./~:@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
