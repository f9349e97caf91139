import { Button } from '../../ui/button.tsx';
import { Modal } from '../base/modal.tsx';
import { actionsOf, useUi } from '../base/ui-store.ts';
import { useOwnChoices } from '../base/own-choices.ts';
import { placesFor } from '../base/places.ts';
import { useRights } from '../base/session.queries.ts';
import { SHORTCUT_LABELS } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const actions = useUi(({ actions }) => actions);
  const isOn = useOwnChoices((keys) => keys.isOn);
  const places = placesFor(useRights()).map(({ key, label }) => ({
    keys: ['g', key],
    label: `Go to ${label}`,
  }));
  const own = actionsOf({ actions }).flatMap(({ shortcut, label }) =>
    shortcut ? [{ keys: [shortcut], label }] : [],
  );
  return (
    <Modal label="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts stack gap-2 xs">
        {[...SHORTCUT_LABELS, ...own, ...places].map(({ keys, label }) => (
          <div key={label}>
            <dt className="row gap-1">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts-switch row middle gap-3 target">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => useOwnChoices.setState({ isOn: target.checked })}
        />
        Use single-key shortcuts
      </label>
      <p className="admin-actions cluster">
        <Button isQuiet onClick={onClose}>
          Close
        </Button>
      </p>
    </Modal>
  );
}
