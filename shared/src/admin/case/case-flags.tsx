import type { CaseResponse, CaseSubmission } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { flagsOf } from './case-labels.ts';

/** The problems of a case, shown at the top. */
export function CaseFlags({ answer }: { answer: CaseResponse }) {
  const flags = flagsOf(answer);
  if (flags.length === 0) return null;
  return (
    <section className="case-flags" aria-label="Needs review">
      <ul>
        {flags.map(({ key, text, quarantined, unverified }) => (
          <li key={key}>
            <bdi>{text}</bdi>
            {quarantined && <NotSpam sent={quarantined} />}
            {unverified && <AcceptAsTheirs sent={unverified} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotSpam({ sent }: { sent: CaseSubmission }) {
  const { isBusy, run } = useAdminAction(
    (client, { form, submission: { id } }: CaseSubmission) =>
      client.call('POST /api/admin/submissions/:form/:id/release', { params: { form, id } }),
    'Couldn’t move the form out of quarantine',
  );
  return (
    <Button
      isQuiet
      isBusy={isBusy}
      aria-label={`Not spam: ${FORM_NAMES[sent.form]}`}
      onClick={() => run(sent)}
    >
      Not spam
    </Button>
  );
}

/** Accepts the form for the order, which also stops its form reminders. */
function AcceptAsTheirs({ sent }: { sent: CaseSubmission }) {
  const { isBusy, run } = useAdminAction(
    (client, { form, submission: { id } }: CaseSubmission) =>
      client.call('POST /api/admin/submissions/:form/:id/accept', { params: { form, id } }),
    'Couldn’t accept the form',
  );
  return (
    <Button
      isQuiet
      isBusy={isBusy}
      aria-label={`Accept for this order: ${FORM_NAMES[sent.form]}`}
      onClick={() => run(sent)}
    >
      Accept for this order
    </Button>
  );
}
