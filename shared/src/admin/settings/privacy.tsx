import { useState } from 'react';
import { ByEmail, RETENTION, type PersonFound } from '../../contracts/privacy.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { withQuery } from '../base/query-text.ts';
import { useDownload } from '../base/use-download.ts';

/** Finds a person’s data to hand it over or erase it, and says how long everything is kept. */
export function Privacy() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<PersonFound | null>(null);
  const { isBusy, run: find } = useAdminAction(async (client, body: ByEmail) => {
    setFound(await client.call('POST /api/admin/privacy/find', { body }));
    return { success: true, message: '' };
  }, 'Couldn’t search');
  return (
    <div className="admin-cards">
      <section className="admin-card" aria-labelledby="person-title">
        <h3 id="person-title">A person’s data</h3>
        <p className="admin-small">
          Use this when a customer asks for a copy of their data or wants it deleted. First make sure that the
          email address is theirs.
        </p>
        <form
          className="admin-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setFound(null);
            const { data, error: problem } = ByEmail.safeParse({ email });
            setError(problem?.issues[0]?.message);
            if (data) find(data);
          }}
        >
          <TextField
            label="Their email address"
            type="email"
            value={email}
            error={error}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" isBusy={isBusy} busyLabel="Searching…">
            Find
          </Button>
        </form>
        {found && <Found key={found.email} found={found} onErased={() => setFound(null)} />}
      </section>
      <section className="admin-card" aria-labelledby="retention-title">
        <h3 id="retention-title">How long data is kept</h3>
        <dl className="settings-facts">
          {Object.values(RETENTION).map(({ label, days }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{days >= 365 ? `${Math.round(days / 365)} years` : `${days} days`}</dd>
            </div>
          ))}
        </dl>
        <p className="admin-small">
          Each day, the shop deletes data older than this. Orders stay in your books. Your website’s Privacy
          page tells customers the same.
        </p>
      </section>
    </div>
  );
}

const countText = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

function Found({ found, onErased }: { found: PersonFound; onErased: () => void }) {
  const { email, orders, forms, files, messages, emails } = found;
  const download = useDownload();
  const [typed, setTyped] = useState('');
  const { isBusy, run: erase } = useAdminAction(
    (client) => client.call('POST /api/admin/privacy/erase', { body: { email } }),
    'Couldn’t erase the person',
  );
  return (
    <div className="settings-found">
      <p>
        {[
          orders.length === 0 ? 'No orders' : orders.join(', '),
          countText(forms, 'form'),
          countText(files, 'file'),
          countText(messages, 'message'),
          countText(emails, 'email'),
        ].join(' · ')}
      </p>
      <Button
        isQuiet
        onClick={() => download(withQuery(pathOf('GET /api/admin/privacy/person.tar'), { email }))}
      >
        Download everything
      </Button>
      <TextField
        label="To erase, type the address again"
        help="This can’t be undone. Order numbers and amounts stay in your books. Existing backups keep this person’s data until they expire. Also delete them at Stripe, PayPal, and Mailchimp."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        isBusy={isBusy}
        busyLabel="Erasing…"
        disabled={typed.trim().toLowerCase() !== email}
        onClick={() => erase(undefined, onErased)}
      >
        Erase this person
      </Button>
    </div>
  );
}
