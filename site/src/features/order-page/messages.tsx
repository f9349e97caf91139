import { useRef, useState, type SubmitEvent } from 'react';
import type { OrderMessage, SendMessage } from '@northlight/shared/contracts/order-page.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextArea } from '@northlight/shared/ui/field.tsx';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import { Problem } from './notices.tsx';
import { momentText } from './order-texts.ts';
import { useCall } from '../../lib/use-linked-page.ts';

type MessagesProps<Link> = {
  messages: readonly OrderMessage[];
  timeZone: string;
  loaded: { link: Link | null; reload: () => Promise<void> };
  /** What it is about, as in "your order". */
  about: string;
  send: (query: Link, message: SendMessage) => Promise<unknown>;
  businessName: string;
  businessEmail: string;
};

/** What customer and studio wrote to each other, and a field for the next message. */
export function Messages<Link>({
  messages,
  timeZone,
  loaded,
  about,
  send,
  businessName,
  businessEmail,
}: MessagesProps<Link>) {
  const [text, setText] = useState('');
  // The same message sent again after a lost response is stored once.
  const key = useRef(newUuid());
  const { isBusy, problem, run } = useCall(loaded);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const body = { key: key.current, text: text.trim() };
    void run(
      (query) => send(query, body),
      () => {
        setText('');
        key.current = newUuid();
      },
    );
  }

  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title">Messages</h2>
      {messages.length === 0 && (
        <p className="order-soft">{`No messages yet. Ask us anything about ${about}.`}</p>
      )}
      <ol className="order-messages stack gap-3" aria-live="polite">
        {messages.map(({ id, isFromStudio, isByEmail, text: words, sentAt }) => (
          <li key={id} data-from={isFromStudio ? 'studio' : 'you'}>
            <p className="order-soft">
              {`${isFromStudio ? businessName : 'You'}${isByEmail ? ', by email' : ''}, ${momentText(sentAt, timeZone)}`}
            </p>
            <p className="order-words as-typed break">
              <bdi>{words}</bdi>
            </p>
          </li>
        ))}
      </ol>
      <form className="no-print stack gap-4 start" onSubmit={submit}>
        <TextArea
          id="message"
          label="Your message"
          help={`We’ll reply here and by email. You can also email us at ${businessEmail}.`}
          rows={3}
          maxLength={10_000}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Problem text={problem} />
        <Button type="submit" isBusy={isBusy} busyLabel="Sending…">
          Send message
        </Button>
      </form>
    </section>
  );
}
