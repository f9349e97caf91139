import { writeFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { BusinessSettings } from '@northlight/shared/contracts/business.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import type { Env } from '../../base/settings/env.ts';
import { badInput } from '../../base/errors.ts';
import { hoursSettings, hoursText, hoursVariables } from '../../base/settings/hours-settings.ts';

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

/**
 * Makes what was saved in the dashboard count, over the settings of the server. Everything reads these objects
 * when it needs them, so no restart is needed.
 */
export function applyBusiness(settings: Env, db: Db): void {
  const { business } = readShopSettings(db);
  if (!business) return;
  const { name, email, phone, address } = business;
  const isDerived = settings.mailFrom === mailFromOf(settings.business);
  Object.assign(settings.business, { name, email, phone, address });
  if (isDerived) settings.mailFrom = mailFromOf(settings.business);
  const variables = Object.fromEntries(
    Object.entries(VARIABLES).map(([field, variable]) => [
      variable,
      business[field as keyof typeof VARIABLES],
    ]),
  );
  Object.assign(settings.hours, hoursSettings(z.object(hoursVariables).parse(variables)));
  const file = join(settings.dataDir, FILE);
  writeFileSync(`${file}.part`, JSON.stringify({ name, email, phone, address }));
  renameSync(`${file}.part`, file);
}

export const mailFromOf = ({ name, email }: Pick<Env['business'], 'name' | 'email'>): string =>
  `"${name.replaceAll('"', '')}" <${email}>`;
