import { SendAgain as SendAgainBody, type CaseMessage } from '../../contracts/emails.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { useOpenForm } from '../drafts/use-open-form.ts';
import { messageName } from './case-labels.ts';
import { useAdminAction } from '../base/use-admin-action.ts';

type SendAgainProps = { orderNumber: string; message: CaseMessage };

/** Resends an email to the same address or a corrected one. */
export function SendAgain({ orderNumber, message }: SendAgainProps) {
  const { id, recipient } = message;
  const draftName = `${orderNumber} recipient ${id}`;
  const { isOpen, takesFocus, opener, close } = useOpenForm(draftName);
  const { isBusy, run } = useAdminAction(
    (client) => client.call('POST /api/admin/messages/:id/send-again', { params: { id } }),
    'Couldn’t send the email',
  );
  const what = `${messageName(message)} to ${recipient}`;
  return (
    <>
      <Button isQuiet isBusy={isBusy} aria-label={`Send again: ${what}`} onClick={() => run(undefined)}>
        Send again
      </Button>
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
  const { form, onSaved } = useDraftForm(draftName, SendAgainBody, { recipient });
  const { isBusy, run } = useAdminAction(async (client, typed: { recipient: string }) => {
    const answer = await client.call('POST /api/admin/messages/:id/send-again', {
      params: { id },
      body: { recipient: typed.recipient.trim() },
    });
    onSaved(typed);
    return answer;
  }, 'Couldn’t send the email');
  return (
    <form
      className="case-form-line"
      noValidate
      onSubmit={(event) => void form.handleSubmit(() => run({ ...form.getValues() }, onDone))(event)}
    >
      <TextField
        {...form.register('recipient')}
        label="New email address"
        help="For an email to the customer, this corrects the order’s address, and earlier links stop working."
        type="email"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        error={form.formState.errors.recipient?.message}
      />
      <Button type="submit" isBusy={isBusy}>
        Send
      </Button>
    </form>
  );
}
