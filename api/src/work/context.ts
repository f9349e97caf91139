import type { PeopleContext } from '../people/context.ts';
import type { Uploads } from './files/uploads.ts';
import type { SpamCheck } from './forms/spam-check.ts';

export type WorkContext = PeopleContext & {
  spamCheck: SpamCheck;
  /** The files that are being uploaded. */
  uploads: Uploads;
};
