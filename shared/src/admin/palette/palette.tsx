import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { failureText } from '../../contracts/call-error.ts';
import { stepFrom } from '../keyboard/shortcuts.ts';
import { Modal } from '../base/modal.tsx';
import { useFoundCases } from './find-cases.ts';
import { matchActions } from '../base/ui-store.ts';
import { usePaletteActions } from './use-palette-actions.ts';

type Item = { id: string; label: string; detail?: string; key?: string; run: () => void };

/** The command palette: all actions and views, and a search for cases. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const { cases, isSearching, error } = useFoundCases(typed);
  const actions = matchActions(usePaletteActions(typed.trim() !== ''), typed).map(
    ({ label, shortcut, run }): Item => ({
      id: `action-${label}`,
      label,
      key: shortcut,
      run,
    }),
  );
  const found = (typed.trim() ? cases : []).map(({ orderNumber, name, business, kind }): Item => ({
    id: `case-${kind ?? ''}${orderNumber}`,
    label: kind === 'customer' ? 'Customer' : orderNumber,
    detail: `${name} · ${business}`,
    run: () =>
      void (kind === 'quote'
        ? navigate({ to: '/quotes/$number', params: { number: orderNumber } })
        : kind === 'document'
          ? navigate({ to: '/books', search: { q: orderNumber } })
          : kind === 'customer'
            ? navigate({ to: '/customers/$id', params: { id: orderNumber } })
            : navigate({ to: '/case/$orderNumber', params: { orderNumber } })),
  }));
  const items = [...found, ...actions];
  const current = items[Math.min(active, items.length - 1)];

  const choose = ({ run }: Item) => {
    onClose();
    run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step) setActive(stepFrom(Math.min(active, items.length - 1), step, items.length));
    else if (event.key === 'Enter') {
      if (current) choose(current);
    } else return;
    event.preventDefault();
  };
  return (
    <Modal label="Commands" className="palette" onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="Find an order or action"
        placeholder="Find an order or action"
        aria-expanded="true"
        aria-controls="palette-items"
        aria-activedescendant={current?.id}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="admin-small palette-state" role="status">
        {error
          ? failureText(error, error.message, 'Couldn’t reach the server.')
          : isSearching
            ? 'Searching orders…'
            : items.length === 0
              ? 'No results'
              : ''}
      </p>
      <div id="palette-items" className="palette-items" role="listbox" aria-label="Orders and actions">
        {items.map((item) => (
          <PaletteItem key={item.id} item={item} isActive={item === current} onChoose={() => choose(item)} />
        ))}
      </div>
    </Modal>
  );
}

type PaletteItemProps = { item: Item; isActive: boolean; onChoose: () => void };

/** The focus stays in the text field, where the arrow keys select an item. */
function PaletteItem({ item: { id, label, detail, key }, isActive, onChoose }: PaletteItemProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className="palette-item row baseline gap-3"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onChoose}
    >
      <span>{label}</span>
      {detail && (
        <small className="shrink one-line">
          <bdi>{detail}</bdi>
        </small>
      )}
      {key && (
        <kbd className="push" aria-hidden="true">
          {key}
        </kbd>
      )}
    </div>
  );
}
