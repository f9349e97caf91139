import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAdminAction } from '../base/act.tsx';
import { Icon } from '../base/icon.tsx';
import { Modal } from '../base/modal.tsx';
import { closeDialog, toggled } from '../base/ui-store.ts';

type ColumnsDialogProps = { all: readonly string[]; shown: readonly string[]; version: string };

/** Which columns the list of orders has, and in which order. Kept for the person, in every browser. */
export function ColumnsDialog({ all, shown, version }: ColumnsDialogProps) {
  const [names, setNames] = useState(() => [...shown, ...all.filter((name) => !shown.includes(name))]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown));
  const { isBusy, run: save } = useAdminAction(
    (client, columns: string[] | null) =>
      client.call('POST /api/admin/order-views', { body: { columns, version } }),
    'Couldn’t save the columns',
  );
  const move = (index: number, step: 1 | -1) => {
    const name = names[index];
    if (name) setNames(names.toSpliced(index, 1).toSpliced(index + step, 0, name));
  };
  return (
    <Modal label="Columns" onClose={closeDialog}>
      <p className="admin-small">
        The order number always comes first. A narrow list hides columns that don’t fit.
      </p>
      <ol className="columns-dialog">
        {names.map((name, index) => (
          <li key={name} className="row middle gap-2">
            <label className="row middle gap-2">
              <input
                type="checkbox"
                checked={chosen.has(name)}
                onChange={() => setChosen(toggled(chosen, name))}
              />
              <span>{name}</span>
            </label>
            {([-1, 1] as const).map((step) => (
              <Button
                key={step}
                isQuiet
                className="icon-button"
                aria-label={`Move ${name} ${step < 0 ? 'up' : 'down'}`}
                disabled={names[index + step] === undefined}
                onClick={() => move(index, step)}
              >
                <Icon d={step < 0 ? UP : DOWN} />
              </Button>
            ))}
          </li>
        ))}
      </ol>
      <div className="admin-actions cluster gap-2-4 middle">
        <Button
          isBusy={isBusy}
          onClick={() =>
            save(
              names.filter((name) => chosen.has(name)),
              closeDialog,
            )
          }
        >
          Save
        </Button>
        <Button isQuiet isBusy={isBusy} onClick={() => save(null, closeDialog)}>
          As at first
        </Button>
      </div>
    </Modal>
  );
}

const UP = 'M10 15.5v-11M5.5 9 10 4.5 14.5 9';
const DOWN = 'M10 4.5v11M5.5 11l4.5 4.5L14.5 11';
