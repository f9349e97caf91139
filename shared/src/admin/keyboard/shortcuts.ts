export type Move =
  | 'next-row'
  | 'previous-row'
  | 'unfold'
  | 'search'
  | 'back'
  | 'shortcuts'
  | 'palette'
  | 'go';

/** The context of a key press. */
export type KeyContext = {
  /** True in text fields, where letters are input. */
  isTyping: boolean;
  isOnRow: boolean;
};
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const KEYS_ANYWHERE = new Map<string, Move>([
  ['j', 'next-row'],
  ['k', 'previous-row'],
  ['x', 'unfold'],
  ['/', 'search'],
  ['?', 'shortcuts'],
  ['g', 'go'],
  ['Escape', 'back'],
]);
/** Outside rows these keys scroll the page. */
const KEYS_ON_ROW = new Map<string, Move>([
  ['ArrowDown', 'next-row'],
  ['ArrowUp', 'previous-row'],
]);

/** The action of a key in any view. Null for other keys. */
export function moveOf(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  { isTyping, isOnRow }: KeyContext,
): Move | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette';
  if (isTyping || ctrlKey || metaKey || altKey) return null;
  return KEYS_ANYWHERE.get(key) ?? (isOnRow ? KEYS_ON_ROW.get(key) : undefined) ?? null;
}

/** The index of the next row. `-1` means no row is focused. Stops at both ends. */
export function stepFrom(index: number, step: 1 | -1, count: number): number {
  if (index < 0) return step > 0 ? 0 : count - 1;
  return Math.min(Math.max(index + step, 0), count - 1);
}

/** The shortcuts listed in the help dialog. Views add their own. */
export const SHORTCUT_LABELS: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['j', '↓'], label: 'Next row' },
  { keys: ['k', '↑'], label: 'Previous row' },
  { keys: ['Enter'], label: 'Show the order beside the list, then on its page' },
  { keys: ['x'], label: 'Show or hide the answers in this row' },
  { keys: ['Esc'], label: 'Go back, or close what’s open' },
  { keys: ['/'], label: 'Search the list' },
  { keys: ['Ctrl K', '⌘ K'], label: 'Search all actions and orders' },
  { keys: ['Ctrl Enter', '⌘ Enter'], label: 'Submit the form you’re typing in' },
  { keys: ['?'], label: 'Show keyboard shortcuts' },
];
