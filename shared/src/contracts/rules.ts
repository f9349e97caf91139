import * as z from 'zod/mini';
import { RETENTION, type Kept } from '../catalog/retention.ts';
import { type EndpointTable, act, success, call, seenVersion, shownVersion } from './endpoint.ts';

const count = (least: number, most: number, unit: string) => {
  const message = `Please enter ${unit} from ${least} to ${most}`;
  return z.int(message).check(z.gte(least, message), z.lte(most, message));
};
const flag = z.boolean('Must be true or false');

const daysOf = (name: keyof Kept) => count(RETENTION[name].least, RETENTION[name].most, 'days');

/** What the owner decides about charges, refunds, the demo video, backups, and how long data is kept. It counts at once. */
export const Rules = z.object({
  /** Whether recurring amounts include sales tax where the first payment does. */
  taxesRecurring: flag,
  /** The demo video on YouTube. Empty without one. */
  youtubeUrl: z
    .string('Please enter an address such as https://www.youtube.com/watch?v=...')
    .check(
      z.maxLength(200, 'Please use no more than 200 characters'),
      z.regex(
        /^(?:https:\/\/[\w.-]+\.\w+(?:[/?#]\S*)?)?$/,
        'Please enter an address such as https://www.youtube.com/watch?v=...',
      ),
    ),
  /** How long before a yearly charge customers are told. */
  renewalNoticeDays: count(1, 90, 'days'),
  /** Whether a second payment of an order is refunded by itself. */
  refundsSecondPayments: flag,
  /** Whether a recurring payment ends when its order is fully refunded or charged back. Otherwise people decide. */
  endsPaidBack: flag,
  /** Of how many hours and days the newest backup is kept. */
  keptHours: count(1, 9_999, 'hours'),
  keptDays: count(1, 9_999, 'days'),
  answersDays: daysOf('answersDays'),
  emailsDays: daysOf('emailsDays'),
  quarantineDays: daysOf('quarantineDays'),
  unfinishedDays: daysOf('unfinishedDays'),
  providerEventsDays: daysOf('providerEventsDays'),
  webhooksDays: daysOf('webhooksDays'),
});
export type Rules = z.infer<typeof Rules>;

/** Only what changes. */
export const ChangeRules = z.extend(z.partial(Rules), { version: seenVersion });
export type ChangeRules = z.infer<typeof ChangeRules>;

/** The settings of the server, which are stronger than what is saved in the dashboard. */
export const RULE_VARIABLES: Partial<Record<keyof Rules, string>> = {
  taxesRecurring: 'RECURRING_TAX',
  youtubeUrl: 'YOUTUBE_URL',
  renewalNoticeDays: 'RENEWAL_NOTICE_DAYS',
  refundsSecondPayments: 'REFUND_SECOND_PAYMENTS',
  endsPaidBack: 'RECURRING_AFTER_REFUND',
  keptHours: 'BACKUP_KEEP',
  keptDays: 'BACKUP_KEEP',
};

export const rulesEndpoints = {
  'GET /api/json/rules': call(
    'manage',
    'Returns what the owner decides about charges, refunds, the demo video, and backups.',
    // `onServer`: those that the settings of the server decide.
    success({ ...Rules.shape, version: shownVersion, onServer: z.array(z.string()) }),
  ),
  'POST /api/admin/rules': act(
    'manage',
    'Changes what the owner decides about charges, refunds, the demo video, and backups.',
    { confirms: true, body: ChangeRules },
  ),
} satisfies EndpointTable;
