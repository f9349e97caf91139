import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sample, SampleGroup } from '../../contracts/samples.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { Moment } from '../list/times.tsx';
import { Name, Row } from './row.tsx';

/** What the shop came with, and what the owner decides about it before real money is taken. */
export function Samples() {
  return (
    <Reads call="GET /api/json/samples">
      {({ samples }) => (
        <div className="stack gap-4">
          <Part
            title="Sales tax"
            about="Which sales tax do you have to charge? Ask your accountant. Real money is taken only after you decided."
            samples={samples.filter(({ group }) => group === 'tax')}
            done="You set your own sales tax."
            keep={({ now }) => `Keep ${now}`}
            remove="Charge none"
            change="Set your own rates"
          />
          <Part
            title="Samples"
            about="Your shop came with these. Replace, keep, or remove each one before you take real money. A phone number or an address that isn’t yours is never shown."
            samples={samples.filter(({ group }) => group !== 'tax' && group !== 'reading')}
            done="No samples are left."
          />
          <Part
            title="To read"
            about="Read your terms, refund rules, and privacy page. Change them, or keep them as they are."
            samples={samples.filter(({ group }) => group === 'reading')}
            done="All of these are your own."
          />
        </div>
      )}
    </Reads>
  );
}

type Words = {
  keep?: (sample: Sample) => string;
  remove?: string;
  change?: string;
};
type PartProps = Words & {
  title: string;
  about: string;
  samples: readonly Sample[];
  /** Said when there are none. */
  done: string;
};

function Part({ title, about, samples, done, ...words }: PartProps) {
  return (
    <Card title={title} about={about}>
      {samples.length === 0 && <p>{done}</p>}
      <ul className="settings-rows lines">
        {samples.map((sample) => (
          <SampleRow key={sample.id} {...{ sample }} {...words} />
        ))}
      </ul>
      <p className="cluster gap-2-4 middle">
        <KeepAll {...{ samples }} group="prices" label="Keep all prices" />
        <KeepAll {...{ samples }} group="texts" label="Keep all texts" />
        <KeepAll {...{ samples }} group="reading" label="I’ve read all of them" />
      </p>
    </Card>
  );
}

type DecideProps = {
  ids: string[];
  action: 'keep' | 'remove' | 'undo';
  children: ReactNode;
};

const Decide = ({ ids, action, children }: DecideProps) => (
  <Act isQuiet call="POST /api/json/samples" body={{ ids, action }} failure="Couldn’t save your decision">
    {children}
  </Act>
);

type KeepAllProps = { samples: readonly Sample[]; group: SampleGroup; label: string };

/** One press for a group of which several are open. */
function KeepAll({ samples, group, label }: KeepAllProps) {
  const open = samples.filter((sample) => sample.group === group && sample.state === 'open');
  if (open.length < 2) return null;
  return (
    <Decide ids={open.map(({ id }) => id)} action="keep">
      {label}
    </Decide>
  );
}

const STATES: Record<Sample['state'], string> = {
  open: 'To decide',
  kept: 'Kept',
  removing: 'Being removed from your pages…',
  removed: 'Removed',
};

function SampleRow({ sample, keep, remove = 'Remove', change = 'Change' }: Words & { sample: Sample }) {
  const { id, label, now, state, by, at, canKeep, canRemove, section } = sample;
  const ids = [id];
  const which = <span className="visually-hidden">{label}</span>;
  return (
    <Row
      title={<Name name={label} note={STATES[state]} />}
      actions={
        state === 'open' ? (
          <>
            {canKeep && (
              <Decide {...{ ids }} action="keep">
                <span>{keep?.(sample) ?? 'Keep'}</span> {which}
              </Decide>
            )}
            {canRemove && (
              <Decide {...{ ids }} action="remove">
                <span>{remove}</span> {which}
              </Decide>
            )}
            <Link to="/settings/$section" params={{ section }}>
              <span>{change}</span> {which}
            </Link>
          </>
        ) : (
          <Decide {...{ ids }} action="undo">
            Undo {which}
          </Decide>
        )
      }
    >
      <span>{now}</span>
      {at && (
        <>
          {' '}
          <span>·</span> <bdi>{by}</bdi> <Moment at={at} />
        </>
      )}
    </Row>
  );
}
