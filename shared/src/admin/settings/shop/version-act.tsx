import { Act } from '../../base/act.tsx';

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
  const verb = action === 'restore' ? 'Restore' : 'Discard';
  return (
    <Act
      isQuiet
      aria-label={`${verb} ${which}`}
      asks={{ title: `${verb} ${which}?`, text, confirm: verb }}
      act={async (client) => {
        const params = { version: String(version) };
        await client.call('POST /api/json/shop/versions/:version', { params, body: { action } });
        return undefined;
      }}
      failure={`Couldn’t ${action} it`}
    >
      {isShort ? verb : `${verb} ${which}`}
    </Act>
  );
}
