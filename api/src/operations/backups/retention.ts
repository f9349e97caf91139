import type { BackupSettings } from '../../base/settings/backup-settings.ts';
import { timeOf } from './store.ts';

const HOUR = '2026-11-22T17'.length;
const DAY = '2026-11-22'.length;

/**
 * The backups to delete after `newest` was made: all but the newest of each of the last hours and days that
 * have one. Names later than `newest` come from a wrong clock, then or now, and are left alone.
 */
export function outdated(names: readonly string[], newest: string, keep: BackupSettings['keep']): string[] {
  const past = names
    .filter((name) => name <= newest)
    .toSorted()
    .toReversed();
  const kept = new Set([...newestOf(past, HOUR, keep.hours), ...newestOf(past, DAY, keep.days)]);
  return past.filter((name) => !kept.has(name));
}

function newestOf(names: readonly string[], length: number, count: number): string[] {
  const slots = new Map<string, string>();
  for (const name of names) {
    const slot = timeOf(name)?.toISOString().slice(0, length);
    if (slot !== undefined && !slots.has(slot) && slots.size < count) slots.set(slot, name);
  }
  return [...slots.values()];
}
