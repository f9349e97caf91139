import * as z from 'zod/mini';
import { withoutSample } from '@northlight/shared/catalog/sample-business.ts';
import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';
import type { Env } from '../../base/settings/env.ts';
import { hoursSettings, hoursText, hoursVariables } from '../../base/settings/hours-settings.ts';

type Business = Pick<Env, 'business' | 'hours' | 'mailFrom'>;

const VARIABLES = {
  timeZone: 'BUSINESS_TIME_ZONE',
  hours: 'BUSINESS_HOURS',
  days: 'BUSINESS_DAYS',
  holidays: 'BUSINESS_HOLIDAYS',
} as const;
const FIELDS = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];

/** The business as the settings of the server have it, in the form that the owner edits. */
export const businessOfServer = ({ business, hours }: Omit<Business, 'mailFrom'>): BusinessSettings => ({
  ...business,
  ...hoursText(hours),
});

/** What can't be read of its hours, days, or holidays. */
export function hoursProblems(
  business: BusinessSettings,
  say: (field: string, message: string) => void,
): void {
  for (const field of FIELDS) {
    const problem = hoursVariables[VARIABLES[field]].safeParse(business[field]).error?.issues[0];
    // The messages name the setting of the server.
    if (problem) say(field, problem.message.replace(/^BUSINESS_\w+ must/, 'This must'));
  }
}

/** The business as it counts: as the owner published it, or else as in the settings of the server. */
export function businessOf(env: Business, published: BusinessSettings | null, isClaimed: boolean): Business {
  if (!published) {
    const business = withoutSample(env.business, isClaimed);
    return business === env.business ? env : { ...env, business };
  }
  const { name, email, phone, address, taxId } = published;
  const variables = Object.fromEntries(FIELDS.map((field) => [VARIABLES[field], published[field]]));
  const isDerived = env.mailFrom === mailFromOf(env.business);
  return {
    business: withoutSample({ name, email, phone, address, taxId }, isClaimed),
    hours: hoursSettings(z.object(hoursVariables).parse(variables)),
    mailFrom: isDerived ? mailFromOf(published) : env.mailFrom,
  };
}

const mailFromOf = ({ name, email }: Pick<Env['business'], 'name' | 'email'>): string =>
  `"${name.replaceAll('"', '')}" <${email}>`;
