import { useContext } from 'react';
import type { CaseResponse, CaseSubmission } from '../../contracts/cases.ts';
import { Act } from '../base/act.tsx';
import { StudioZone } from '../base/admin-context.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { flagsOf } from './case-labels.ts';

/** The problems of a case, shown at the top. */
export function CaseFlags({ response }: { response: CaseResponse }) {
  const flags = flagsOf(response, useContext(StudioZone));
  if (flags.length === 0) return null;
  return (
    <section className="case-flags small-controls" aria-label="Needs review">
      <ul className="stack gap-1">
        {flags.map(({ key, text, quarantined, unverified }) => (
          <li className="cluster middle medium" key={key}>
            <bdi>{text}</bdi>
            {quarantined && <NotSpam sent={quarantined} />}
            {unverified && <AcceptAsTheirs sent={unverified} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotSpam({ sent: { form, submission } }: { sent: CaseSubmission }) {
  const params = { form, id: submission.id };
  return (
    <Act
      isQuiet
      aria-label={`Not spam: ${FORM_NAMES[form]}`}
      act={(client) => client.call('POST /api/admin/submissions/:form/:id/release', { params })}
      failure="Couldn’t move the form out of quarantine"
    >
      Not spam
    </Act>
  );
}

/** Accepts the form for the order, which also stops its form reminders. */
function AcceptAsTheirs({ sent: { form, submission } }: { sent: CaseSubmission }) {
  const params = { form, id: submission.id };
  return (
    <Act
      isQuiet
      aria-label={`Accept for this order: ${FORM_NAMES[form]}`}
      act={(client) => client.call('POST /api/admin/submissions/:form/:id/accept', { params })}
      failure="Couldn’t accept the form"
    >
      Accept for this order
    </Act>
  );
}
