import type { TimelineEntry } from '../../contracts/admin/case-answers.ts';
import { Moment } from '../list/timestamp.tsx';
import { AddNote } from './case-notes.tsx';
import { Card } from './card.tsx';
import { LongText } from './long-text.tsx';

const KIND_WORDS: Partial<Record<TimelineEntry['kind'], string>> = {
  note: 'Note',
  'work-status': 'Work status',
};

type CaseTimelineProps = { orderNumber: string; timeline: readonly TimelineEntry[] };

/** What happened, newest first, and what administrators wrote about it. */
export function CaseTimeline({ orderNumber, timeline }: CaseTimelineProps) {
  return (
    <Card title="Notes and timeline">
      <AddNote orderNumber={orderNumber} />
      <ol className="case-timeline">
        {timeline.map(({ at, kind, text, by }, index) => (
          // New entries come first: counted from the end, each keeps its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={timeline.length - index} data-kind={kind}>
            <p className="admin-small">
              <Moment at={at} />
              {by && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </p>
            <div className="case-event">
              {KIND_WORDS[kind] && <strong>{KIND_WORDS[kind]}: </strong>}
              <LongText text={text} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
