import type { Backup } from '../../contracts/overview.ts';
import { backupWords } from './overview-labels.ts';
import { Card } from '../base/card.tsx';

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
    <Card className="overview-card" title={title}>
      <p className="admin-small">{text}</p>
    </Card>
  );
}

/** One quiet line when all is well. */
export function BackupLine({ backup, now }: BackupsProps) {
  if (!backup || backup.needsAttention) return null;
  return <p className="admin-small">{backupWords(backup, now).text}</p>;
}
