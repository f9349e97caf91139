import { useState } from 'react';
import { ByEmail, type PersonFound } from '../../contracts/privacy.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Act } from '../base/act.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { Card } from '../base/card.tsx';
import { withQuery } from '../base/query-fn.ts';
import { useDownload } from '../base/download.tsx';

/** Finds a person’s data to hand it over or erase it. How long everything is kept is a rule. */
export function Privacy() {
  const [found, setFound] = useState<PersonFound | null>(null);
  return (
    <div className="stack gap-4">
      <Card
        title="A person’s data"
        about="Use this when a customer asks for a copy of their data or wants it deleted. First make sure the email address is theirs."
      >
        <DataForm
          schema={ByEmail}
          initial={{ email: '' }}
          fields={[
            {
              name: 'email',
              label: 'Their email address',
              type: 'email',
              register: { onChange: () => setFound(null) },
            },
          ]}
          act={async (client, body) => {
            setFound(null);
            setFound(await client.call('POST /api/admin/privacy/find', { body }));
            return undefined;
          }}
          failure="Couldn’t search"
          submit="Find"
          busyLabel="Searching…"
        />
        {found && <Found key={found.email} found={found} onErased={() => setFound(null)} />}
      </Card>
    </div>
  );
}

const countText = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

function Found({ found, onErased }: { found: PersonFound; onErased: () => void }) {
  const { email, orders, forms, files, messages, emails } = found;
  const download = useDownload();
  const [typed, setTyped] = useState('');
  return (
    <div className="settings-found stack gap-3 break">
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
        help="This can’t be undone. Your books keep what tax law requires: the numbers, dates, amounts, sales tax, states, and countries of orders, invoices, and credit notes. Existing backups keep this person’s data until they expire. Also delete them at Stripe, PayPal, and Mailchimp."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Act
        isQuiet
        className="danger"
        busyLabel="Erasing…"
        disabled={typed.trim().toLowerCase() !== email}
        call="POST /api/admin/privacy/erase"
        body={{ email }}
        failure="Couldn’t erase the person"
        onDone={onErased}
      >
        Erase this person
      </Act>
    </div>
  );
}
