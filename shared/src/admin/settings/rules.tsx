import * as z from 'zod/mini';
import { KEPT_NAMES, periodText, RETENTION } from '../../catalog/retention.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { RULE_VARIABLES, Rules } from '../../contracts/rules.ts';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { DataForm } from '../drafts/data-form.tsx';

type Field = {
  name: keyof Rules;
  label: string;
  help: (typed: string) => string;
  options?: Record<string, string>;
};
type Part = { title: string; about?: string; fields: Field[] };

/** Each with what customers read or notice. */
const PARTS: Part[] = [
  {
    title: 'Recurring payments',
    fields: [
      {
        name: 'taxesRecurring',
        label: 'Sales tax on recurring payments',
        options: { true: 'Add it where the first payment has it', false: 'Don’t add it' },
        help: (taxes) =>
          taxes === 'true'
            ? 'Customers in a state with tax read the recurring price with its tax before they pay. Those who pay already keep their price. Pages are rebuilt within some minutes.'
            : 'Customers see the recurring price without tax everywhere.',
      },
      {
        name: 'renewalNoticeDays',
        label: 'Days before a yearly charge',
        help: (days) =>
          `Customers get the email “Your website renews soon” ${days} days before. State laws vary, so check yours.`,
      },
      {
        name: 'endsPaidBack',
        label: 'When an order is fully refunded, or its customer wins a dispute',
        options: { true: 'Cancel its recurring payment', false: 'Ask me' },
        help: (ends) =>
          ends === 'true'
            ? 'Customers get an email that their recurring payment was canceled.'
            : 'You get an email, and cancel or keep it on the order’s page. Customers aren’t told anything until then.',
      },
    ],
  },
  {
    title: 'Double payments',
    fields: [
      {
        name: 'refundsSecondPayments',
        label: 'When a paid order is paid a second time',
        options: { true: 'Refund the second payment', false: 'Only tell me' },
        help: (refunds) =>
          refunds === 'true'
            ? 'Customers get the refund notice.'
            : 'It waits under the payments to review. Customers aren’t told until you refund it.',
      },
    ],
  },
  {
    title: 'Demo video',
    fields: [
      {
        name: 'youtubeUrl',
        label: 'Its address on YouTube',
        help: (url) =>
          url
            ? 'Visitors of /youtube-video read a link that opens it on YouTube. Pages are rebuilt within some minutes.'
            : 'Without one, visitors of /youtube-video see the video on the page itself.',
      },
    ],
  },
  {
    title: 'Backups',
    fields: [
      {
        name: 'keptHours',
        label: 'Hourly backups to keep',
        help: (hours) => `The newest backup from each of the last ${hours} hours that have one.`,
      },
      {
        name: 'keptDays',
        label: 'Daily backups to keep',
        help: (days) =>
          `The newest backup from each of the last ${days} days that have one. The data of people you erase stays in older backups until they are deleted.`,
      },
    ],
  },
  {
    title: 'How long data is kept',
    about:
      'Each day, the shop deletes data older than this. Orders and invoices stay in your books, and the audit log for 2 years.',
    fields: KEPT_NAMES.map((name) => ({
      name,
      label: RETENTION[name].label,
      help: (days) =>
        `Days. Your Privacy page says: “${RETENTION[name].reads}: ${/^\d+$/.test(days) ? periodText(Number(days)) : '…'}”.`,
    })),
  },
];

/** What the owner decides about charges, refunds, the demo video, and backups. */
export function RulesSection() {
  return (
    <Reads call="GET /api/json/rules">
      {(rules) => (
        <div className="stack gap-4">
          {PARTS.map((part) => (
            <RulesCard key={part.title} {...{ part, rules }} />
          ))}
        </div>
      )}
    </Reads>
  );
}

const number = (check: typeof Rules.shape.keptDays) => z.pipe(z.pipe(z.string(), z.transform(Number)), check);
const choice = z.pipe(
  z.string(),
  z.transform((typed) => typed === 'true'),
);
const TYPED = {
  taxesRecurring: choice,
  youtubeUrl: Rules.shape.youtubeUrl,
  renewalNoticeDays: number(Rules.shape.renewalNoticeDays),
  refundsSecondPayments: choice,
  endsPaidBack: choice,
  keptHours: number(Rules.shape.keptHours),
  keptDays: number(Rules.shape.keptDays),
  answersDays: number(Rules.shape.answersDays),
  emailsDays: number(Rules.shape.emailsDays),
  quarantineDays: number(Rules.shape.quarantineDays),
  unfinishedDays: number(Rules.shape.unfinishedDays),
  providerEventsDays: number(Rules.shape.providerEventsDays),
  webhooksDays: number(Rules.shape.webhooksDays),
};

type CardProps = { part: Part; rules: ResponseOf<'GET /api/json/rules'> };

function RulesCard({ part: { title, about, fields }, rules }: CardProps) {
  const own = fields.filter(({ name }) => !rules.onServer.includes(name));
  const shapes = own.map(({ name }) => [name, TYPED[name]]);
  const initial: Record<string, string> = Object.fromEntries(
    own.map(({ name }) => [name, String(rules[name])]),
  );
  return (
    <Card title={title} about={about}>
      {fields.map(({ name, label, options }) =>
        own.some((one) => one.name === name) ? null : (
          <p key={name} className="admin-small">
            <span>{`${label}: ${options?.[String(rules[name])] ?? rules[name]}.`}</span>{' '}
            <span>{`Set on the server (${RULE_VARIABLES[name]}).`}</span>
          </p>
        ),
      )}
      {own.length > 0 && (
        <DataForm
          key={own.length}
          schema={z.object(Object.fromEntries(shapes)) as z.ZodMiniType<Partial<Rules>>}
          initial={initial}
          fields={(typed) =>
            own.map(({ name, label, options, help }) => ({
              name,
              label,
              help: help(typed[name] ?? ''),
              ...(options
                ? { kind: 'choice' as const, options }
                : typeof rules[name] === 'number' && {
                    width: 'short' as const,
                    inputMode: 'numeric' as const,
                  }),
            }))
          }
          act={(client, body) =>
            client.call('POST /api/admin/rules', { body: { ...body, version: rules.version } })
          }
          failure="Couldn’t save the change"
          counts="It counts at once."
        />
      )}
    </Card>
  );
}
