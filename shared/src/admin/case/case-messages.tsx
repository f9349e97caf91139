import type { CaseMessage } from '../../contracts/cases.ts';
import { Moment } from '../list/moment.tsx';
import { Card } from './card.tsx';
import { MESSAGE_NAMES } from '../../contracts/cases.ts';
import { MESSAGE_WORDS } from './case-words.ts';
import { SendAgain } from './send-again.tsx';

export function CaseMessages({ messages }: { messages: readonly CaseMessage[] }) {
  return (
    <Card title="Mails">
      {messages.length === 0 && <p className="list-none">No mail has been written.</p>}
      <ol className="case-items">
        {messages.map((message) => (
          <li key={message.id}>
            <p>
              <strong>{MESSAGE_NAMES[message.kind]}</strong> to <bdi>{message.recipient}</bdi>
            </p>
            <p className="admin-small">
              <Progress message={message} />
            </p>
            {message.lastError && (
              <p className="case-fault">
                <bdi>{message.lastError}</bdi>
              </p>
            )}
            {message.status !== 'replaced' && <SendAgain message={message} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Progress({
  message: { status, attempts, createdAt, sentAt, nextAttemptAt },
}: {
  message: CaseMessage;
}) {
  return (
    <>
      {MESSAGE_WORDS[status]} <Moment at={sentAt ?? createdAt} />
      {attempts > 1 && `, after ${attempts} attempts`}
      {attempts > 0 && nextAttemptAt && (
        <>
          , next attempt <Moment at={nextAttemptAt} />
        </>
      )}
    </>
  );
}
