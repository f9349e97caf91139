import { SendAgain as SendAgainBody, type CaseMessage } from '../../contracts/emails.ts';
import { Button } from '../../ui/button.tsx';
import { Act } from '../base/act.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm } from '../drafts/use-draft-form.ts';

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
      {isOpen && (
        <DataForm
          className="case-form-line stack gap-2 top"
          draft={draftName}
          takesFocus={takesFocus}
          schema={SendAgainBody}
          initial={{ recipient }}
          fields={[
            {
              name: 'recipient',
              label: 'New email address',
              help: 'For an email to the customer, this corrects the order’s address, and earlier links stop working.',
              type: 'email',
            },
          ]}
          act={(client, body) =>
            client.call('POST /api/admin/messages/:id/send-again', { params: { id }, body })
          }
          failure={FAILURE}
          submit="Send"
          onDone={close}
        />
      )}
    </>
  );
}
