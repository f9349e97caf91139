import { useState } from 'react';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { ask } from '../../base/ui-store.ts';
import { Moment } from '../../list/times.tsx';
import type { Saving } from './use-shop-changes.ts';
import { Act } from '../../base/act.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../base/modal.tsx';

const UNPUBLISHED: Partial<Record<ShopResponse['state'], string>> = {
  draft: 'the draft',
  scheduled: 'the scheduled version',
  failed: 'the failed version',
};

/** What becomes of a schedule. */
const WHEN = {
  scheduled: 'All of it as scheduled',
  now: 'All of it now',
  draft: 'Not yet: end the schedule and keep all of it as a draft',
};

type PublishBarProps = {
  shop: ShopResponse;
  saving: Saving;
  /** Why the changes can't be saved yet, and what shows it. */
  problem?: { text: string; show: () => void } | undefined;
};

/** Saves and publishes changes of the shop, and says how far its newest version is. */
export function PublishBar({ shop, saving, problem }: PublishBarProps) {
  const { errors, hasChanges, isBusy, discard } = saving;
  const [isScheduling, setIsScheduling] = useState(false);
  const unpublished = UNPUBLISHED[shop.state];
  const unless = (action: () => void) => () => (problem ? problem.show() : action());
  const { publishAt } = shop;
  const save = (publish: boolean) =>
    unless(() => {
      if (!publishAt || shop.state !== 'scheduled') return saving.save({ publish });
      const question = {
        title: 'When should your website change?',
        text: `A change is scheduled for ${localTime(publishAt)}. There is one version at a time, so it goes along with what you save now.`,
        confirm: 'Save',
        choices: { label: 'When', options: WHEN },
      };
      ask(question, (when) =>
        saving.save({ publish: when === 'now', ...(when === 'scheduled' && { publishAt }) }),
      );
    });
  return (
    <div
      className={`cluster gap-2-4 middle y-3 publish-bar${hasChanges || unpublished ? ' save-bar ruled' : ''}`}
    >
      <small role="status" data-state={shop.state}>
        {problem?.text ??
          (Object.keys(errors).length > 0 ? (
            'Please check the marked fields.'
          ) : (
            <>
              {hasChanges && <span>Not saved yet. </span>}
              {(!hasChanges || unpublished) && <State {...shop} />}
            </>
          ))}
      </small>
      {(hasChanges || unpublished) && (
        <>
          <Button isBusy={isBusy} onClick={save(true)}>
            {shop.state === 'failed' ? 'Publish again' : 'Publish now'}
          </Button>
          {hasChanges && (
            <Button isQuiet isBusy={isBusy} onClick={save(false)}>
              Save as draft
            </Button>
          )}
          <Button isQuiet isBusy={isBusy} onClick={unless(() => setIsScheduling(true))}>
            Schedule…
          </Button>
          {hasChanges && (
            <Button isQuiet onClick={discard}>
              Discard changes
            </Button>
          )}
        </>
      )}
      {unpublished && (
        <VersionAct
          version={shop.version}
          newest={shop.version}
          action="discard"
          which={unpublished}
          text="Your website stays as it is. What you haven’t saved yet stays in the fields."
        />
      )}
      {isScheduling && (
        <Schedule
          onChoose={(publishAt) => saving.save({ publish: false, publishAt })}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </div>
  );
}

function State({ state, at, by, publishAt, publishedAt, failure }: ShopResponse) {
  const who = <bdi>{by}</bdi>;
  if (state === 'publishing') return 'Publishing… your website is being rebuilt.';
  if (state === 'failed') return failure;
  if (state === 'scheduled')
    return (
      <>
        <span>Scheduled by</span> {who}
        <span>{`. Your website changes on ${publishAt ? localTime(publishAt) : ''}.`}</span>
      </>
    );
  if (state === 'draft')
    return (
      <>
        <span>Draft by</span> {who}
        <span>, saved</span> <Moment at={at} />
        <span>. Buyers see it when you publish it.</span>
      </>
    );
  // The original values were there from the beginning of time.
  return publishedAt && Date.parse(publishedAt) > 0 ? (
    <>
      <span>Published</span> <Moment at={publishedAt} />
      <span>.</span>
    </>
  ) : (
    'Your website shows the original texts and prices.'
  );
}

type VersionActProps = {
  version: number;
  /** The newest one that the person has seen. */
  newest: number;
  action: 'restore' | 'discard';
  /** Which one, after the verb. */
  which: string;
  isShort?: boolean;
  text: string;
};

/** A button that restores or discards a version, after a question. */
export function VersionAct({ version, newest, action, which, isShort = false, text }: VersionActProps) {
  const verb = action === 'restore' ? 'Restore' : 'Discard';
  return (
    <Act
      isQuiet
      aria-label={`${verb} ${which}`}
      asks={{ title: `${verb} ${which}?`, text, confirm: verb }}
      act={async (client) => {
        const params = { version: String(version) };
        await client.call('POST /api/json/shop/versions/:version', {
          params,
          body: { action, version: newest },
        });
        return undefined;
      }}
      failure={`Couldn’t ${action} it`}
    >
      {isShort ? verb : `${verb} ${which}`}
    </Act>
  );
}

/** In the reader's time zone: "Mon, Nov 30, 2026, 9:00 AM EST". */
export const localTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

type ScheduleProps = { onChoose: (publishAt: string) => void; onClose: () => void };

/** Asks when to publish. */
export function Schedule({ onChoose, onClose }: ScheduleProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  // A time without a zone is one of the reader's.
  const at = new Date(typed);
  const choose = () => {
    if (!(at > new Date())) return setError('Please choose a date and time in the future');
    onClose();
    onChoose(at.toISOString());
  };
  return (
    <Modal label="Schedule" title="When should your website change?" onClose={onClose}>
      <form
        className="admin-form stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <TextField
          label="Date and time"
          help={`Your time zone: ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          type="datetime-local"
          value={typed}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="admin-actions cluster gap-2-4 middle">
          <Button type="submit">Schedule</Button>
          <Button isQuiet onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
