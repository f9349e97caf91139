import { RULE_VARIABLES, type Rules } from '@northlight/shared/contracts/rules.ts';
import { DEFAULT_KEPT } from '@northlight/shared/catalog/retention.ts';
import type { Env } from '../base/settings/env.ts';
import type { Db } from './client.ts';
import { readShopSettings } from './shop-settings.ts';

type Server = Pick<
  Env,
  | 'variables'
  | 'backup'
  | 'taxesRecurring'
  | 'youtubeUrl'
  | 'renewalNoticeDays'
  | 'refundsSecondPayments'
  | 'endsPaidBack'
>;

/** Those that the settings of the server decide. */
export const onServer = ({ variables }: Server): (keyof Rules)[] =>
  (Object.keys(RULE_VARIABLES) as (keyof Rules)[]).filter(
    (name) => variables[RULE_VARIABLES[name] ?? ''] !== undefined,
  );

/** What counts: the settings of the server, then what the owner saved, then the defaults. */
export function rulesOf(server: Server, db: Db): Rules {
  const { taxesRecurring, youtubeUrl, backup } = server;
  const { renewalNoticeDays, refundsSecondPayments, endsPaidBack } = server;
  const { hours: keptHours, days: keptDays } = backup.keep;
  const own = {
    taxesRecurring,
    youtubeUrl,
    renewalNoticeDays,
    refundsSecondPayments,
    endsPaidBack,
    keptHours,
    keptDays,
    ...DEFAULT_KEPT,
  };
  const given = Object.fromEntries(onServer(server).map((name) => [name, own[name]]));
  return { ...own, ...readShopSettings(db).rules, ...given };
}
