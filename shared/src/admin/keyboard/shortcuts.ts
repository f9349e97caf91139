export type Move = 'next-row' | 'previous-row' | 'unfold' | 'search' | 'back' | 'shortcuts' | 'palette';

/** Where a key was pressed. */
export type Place = {
  /** In a field, whose letters are its own. */
  isTyping: boolean;
  isOnRow: boolean;
};
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const ANYWHERE = new Map<string, Move>([
  ['j', 'next-row'],
  ['k', 'previous-row'],
  ['x', 'unfold'],
  ['/', 'search'],
  ['?', 'shortcuts'],
  ['Escape', 'back'],
]);
/** Elsewhere these scroll the page. */
const ON_ROW = new Map<string, Move>([
  ['ArrowDown', 'next-row'],
  ['ArrowUp', 'previous-row'],
]);

/** What a key does in the whole dashboard; null when it is not ours. */
export function moveOf(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  { isTyping, isOnRow }: Place,
): Move | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette';
  if (isTyping || ctrlKey || metaKey || altKey) return null;
  return ANYWHERE.get(key) ?? (isOnRow ? ON_ROW.get(key) : undefined) ?? null;
}

/** The place of the row to go to, from `-1` for none; the ends hold. */
export function stepFrom(index: number, step: 1 | -1, count: number): number {
  if (index < 0) return step > 0 ? 0 : count - 1;
  return Math.min(Math.max(index + step, 0), count - 1);
}

/** What the help lists; the actions of the open view bring their own. */
export const SHORTCUT_WORDS: readonly { keys: readonly string[]; words: string }[] = [
  { keys: ['j', '↓'], words: 'Next row' },
  { keys: ['k', '↑'], words: 'Previous row' },
  { keys: ['Enter'], words: 'Open the order in this row' },
  { keys: ['x'], words: 'Show or hide the answers in this row' },
  { keys: ['Esc'], words: 'Go back, or close what’s open' },
  { keys: ['/'], words: 'Search the list' },
  { keys: ['Ctrl K', '⌘ K'], words: 'Search all actions and orders' },
  { keys: ['?'], words: 'Show keyboard shortcuts' },
];
