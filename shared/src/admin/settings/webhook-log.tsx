import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LogEntry, WEBHOOK_EVENTS } from '../../contracts/webhooks.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { Act } from '../base/act.tsx';
import { Moment } from '../list/times.tsx';
import { QueryPanel, reads } from '../base/query-panel.tsx';
import type { QueryKey } from '../base/query-fn.ts';

/** How often the log refetches while a delivery is waiting. */
const REFETCH_MS = 2_000;

const STATE_LABELS: Record<LogEntry['status'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  'given-up': 'Failed',
  dropped: 'Not sent, because the webhook was turned off',
  replaced: 'Replaced',
};

type Log = ResponseOf<'GET /api/json/webhooks/:id/log'>;

/** The deliveries of a webhook, with the responses. */
export function WebhookLog({ id, isOn }: { id: number; isOn: boolean }) {
  const [before, setBefore] = useState<number | null>(null);
  const [path] = reads('GET /api/json/webhooks/:id/log', { id }).queryKey;
  const query = useQuery<Log, Error, Log, QueryKey>({
    queryKey: before === null ? [path] : [path, { before: String(before) }],
    refetchInterval: ({ state }) =>
      state.data?.entries.some(({ status }) => status === 'waiting') ? REFETCH_MS : false,
  });
  return (
    <div className="webhook-log">
      <QueryPanel query={query}>
        {({ entries, next }) => (
          <>
            {entries.length === 0 && <p className="admin-empty">Nothing sent yet.</p>}
            {entries.map((entry) => (
              <Delivery key={entry.id} delivery={entry} isOn={isOn} />
            ))}
            <div className="settings-row-actions cluster gap-2 end">
              {before !== null && (
                <Button isQuiet onClick={() => setBefore(null)}>
                  Newest
                </Button>
              )}
              {next !== null && (
                <Button isQuiet onClick={() => setBefore(next)}>
                  Older
                </Button>
              )}
            </div>
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function Delivery({ delivery, isOn }: { delivery: LogEntry; isOn: boolean }) {
  const { id, event, orderNumber, body, status, attempts, lastError, createdAt, nextAttemptAt } = delivery;
  const { answerStatus, answerText, answerMs, triedAt } = delivery;
  return (
    <details className="webhook-entry">
      <summary className="cluster middle between target">
        <span>{`${event === 'test' ? 'Test event' : WEBHOOK_EVENTS[event]} ${orderNumber ?? ''}`}</span>
        <small>
          <span className="status-label" data-check={STATE_COLORS[status]}>
            {STATE_LABELS[status]}
          </span>{' '}
          <Moment at={createdAt} />
        </small>
      </summary>
      {lastError && <p>{lastError}</p>}
      <p className="admin-small">
        <span>
          {attempts === 0 ? 'Not tried yet' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}
        </span>
        <Moment before=", last " at={triedAt} />
        {attempts > 0 && <Moment before=". Next try " at={nextAttemptAt} />}
      </p>
      <h4>Sent</h4>
      <pre className="well xs as-typed break">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      {answerStatus !== null && (
        <>
          <h4>{`Response: ${answerStatus} (${answerMs ?? ''} ms)`}</h4>
          {answerText && <pre className="well xs as-typed break">{answerText}</pre>}
        </>
      )}
      {isOn && (
        <Act
          isQuiet
          busyLabel="Sending…"
          call="POST /api/admin/webhook-messages/:id/resend"
          params={{ id }}
          failure="Couldn’t send it again"
        >
          Resend
        </Act>
      )}
    </details>
  );
}

const STATE_COLORS: Record<LogEntry['status'], string> = {
  waiting: 'warning',
  sent: 'ok',
  'given-up': 'failure',
  dropped: 'off',
  replaced: 'off',
};
