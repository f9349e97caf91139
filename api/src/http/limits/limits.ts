import type { Db } from '../../db/client.ts';
import type { Log } from '../../base/log.ts';
import { createCardFailures } from './card-failures.ts';
import { createLoginThrottle, createSecurityLog } from './login-throttle.ts';
import { createLookupDelay, rateLimits, volumeLimit } from './rate-limit.ts';
import { createStoredLimit } from './stored-limit.ts';
import { createUnverifiedRecipients } from './unverified-recipients.ts';
import { HOUR_MS } from '../../base/units.ts';

const WRONG_FACTORS = 10;
const PASSWORD_LINKS = 3;
/** Room for the files of several forms of one office. */
const UNPAID_UPLOADS = { name: 'unpaid-uploads', megabytesPerHour: 500 };

export type Limits = ReturnType<typeof createLimits>;

/** Every limit that the server keeps; all of them open where limiting is off (load tests). */
export function createLimits(db: Db, now: () => Date, log: Log, isOn: boolean) {
  return {
    /** Makes a middleware that limits calls by client address. */
    calls: rateLimits(isOn),
    /** Files that belong to no paid order. */
    unpaidUploads: volumeLimit(isOn, UNPAID_UPLOADS),
    lookupDelay: createLookupDelay(now, isOn),
    cardFailures: createCardFailures(db, now, isOn),
    unverifiedRecipients: createUnverifiedRecipients(now, isOn),
    /** Wrong codes and passkeys of a person whose password was right. */
    secondFactor: createStoredLimit(db, now, {
      name: 'second-factor',
      most: isOn ? WRONG_FACTORS : Infinity,
      withinMs: HOUR_MS,
    }),
    /** Links to set a new password, by person. */
    passwordLinks: createStoredLimit(db, now, {
      name: 'password-links',
      most: isOn ? PASSWORD_LINKS : Infinity,
      withinMs: HOUR_MS,
    }),
    login: createLoginThrottle({ db, now, securityLog: createSecurityLog(log) }, isOn),
  };
}
