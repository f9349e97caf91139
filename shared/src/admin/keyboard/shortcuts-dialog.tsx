import { Button } from '../../ui/button.tsx';
import { Modal } from '../base/modal.tsx';
import { useUi } from '../base/ui-store.ts';
import { useLetterKeys } from './use-shortcuts.ts';
import { SHORTCUT_LABELS } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const actions = useUi(({ actions }) => actions);
  const isOn = useLetterKeys((keys) => keys.isOn);
  const own = [...actions.values()]
    .flat()
    .flatMap(({ shortcut, label }) => (shortcut ? [{ keys: [shortcut], label }] : []));
  return (
    <Modal label="Keyboard shortcuts" className="question shortcuts" onClose={onClose}>
      <h2 className="lg">Keyboard shortcuts</h2>
      <dl className="stack gap-2">
        {[...SHORTCUT_LABELS, ...own].map(({ keys, label }) => (
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
          onChange={({ target }) => useLetterKeys.setState({ isOn: target.checked })}
        />
        Use single-key shortcuts
      </label>
      <Button isQuiet onClick={onClose}>
        Close
      </Button>
    </Modal>
  );
}
