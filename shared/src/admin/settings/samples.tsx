import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sample, SampleGroup } from '../../contracts/samples.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { settingsAt } from '../base/settings-sections.ts';
import { Moment } from '../list/times.tsx';
import { Name, Row } from './row.tsx';

type PartProps = {
  title: string;
  about: string;
  /** Said when there are none. */
  done: string;
  groups: readonly SampleGroup[];
};

/** What an owner decides about before real money is taken, and what to read. */
const PARTS: readonly PartProps[] = [
  {
    title: 'Sales tax',
    about:
      'Which sales tax do you have to charge? Ask your accountant. The shop takes real money only after you decide.',
    done: 'You set your own sales tax.',
    groups: ['tax'],
  },
  {
    title: 'Samples',
    about:
      'Your shop came with these. Replace, keep, or remove each one before you take real money. The sample phone number and address are never shown.',
    done: 'No samples are left.',
    groups: ['promo', 'prices', 'texts', 'testimonials', 'contact'],
  },
  {
    title: 'To read',
    about: 'Read your terms, refund rules, and privacy page. Change them, or keep them as they are.',
    done: 'All of these are your own.',
    groups: ['reading'],
  },
];
/** One press for a group of which several are open. */
const KEEP_ALL: Partial<Record<SampleGroup, string>> = {
  prices: 'Keep all prices',
  texts: 'Keep all texts',
  reading: 'I’ve read all of them',
};

/** What the shop came with, and what the owner decides about it. */
export const Samples = () => (
  <Reads call="GET /api/json/samples">
    {({ samples }) => (
      <div className="stack gap-4">
        {PARTS.map(({ groups, ...part }) => (
          <Part key={part.title} {...part} samples={samples.filter(({ group }) => groups.includes(group))} />
        ))}
      </div>
    )}
  </Reads>
);

function Part({ title, about, done, samples }: Omit<PartProps, 'groups'> & { samples: readonly Sample[] }) {
  const openOf = (wanted: string) =>
    samples.flatMap(({ id, group, state }) => (group === wanted && state === 'open' ? [id] : []));
  return (
    <Card title={title} about={about}>
      {samples.length === 0 && <p>{done}</p>}
      <p className="cluster gap-2-4 middle">
        {Object.entries(KEEP_ALL).map(
          ([group, label]) =>
            openOf(group).length > 1 && (
              <Decide key={group} ids={openOf(group)} action="keep">
                {label}
              </Decide>
            ),
        )}
      </p>
      <ul className="settings-rows lines">
        {samples.map((sample) => (
          <SampleRow key={sample.id} {...sample} />
        ))}
      </ul>
    </Card>
  );
}

type DecideProps = { ids: string[]; action: 'keep' | 'remove' | 'undo'; children: ReactNode };

const Decide = ({ ids, action, children }: DecideProps) => (
  <Act isQuiet call="POST /api/json/samples" body={{ ids, action }} failure="Couldn’t save your decision">
    {children}
  </Act>
);

const STATES: Record<Sample['state'], string> = {
  open: 'To decide',
  kept: 'Kept',
  removing: 'Being removed from your pages…',
  removed: 'Removed',
};

/** The page of the website whose texts a sample is of. */
const pageOf = (id: string, section: string): string | undefined =>
  section === 'pages' && id.startsWith('texts.') ? id.slice('texts.'.length) : undefined;

function SampleRow({ id, group, label, now, state, by, at, canKeep, canRemove, section }: Sample) {
  const isTax = group === 'tax';
  const which = <span className="visually-hidden">{label}</span>;
  const decide = (action: DecideProps['action'], words: string) => (
    <Decide ids={[id]} action={action}>
      <span>{words}</span> {which}
    </Decide>
  );
  return (
    <Row
      title={<Name name={label} note={STATES[state]} />}
      actions={
        state === 'open' ? (
          <>
            {canKeep && decide('keep', isTax ? `Keep ${now}` : 'Keep')}
            {canRemove && decide('remove', isTax ? 'Charge none' : 'Remove')}
            <Link {...settingsAt(section, undefined, pageOf(id, section))}>
              <span>{isTax ? 'Set your own rates' : 'Change'}</span> {which}
            </Link>
          </>
        ) : (
          decide('undo', 'Undo')
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
