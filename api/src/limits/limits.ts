import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import { createCardFailures } from './card-failures.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createLookupDelay } from './lookup-delay.ts';
import { rateLimits } from './rate-limit.ts';
import { createSecurityLog } from './security-log.ts';
import { createUnverifiedRecipients } from './unverified-recipients.ts';

export type Limits = ReturnType<typeof createLimits>;

/** Every limit that the server keeps; all of them open where limiting is off (load tests). */
export function createLimits(db: Db, now: () => Date, log: Log, isOn: boolean) {
  return {
    /** Makes a middleware that limits calls by client address. */
    calls: rateLimits(isOn),
    lookupDelay: createLookupDelay(now, isOn),
    cardFailures: createCardFailures(db, now, isOn),
    unverifiedRecipients: createUnverifiedRecipients(now, isOn),
    login: createLoginThrottle({ db, now, securityLog: createSecurityLog(log) }, isOn),
  };
}
