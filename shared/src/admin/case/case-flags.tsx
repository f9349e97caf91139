import { useContext } from 'react';
import type { CaseResponse, CaseSubmission } from '../../contracts/cases.ts';
import type * as z from 'zod/mini';
import type { CollectUnpaid } from '../../contracts/payment-requests.ts';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { Act } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { useMay } from '../base/session.queries.ts';
import { StudioZone } from '../base/admin-context.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { MESSAGE_FIELD } from './case-conversation.tsx';
import { flagsOf } from './case-labels.ts';
import { Moment } from '../list/times.tsx';
import { RecordPayment } from './record-payment.tsx';

/** The problems of a case, shown at the top. */
export function CaseFlags({ response }: { response: CaseResponse }) {
  const flags = flagsOf(response, useContext(StudioZone));
  const mayWork = useMay('work');
  if (flags.length === 0) return null;
  return (
    <section className="case-flags small-controls" aria-label="Needs review">
      <ul className="stack gap-1">
        {flags.map(({ key, text, quarantined, unverified, isStuck }) => (
          <li className="cluster middle medium" key={key}>
            <bdi>{text}</bdi>
            {quarantined && <FormAct sent={quarantined} of="release" />}
            {unverified && <FormAct sent={unverified} of="accept" />}
            {isStuck && mayWork && <WaysOut response={response} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What to do about an order that nobody paid. */
function WaysOut({ response }: { response: CaseResponse }) {
  const { order, orderNumber, workVersion, paymentRequests } = response;
  const mayManage = useMay('manage');
  const { isOpen, form, opener } = useOpenForm(`${orderNumber} collect`);
  if (!order) return null;
  const collect = (client: AdminClient, body: z.infer<typeof CollectUnpaid>) =>
    client.call('POST /api/admin/cases/:orderNumber/collect', { params: { orderNumber }, body });
  const asked = paymentRequests.find(({ state, sentAt }) => state === 'open' && sentAt);
  return (
    <>
      <Moment before="Asked again " at={asked?.sentAt} />
      <Act act={(client) => collect(client, { action: 'send' })} failure="Couldn’t ask for the payment">
        Ask again
      </Act>
      {mayManage && (
        <Button isQuiet {...opener}>
          Record a payment
        </Button>
      )}
      <Button isQuiet onClick={() => document.getElementById(MESSAGE_FIELD)?.focus()}>
        Write to the customer
      </Button>
      <Act
        isQuiet
        asks={{
          title: 'Close this unpaid order?',
          text: 'It is taken off the lists of what to do and what to review. If it is paid after all, it becomes a regular order.',
          confirm: 'Close the order',
        }}
        call="POST /api/admin/cases/:orderNumber/work-status"
        params={{ orderNumber }}
        body={{ workStatus: 'delivered', workVersion }}
        failure="Couldn’t close the order"
      >
        Close the order
      </Act>
      {mayManage && isOpen && (
        <RecordPayment {...form} amount={formatUsd(textToCents(order.initialPayment))} send={collect} />
      )}
    </>
  );
}

const FORM_ACTS = {
  release: { label: 'Not spam', failure: 'Couldn’t move the form out of quarantine' },
  // This also stops its form reminders.
  accept: { label: 'Accept for this order', failure: 'Couldn’t accept the form' },
};

function FormAct({ sent: { form, submission }, of }: { sent: CaseSubmission; of: keyof typeof FORM_ACTS }) {
  const { label, failure } = FORM_ACTS[of];
  return (
    <Act
      isQuiet
      aria-label={`${label}: ${FORM_NAMES[form]}`}
      call={`POST /api/admin/submissions/:form/:id/${of}`}
      params={{ form, id: submission.id }}
      failure={failure}
    >
      {label}
    </Act>
  );
}
