import { MINIMUM_PASSWORD_LENGTH } from '@northlight/shared/contracts/session.ts';

const SHORTEST_WORD = 3;

/** Words that the password must not be based on. */
export type OwnNames = { username: string; businessName: string };

/** Why a password is easy to guess, as a sentence for the user; null when it is strong. */
export async function weaknessOf(password: string, names: OwnNames): Promise<string | null> {
  if (password.length < MINIMUM_PASSWORD_LENGTH)
    return `The password must be at least ${MINIMUM_PASSWORD_LENGTH} characters.`;
  const lower = password.toLowerCase();
  if ((await commonPasswords()).has(lower))
    return 'This password is too common and easy to guess. Please choose another one.';
  if (withoutNames(lower, names).length < MINIMUM_PASSWORD_LENGTH)
    return 'This password is too similar to your name or your business’s name. Please choose another one.';
  return null;
}

/** Loaded only when a password is set, because it takes megabytes. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

function withoutNames(password: string, { username, businessName }: OwnNames): string {
  const names = [username, businessName].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [name, name.replace(/\s+/g, ''), ...name.split(/[^\p{L}\p{N}]+/u)]);
  return words
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password);
}
