import { useState, type SubmitEvent } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextField } from '@northlight/shared/ui/field.tsx';
import { call, problemText } from '../../lib/api-client.ts';

/** Emails a person the link to all their orders and quotes. */
export function AskForLink() {
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState({ text: '', isProblem: false });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const email = String(new FormData(event.currentTarget).get('email'));
    setIsBusy(true);
    try {
      const { message } = await call('POST /api/orders-link', { body: { email } });
      setSaid({ text: message, isProblem: false });
    } catch (error) {
      setSaid({ text: problemText(error), isProblem: true });
    }
    setIsBusy(false);
  };
  return (
    <>
      <p className="lede">
        Enter your email address. We’ll email you a link to all your orders and open quotes.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <TextField name="email" label="Email" type="email" required autoComplete="email" />
        <Button type="submit" isBusy={isBusy} busyLabel="Sending…">
          Email me the link
        </Button>
      </form>
      <p role={said.isProblem ? 'alert' : 'status'} className={said.isProblem ? 'field-error' : undefined}>
        {said.text}
      </p>
    </>
  );
}
