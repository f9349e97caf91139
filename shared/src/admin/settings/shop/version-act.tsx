import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAdminAction } from '../../base/act.tsx';
import { Question } from '../question.tsx';

type VersionActProps = {
  version: number;
  action: 'restore' | 'discard';
  /** Which one, after the verb. */
  which: string;
  isShort?: boolean;
  text: string;
};

/** A button that restores or discards a version, after a question. */
export function VersionAct({ version, action, which, isShort = false, text }: VersionActProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, run } = useAdminAction(async (client) => {
    const params = { version: String(version) };
    await client.call('POST /api/json/shop/versions/:version', { params, body: { action } });
    return undefined;
  }, `Couldn’t ${action} it`);
  const verb = action === 'restore' ? 'Restore' : 'Discard';
  return (
    <>
      <Button isQuiet isBusy={isBusy} aria-label={`${verb} ${which}`} onClick={() => setIsAsking(true)}>
        {isShort ? verb : `${verb} ${which}`}
      </Button>
      {isAsking && (
        <Question
          title={`${verb} ${which}?`}
          text={text}
          confirm={verb}
          onConfirm={() => run(undefined)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
