import type { Backup } from '../../contracts/overview.ts';
import { backupWords } from './overview-labels.ts';

type BackupsProps = {
  /** Responses cached by older versions have none. */
  backup: Backup | undefined;
  /** In milliseconds. */
  now: number;
};

/** A task when something is wrong with backups. */
export function BackupTask({ backup, now }: BackupsProps) {
  if (!backup?.needsAttention) return null;
  const { title, text } = backupWords(backup, now);
  return (
    <section className="overview-card" aria-labelledby="todo-backup">
      <h3 id="todo-backup">{title}</h3>
      <p className="admin-small">{text}</p>
    </section>
  );
}

/** One quiet line when all is well. */
export function BackupLine({ backup, now }: BackupsProps) {
  if (!backup || backup.needsAttention) return null;
  return <p className="admin-small">{backupWords(backup, now).text}</p>;
}
