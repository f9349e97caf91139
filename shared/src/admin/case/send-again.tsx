import { useRef, useState, type SubmitEvent } from 'react';
import { SendAgain as SendAgainBody, type CaseMessage } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MESSAGE_NAMES } from '../../contracts/cases.ts';
import { useCaseAction } from './case.queries.ts';

/** The same mail once more, to where it went or to a corrected address. */
export function SendAgain({ message: { id, kind, recipient } }: { message: CaseMessage }) {
  const [corrected, setCorrected] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { isBusy, run } = useCaseAction(
    (client, address: string | undefined) => client.sendAgain(id, address),
    'The mail was not sent',
  );
  const what = `${MESSAGE_NAMES[kind]} to ${recipient}`;
  const close = () => {
    setCorrected(null);
    setFault(undefined);
    opener.current?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data, error } = SendAgainBody.safeParse({ recipient: corrected });
    setFault(error?.issues[0]?.message);
    if (error) input.current?.focus();
    else run(data.recipient, close);
  };
  return (
    <>
      <Button isQuiet isBusy={isBusy} aria-label={`Send again: ${what}`} onClick={() => run(undefined)}>
        Send again
      </Button>
      <Button
        ref={opener}
        isQuiet
        aria-expanded={corrected !== null}
        aria-label={`Send to a corrected address: ${what}`}
        onClick={() => (corrected === null ? setCorrected(recipient) : close())}
      >
        Send to a corrected address
      </Button>
      {corrected !== null && (
        <form className="case-form-line" noValidate onSubmit={submit}>
          <TextField
            ref={input}
            label="Corrected address"
            type="email"
            // Whoever opened it wants to write.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={corrected}
            error={fault}
            onChange={({ target }) => setCorrected(target.value)}
          />
          <Button type="submit" isBusy={isBusy}>
            Send
          </Button>
        </form>
      )}
    </>
  );
}
