import { SendAgain as SendAgainBody, type CaseMessage } from '../../contracts/emails.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useDraftForm, useOpenForm } from '../drafts/use-draft-form.ts';
import { Act } from '../base/act.tsx';
import { ActForm } from '../base/act-form.tsx';

const FAILURE = 'Couldn’t send the email';

type SendAgainProps = { orderNumber: string; email: CaseMessage };

/** Resends an email to the same address or a corrected one. */
export function SendAgain({ orderNumber, email }: SendAgainProps) {
  const { id, recipient } = email;
  const draftName = `${orderNumber} recipient ${id}`;
  const { isOpen, takesFocus, opener, close } = useOpenForm(draftName);
  const what = `${email.name} to ${recipient}`;
  return (
    <>
      <Act
        isQuiet
        aria-label={`Send again: ${what}`}
        act={(client) => client.call('POST /api/admin/messages/:id/send-again', { params: { id } })}
        failure={FAILURE}
      >
        Send again
      </Act>
      <Button {...opener} isQuiet aria-label={`Send to a different address: ${what}`}>
        Send to a different address
      </Button>
      {isOpen && <CorrectedAddress {...{ draftName, id, recipient, takesFocus }} onDone={close} />}
    </>
  );
}

type CorrectedAddressProps = {
  draftName: string;
  id: number;
  recipient: string;
  /** True when the administrator opened the form, false when a draft did. */
  takesFocus: boolean;
  onDone: () => void;
};

function CorrectedAddress({ draftName, id, recipient, takesFocus, onDone }: CorrectedAddressProps) {
  const { form, field, onSaved } = useDraftForm(draftName, SendAgainBody, { recipient });
  return (
    <ActForm
      className="case-form-line stack gap-2 top"
      form={form}
      act={(client, body) => client.call('POST /api/admin/messages/:id/send-again', { params: { id }, body })}
      failure={FAILURE}
      submit="Send"
      onSaved={onSaved}
      onDone={onDone}
    >
      <TextField
        {...field('recipient')}
        label="New email address"
        help="For an email to the customer, this corrects the order’s address, and earlier links stop working."
        type="email"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
      />
    </ActForm>
  );
}
