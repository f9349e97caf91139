import { createHash } from 'node:crypto';
import { conflict } from './errors.ts';

/** Names a state by its content. Whoever changes it says which one they saw. */
export const versionOf = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);

export const changedMeanwhile = () =>
  conflict(
    'changed_meanwhile',
    'This has changed since you opened it. Look at what is there now, then try again.',
  );
