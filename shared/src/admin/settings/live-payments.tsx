import { Link } from '@tanstack/react-router';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';

const CALL = 'POST /api/json/live-payments';

/** What is left to do. */
const left = <Check extends { isDone: boolean }>(checks: readonly Check[]) =>
  checks.filter(({ isDone }) => !isDone);

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
            {state === 'off' && left(checks).length > 0 && (
              <>
                <p>
                  <span>Do these first.</span> <Link to="/">The overview leads to each</Link>
                </p>
                <ul className="bullets">
                  {left(checks).map(({ label, section }) => (
                    <li key={label}>
                      {section ? (
                        <Link to="/settings/$section" params={{ section }}>
                          {label}
                        </Link>
                      ) : (
                        <span>{label}</span>
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {state !== 'server' && (
              <div className="settings-row-actions cluster gap-2 end">
                <Act
                  isQuiet={state === 'on'}
                  disabled={state === 'off' && left(checks).length > 0}
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
