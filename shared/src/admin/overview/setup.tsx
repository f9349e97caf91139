import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  SETUP_STEPS,
  type OverviewResponse,
  type TestOrder,
  type TestStep,
} from '../../contracts/overview.ts';
import { CheckMark } from '../../ui/check-mark.tsx';
import { Act } from '../base/act.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { Card } from '../base/card.tsx';
import { settingsAt } from '../base/settings-sections.ts';
import { HelpLink } from '../base/help-link.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { unpublishedWords } from './overview-labels.ts';

type Step = (typeof SETUP_STEPS)[number];

/** The section in which payments, email, backups, and the address are set up. */
const CONNECTIONS = 'connections';

/** They are done only when what was saved is published. */
const PUBLISHED: ReadonlySet<Step> = new Set<Step>(['business', 'shop']);

/** What is to do, why, and where: the section, and its card, whose form is opened. */
const STEPS: Record<
  Exclude<Step, 'test-order'>,
  { label: string; about: string; section: string; field?: string }
> = {
  business: {
    label: 'Enter your business details',
    about: 'Pages, emails, and invoices show them.',
    section: 'business',
  },
  shop: {
    label: 'Set your prices and texts',
    about: 'Your shop came with sample prices and texts. Replace or keep each one.',
    section: 'samples',
  },
  terms: {
    label: 'Read your terms, refund rules, and privacy page',
    about: 'Change them, or keep them as they are.',
    section: 'samples',
  },
  payments: {
    label: 'Connect Stripe or PayPal',
    about: 'Payments are a demo. No real money is taken.',
    section: CONNECTIONS,
    field: 'Stripe',
  },
  email: {
    label: 'Connect email',
    about:
      'Emails are saved as files. Nobody receives them. If you forget your password, the shop can’t email you a link to set a new one.',
    section: CONNECTIONS,
    field: 'Outgoing email',
  },
  backups: {
    label: 'Set up backups',
    about: 'There are no backups.',
    section: CONNECTIONS,
    field: 'Backups',
  },
  address: {
    label: 'Set the shop’s web address',
    about: 'Customers need an address that begins with https.',
    section: CONNECTIONS,
  },
  factor: {
    label: 'Add a second factor',
    about: 'Then a stolen password isn’t enough to log in.',
    section: 'security',
  },
  live: {
    label: 'Take live payments',
    about: 'Enter live keys, then turn on live payments there.',
    section: CONNECTIONS,
    field: 'Live payments',
  },
};

/** What stands between a new shop and its first sale. A step is done by being true. */
export function Setup({
  missing,
  testOrder,
  isPublishing,
  publishFailure,
}: Pick<OverviewResponse, 'testOrder' | 'isPublishing' | 'publishFailure'> & { missing: readonly Step[] }) {
  const [steps, setSteps] = useState<readonly TestStep[]>([]);
  const done = SETUP_STEPS.length - missing.length;
  return (
    <Card
      className="overview-card gap-2 packed"
      title={`Set up your shop: ${done} of ${SETUP_STEPS.length} done`}
    >
      <details open={!matchMedia('(width < 48rem)').matches}>
        <summary>{`${missing.length} to do`}</summary>
        <ol className="setup-steps stack">
          {SETUP_STEPS.map((step) => {
            const isDone = !missing.includes(step);
            const { label } = step === 'test-order' ? { label: 'Place a test order' } : STEPS[step];
            return (
              <li key={step} className="stack gap-3 middle ruled xs">
                <SetupMark {...{ isDone }} />
                <span>
                  <span>{label}</span>
                  {!isDone && (
                    <small className="block">
                      {step === 'test-order' ? (
                        <TestOrderParts {...{ testOrder }} />
                      ) : isPublishing && PUBLISHED.has(step) ? (
                        <span>Being published… That takes up to a minute.</span>
                      ) : publishFailure !== undefined && PUBLISHED.has(step) ? (
                        <span className="admin-failure">{unpublishedWords(publishFailure)}</span>
                      ) : (
                        <span>{STEPS[step].about}</span>
                      )}
                    </small>
                  )}
                  {step === 'test-order' &&
                    steps.map(({ what, problem }) => (
                      <small className="block" key={what}>
                        {`${STEP_WORDS[what]}: ${problem === null ? 'yes' : `no. ${problem}`}`}
                      </small>
                    ))}
                </span>
                {step === 'test-order' && missing.includes('live') && (!isDone || steps.length > 0) && (
                  <RunTestOrder isAgain={steps.length > 0} onSteps={setSteps} />
                )}
                {!isDone && step !== 'test-order' && (
                  <Link
                    {...placeOf(step, publishFailure !== undefined)}
                    aria-label={`Open the form: ${label}`}
                  >
                    Open
                  </Link>
                )}
              </li>
            );
          })}
        </ol>
      </details>
      <p className="cluster gap-2-4 middle">
        <Act
          isQuiet
          call="POST /api/admin/setup"
          body={{ isDismissed: true }}
          failure="Couldn’t dismiss the list"
        >
          Dismiss this list
        </Act>
        <HelpLink>From nothing to your first sale</HelpLink>
      </p>
    </Card>
  );
}

/** Samples are no form. What was changed there is published again with the prices. */
const placeOf = (step: keyof typeof STEPS, hasFailed: boolean) =>
  step === 'shop' && hasFailed ? settingsAt('shop') : settingsAt(STEPS[step].section, STEPS[step].field);

const SetupMark = ({ isDone }: { isDone: boolean }) => (
  <span className="setup-mark" role="img" aria-label={isDone ? 'Done' : 'To do'}>
    {isDone && <CheckMark />}
  </span>
);

const STEP_WORDS: Record<TestStep['what'], string> = {
  pay: 'Paid',
  order: 'Order stored',
  form: 'Form received',
  refund: 'Refunded',
  email: 'Email sent',
  event: 'Event arrived',
};

type RunProps = { isAgain: boolean; onSteps: (steps: readonly TestStep[]) => void };

/** Places a test order, and tells what worked. */
function RunTestOrder({ isAgain, onSteps }: RunProps) {
  return (
    <Act
      isQuiet
      busyLabel="Placing a test order…"
      act={async (client) => {
        const result = await client.call('POST /api/admin/test-order');
        onSteps(result.steps);
        return result;
      }}
      failure="Couldn’t place a test order"
    >
      {isAgain ? 'Place another one for me' : 'Place one for me'}
    </Act>
  );
}

const PARTS = {
  paid: 'paid',
  email: 'email sent',
  form: 'form received',
  refund: 'refunded',
  event: 'event arrived',
} as const satisfies Partial<Record<keyof TestOrder, string>>;

/** What works of the newest order, and what doesn’t yet. */
function TestOrderParts({ testOrder }: Pick<OverviewResponse, 'testOrder'>) {
  const { homeUrl } = useAdminHost();
  if (!testOrder?.orderNumber)
    return (
      <>
        Let the shop place one, or <a href={`${homeUrl}checkout`}>buy something yourself</a>, fill out its
        form, and refund it on the order’s page.
      </>
    );
  const parts = Object.entries(PARTS) as [keyof typeof PARTS, string][];
  const name = (isDone: boolean) =>
    parts.filter(([part]) => testOrder[part] === isDone).map(([, text]) => text);
  return (
    <>
      <CaseLink orderNumber={testOrder.orderNumber} />{' '}
      <span>{`Worked: ${name(true).join(', ') || 'nothing yet'}. Not yet: ${name(false).join(', ')}.`}</span>
    </>
  );
}
