import { useId, useState } from 'react';
import {
  decodeText,
  MAX_IMPORT_BYTES,
  type Fate,
  type ImportCheck,
  type ImportFile,
  type ListedImport,
} from '../../contracts/import.ts';
import { Act, useAdminAction } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { ColumnHeads } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { Check } from '../base/fields.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toasts.ts';

const FATES: Record<Fate['fate'], string> = { add: 'Add', exists: 'Already there', refused: 'Refused' };
const ROWS = { Line: 'key', Row: 'extra', 'What happens': 'extra' } as const;
const IMPORTS = { File: 'key', Imported: 'extra', 'Still there': 'extra', Actions: 'actions' } as const;

const rowsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Customers, past orders, and subscriptions from another system: checked first, then imported, and undone. */
export function Import() {
  return (
    <div className="stack gap-4">
      <NewImport />
      <Imports />
    </div>
  );
}

type Checked = { file: ImportFile; check: ImportCheck };

function NewImport() {
  const id = useId();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [skipsRefused, setSkipsRefused] = useState(false);
  const { isBusy, run } = useAdminAction<File>(async (client, chosen) => {
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    const file = { name: chosen.name, text };
    setChecked({ file, check: await client.call('POST /api/admin/imports/check', { body: file }) });
    return undefined;
  }, 'Couldn’t check the file');
  const choose = (file: File | undefined) => {
    setChecked(null);
    setSkipsRefused(false);
    if (file && file.size > MAX_IMPORT_BYTES) showToast({ title: 'The file is larger than 5 MB. Split it.' });
    else if (file) run(file);
  };
  const { add = 0, refused = 0 } = checked?.check.counts ?? {};
  return (
    <Card
      title="Import a file"
      about="Choose a CSV file of customers, past orders, or subscriptions. First you see what would happen with each row. Nobody gets an email, and nothing is charged."
    >
      <Field id={id} label="CSV file, up to 5 MB">
        {(field) => (
          <input
            {...field}
            className="input"
            type="file"
            accept=".csv,.txt,text/csv"
            aria-busy={isBusy}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // So that the same file can be chosen again after it was corrected.
              target.value = '';
            }}
          />
        )}
      </Field>
      {isBusy && <p role="status">The file is being checked…</p>}
      {checked && (
        <div className="settings-found stack gap-3 break">
          <CheckResult {...checked} />
          {refused > 0 && add > 0 && (
            <Check
              label="Leave out the refused rows"
              checked={skipsRefused}
              onChange={({ target }) => setSkipsRefused(target.checked)}
            />
          )}
          <Act
            busyLabel="Importing…"
            disabled={add === 0 || (refused > 0 && !skipsRefused)}
            call="POST /api/admin/imports"
            body={{ ...checked.file, skipsRefused }}
            failure="Couldn’t import the file"
            onDone={() => setChecked(null)}
          >
            {`Import ${rowsText(add)}`}
          </Act>
        </div>
      )}
    </Card>
  );
}

function CheckResult({ file, check: { counts, rows, unread } }: Checked) {
  const { add, exists, refused } = counts;
  const all = add + exists + refused;
  return (
    <>
      <p role="status">
        <bdi>{file.name}</bdi>
        <span>{`: ${rowsText(add)} to add, ${exists} already there, ${refused} refused.`}</span>
      </p>
      {unread.length > 0 && (
        <p className="admin-small">
          Columns that Northlight doesn’t know: <bdi>{unread.join(', ')}</bdi>
        </p>
      )}
      <table className="people">
        <ColumnHeads columns={ROWS} />
        <tbody>
          {rows.map(({ line, kind, who, fate, why }) => (
            <tr key={line}>
              <th scope="row" data-label="Line: ">
                {line}
              </th>
              <td data-label="Row: ">
                <span>{kind}</span> <bdi>{who}</bdi>
              </td>
              <td data-label="What happens: " className={fate === 'refused' ? 'error' : undefined}>
                {`${FATES[fate]}: ${why}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < all && <p className="admin-small">{`And ${rowsText(all - rows.length)} more.`}</p>}
    </>
  );
}

function Imports() {
  return (
    <Card
      title="Imports"
      about="An undo removes what an import added, except what has changed since. Subscriptions go on at Stripe."
    >
      <Reads call="GET /api/json/imports">
        {({ imports }) =>
          imports.length === 0 ? (
            <p>No imports yet.</p>
          ) : (
            <table className="people">
              <ColumnHeads columns={IMPORTS} />
              <tbody>
                {imports.map((one) => (
                  <ImportRow key={one.id} one={one} />
                ))}
              </tbody>
            </table>
          )
        }
      </Reads>
    </Card>
  );
}

function ImportRow({ one: { id, name, by, createdAt, left } }: { one: ListedImport }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {by !== null && (
          <small>
            by <bdi>{by}</bdi>
          </small>
        )}
      </th>
      <td data-label="Imported: ">
        <Moment at={createdAt} />
      </td>
      <td data-label="Still there: ">{rowsText(left)}</td>
      <td className="people-actions">
        {left > 0 && (
          <Act
            isQuiet
            aria-label={`Undo ${name}`}
            asks={{
              title: `Undo ${name}?`,
              text: `Its customers and orders (${rowsText(left)}) will be permanently deleted. Whatever was changed or added since then stays, such as an order with a quote, or a customer with new tags. Subscriptions go on at Stripe, and this shop no longer shows them. Customers get no email.`,
              confirm: 'Undo the import',
            }}
            call="POST /api/admin/imports/:id/undo"
            params={{ id }}
            failure="Couldn’t undo the import"
          >
            Undo
          </Act>
        )}
      </td>
    </tr>
  );
}
