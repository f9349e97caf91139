import { FORM_NAMES } from '@northlight/shared/contracts/forms/forms.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { call } from '../../lib/api-client.ts';
import { momentText } from './order-texts.ts';
import { useCall } from '../../lib/use-linked-page.ts';
import { Problem } from './notices.tsx';
import type { LoadedOrder } from './use-order.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';

/** Forms with the customer's email address that anyone could have sent, with their answers. */
export function FormsToConfirm({ loaded }: { loaded: LoadedOrder }) {
  const { isBusy, problem, run } = useCall(loaded);
  const { formsToConfirm: forms = [], timeZone = 'UTC' } = loaded.order ?? {};
  if (forms.length === 0) return null;
  return (
    <section aria-labelledby="confirm-title">
      <h2 id="confirm-title">Is this from you?</h2>
      <p>
        We got this with your email address, but not through a link from our emails. Please confirm it if you
        sent it. Until then, we won’t use it.
      </p>
      {forms.map(({ form, id, sentAt, answers }) => (
        <details key={`${form} ${id}`} className="order-answers" open>
          <summary className="target bold">
            <span>{FORM_NAMES[form]}</span> <small>{`sent on ${momentText(sentAt, timeZone)}`}</small>
          </summary>
          <GivenAnswers answers={answers} />
          <p className="no-print">
            <Button
              isBusy={isBusy}
              busyLabel="Confirming…"
              onClick={() =>
                void run((query) =>
                  call('POST /api/order/forms/:form/:id/confirm', { params: { form, id }, query }),
                )
              }
            >
              Yes, I sent this
            </Button>
          </p>
        </details>
      ))}
      <Problem text={problem} />
    </section>
  );
}

type GivenAnswersProps = Pick<OrderResponse['answers'][number], 'answers'>;

/** The answers of a form with their labels. */
export function GivenAnswers({ answers }: GivenAnswersProps) {
  return (
    <dl className="stack gap-3">
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt className="sm soft">{label}</dt>
          <dd className="as-typed break">
            <bdi>{answer}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
