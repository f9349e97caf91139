import type { ImportCheck } from '@northlight/shared/contracts/import.ts';
import { countOf } from './run-import.ts';
import type { Undone } from './undo-import.ts';

const MOST_NAMES = 5;

export const importWords = ({ add, exists, refused }: ImportCheck['counts']): string =>
  `${countOf(add, 'row')} imported${exists ? `, ${exists} already there` : ''}${refused ? `, ${refused} refused` : ''}`;

export function undoWords({ removed, kept }: Undone): string {
  const done = removed === 0 ? 'Nothing was removed' : `${countOf(removed, 'row')} removed`;
  if (kept.length === 0) return done;
  const more = kept.length > MOST_NAMES ? `, and ${kept.length - MOST_NAMES} more` : '';
  return `${done}. These have changed since and stay: ${kept.slice(0, MOST_NAMES).join(', ')}${more}`;
}
