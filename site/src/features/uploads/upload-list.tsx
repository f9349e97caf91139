import { useSyncExternalStore } from 'react';
import { sizeText } from '@northlight/shared/ui/size-text.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

type UploadListProps = { queue: UploadQueue; hasList: boolean; onRemoved: () => void };

/** The files with their progress. `hasList`: stored ones stay in the list. */
export function UploadList({ queue, hasList, onRemoved }: UploadListProps) {
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const shown = items.filter(({ state }) => hasList || state !== 'stored');
  return (
    <>
      <ul className="uploads stack sm">
        {shown.map((item) => (
          <li key={item.key} data-state={item.state}>
            <span className="upload-name">{item.name}</span>
            <span className="upload-state soft">{stateText(item)}</span>
            {(item.state === 'sending' || item.state === 'waiting') && (
              <progress aria-label={item.name} value={item.sent} max={item.size} />
            )}
            {item.message && <span className="field-error">{item.message}</span>}
            <span className="upload-actions row gap-4">
              {item.state === 'failed' && (
                <button className="link-button" type="button" onClick={() => queue.retry(item.key)}>
                  Try again<span className="visually-hidden">{` to send ${item.name}`}</span>
                </button>
              )}
              <button
                className="link-button"
                type="button"
                onClick={() => {
                  void queue.remove(item.key);
                  onRemoved();
                }}
              >
                <span>{item.state === 'sending' || item.state === 'waiting' ? 'Cancel' : 'Remove'}</span>
                <span className="visually-hidden">{` ${item.name}`}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {summary(items)}
      </p>
    </>
  );
}

function stateText({ state, sent, size }: UploadItem): string {
  if (state === 'stored') return `${sizeText(size)}, sent`;
  if (state === 'sending' || state === 'waiting') return `${sizeText(sent)} of ${sizeText(size)}`;
  return 'Not sent';
}

/** Changes only when a file is done, so that screen readers don't read every step. */
function summary(items: readonly UploadItem[]): string {
  const count = (...states: UploadItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  const failed = count('failed', 'refused');
  return items.length === 0
    ? ''
    : `${count('stored')} of ${items.length} files sent${failed > 0 ? `, ${failed} not sent` : ''}.`;
}
