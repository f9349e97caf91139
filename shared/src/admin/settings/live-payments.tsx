import { Link } from '@tanstack/react-router';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';

const CALL = 'POST /api/json/live-payments';

/** The one switch for real money, with what has to be true before. */
export function LivePayments() {
  return (
    <Card title="Live payments">
      <Reads call="GET /api/json/live-payments" isStill>
        {({ version, state, checks, question = '' }) => (
          <>
            <p className="admin-small">
              {state === 'server'
                ? 'The keys are set on the server, which decides whether real money is taken.'
                : state === 'on'
                  ? 'The shop takes real money.'
                  : 'No real money is taken. Live keys aren’t used until you turn this on.'}
            </p>
            {state === 'off' && (
              <ul className="stack">
                {checks.map(({ label, isDone, section }) => (
                  <li key={label} className="row baseline gap-2">
                    <span className="status-label" data-check={isDone ? 'ok' : 'todo'}>
                      {isDone ? 'Done' : 'To do'}
                    </span>{' '}
                    {section && !isDone ? (
                      <Link to="/settings/$section" params={{ section }}>
                        {label}
                      </Link>
                    ) : (
                      <span>{label}</span>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {state !== 'server' && (
              <div className="settings-row-actions cluster gap-2 end">
                <Act
                  isQuiet={state === 'on'}
                  disabled={state === 'off' && checks.some(({ isDone }) => !isDone)}
                  asks={{
                    title: state === 'on' ? 'Stop live payments?' : 'Take live payments?',
                    text: question,
                    confirm: state === 'on' ? 'Stop live payments' : 'Take live payments',
                  }}
                  call={CALL}
                  body={{ version, isOn: state === 'off' }}
                  failure="Couldn’t change live payments"
                >
                  {state === 'on' ? 'Stop live payments' : 'Take live payments'}
                </Act>
              </div>
            )}
          </>
        )}
      </Reads>
    </Card>
  );
}
