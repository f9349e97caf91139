import { writeFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { BusinessSettings } from '@northlight/shared/contracts/business.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import type { Env } from '../../base/settings/env.ts';
import { badInput } from '../../base/errors.ts';
import { hoursSettings, hoursText, hoursVariables } from '../../base/settings/hours-settings.ts';

type Business = Pick<Env, 'business' | 'hours' | 'mailFrom'>;

/** What the site's build reads. See `site/build/site-settings.ts`. */
const FILE = 'business.json';

const VARIABLES = {
  timeZone: 'BUSINESS_TIME_ZONE',
  hours: 'BUSINESS_HOURS',
  days: 'BUSINESS_DAYS',
  holidays: 'BUSINESS_HOLIDAYS',
} as const;

/** The business as it counts now. */
export const currentBusiness = ({ business, hours }: Env): BusinessSettings => ({
  ...business,
  ...hoursText(hours),
});

/** Throws a 400 for hours, days, or holidays that can't be read. */
export function checkHours(business: BusinessSettings): void {
  const fields: Record<string, string[]> = {};
  for (const [field, variable] of Object.entries(VARIABLES) as [
    keyof typeof VARIABLES,
    keyof typeof hoursVariables,
  ][]) {
    const problem = hoursVariables[variable].safeParse(business[field]).error?.issues[0];
    // The messages name the setting of the server.
    if (problem) fields[field] = [problem.message.replace(/^BUSINESS_\w+ must/, 'This must')];
  }
  const [first] = Object.values(fields);
  if (first?.[0]) throw badInput(first[0], fields);
}

/** The facts of the business: as saved in the dashboard, or else the settings of the server. Changes nothing. */
export function businessOf(env: Business, db: Db): Business {
  const { business: saved } = readShopSettings(db);
  if (!saved) return env;
  const { name, email, phone, address, taxId = '' } = saved;
  const variables = Object.fromEntries(
    Object.entries(VARIABLES).map(([field, variable]) => [variable, saved[field as keyof typeof VARIABLES]]),
  );
  const isDerived = env.mailFrom === mailFromOf(env.business);
  return {
    business: { name, email, phone, address, taxId },
    hours: hoursSettings(z.object(hoursVariables).parse(variables)),
    mailFrom: isDerived ? mailFromOf(saved) : env.mailFrom,
  };
}

/** For the next build of the site. */
export function writeBusinessFile(dataDir: string, db: Db): void {
  const { business } = readShopSettings(db);
  if (!business) return;
  const { name, email, phone, address } = business;
  const file = join(dataDir, FILE);
  writeFileSync(`${file}.part`, JSON.stringify({ name, email, phone, address }));
  renameSync(`${file}.part`, file);
}

const mailFromOf = ({ name, email }: Pick<Env['business'], 'name' | 'email'>): string =>
  `"${name.replaceAll('"', '')}" <${email}>`;
