import { useRef } from 'react';
import { CallError } from '../../contracts/call-error.ts';
import type { ShopChangesInput, ShopResponse } from '../../contracts/shop.ts';
import { Button } from '../../ui/button.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { Moment } from '../list/times.tsx';

const FAILURE = 'Couldn’t save the changes';

type PublishBarProps = {
  shop: ShopResponse;
  /** The version that the changes started from. */
  version: number;
  changes: ShopChangesInput;
  hasChanges: boolean;
  /** Why they can't be saved, and what shows it. */
  problem?: { text: string; show: () => void } | undefined;
  /** The server's errors by field. Empty: another version is the newest now. */
  onRefused: (fields: Record<string, string[]>) => void;
  /** At once, even after unmounting. */
  onSaved: () => void;
  /** With the new version, once it is shown. */
  onDone: (version: number) => void;
  /** Forgets what was typed. */
  onDiscard: () => void;
};

/** Saves and publishes changes of the shop, and says how far its newest version is. */
export function PublishBar({ shop, version, changes, hasChanges, problem, ...on }: PublishBarProps) {
  const saved = useRef(version);
  const { isBusy, run } = useAdminAction(async (client, publish: boolean) => {
    const body = { version, changes, publish };
    const response = await client.call('POST /api/json/shop', { body }).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 409) on.onRefused({});
      else if (error instanceof CallError && error.response?.fields) on.onRefused(error.response.fields);
      throw error;
    });
    saved.current = response.version;
    on.onSaved();
    return undefined;
  }, FAILURE);
  const save = (publish: boolean) =>
    problem ? problem.show() : run(publish, () => on.onDone(saved.current));
  const hasDraft = ['draft', 'scheduled', 'failed'].includes(shop.state);
  return (
    <div className="save-bar publish-bar">
      <small role="status">{problem?.text ?? (hasChanges ? 'Not saved yet.' : <State {...shop} />)}</small>
      {(hasChanges || hasDraft) && (
        <Button isBusy={isBusy} onClick={() => save(true)}>
          Publish now
        </Button>
      )}
      {hasChanges ? (
        <>
          <Button isQuiet isBusy={isBusy} onClick={() => save(false)}>
            Save as draft
          </Button>
          <Button isQuiet onClick={on.onDiscard}>
            Discard changes
          </Button>
        </>
      ) : (
        hasDraft && (
          <Act
            isQuiet
            failure="Couldn’t discard the draft"
            act={async (client) => {
              const params = { version: shop.version };
              await client.call('POST /api/json/shop/versions/:version', {
                params,
                body: { action: 'discard' },
              });
              return undefined;
            }}
          >
            Discard draft
          </Act>
        )
      )}
    </div>
  );
}

function State({ state, at, by, publishAt, publishedAt, failure }: ShopResponse) {
  if (state === 'publishing') return 'Publishing… your website is being rebuilt.';
  if (state === 'failed') return failure;
  if (state === 'scheduled')
    return (
      <>
        Will be published <Moment at={publishAt} />.
      </>
    );
  if (state === 'draft')
    return (
      <>
        Draft by <bdi>{by}</bdi>, <Moment at={at} />. Your website doesn’t show it yet.
      </>
    );
  // The original values were there from the beginning of time.
  return publishedAt && Date.parse(publishedAt) > 0 ? (
    <>
      Published <Moment at={publishedAt} />.
    </>
  ) : (
    'Your website shows the original texts and prices.'
  );
}
