import type { TimelineEntry } from '../../contracts/cases.ts';
import { Moment } from '../list/times.tsx';
import { Card } from '../base/card.tsx';
import { LongText } from './long-text.tsx';
import { NoteForm } from './note-form.tsx';

const KIND_LABELS: Partial<Record<TimelineEntry['kind'], string>> = {
  note: 'Note',
  'work-status': 'Work status',
};

type CaseTimelineProps = { orderNumber: string; timeline: readonly TimelineEntry[]; mayWork: boolean };

/** The notes field and the timeline, newest first. */
export function CaseTimeline({ orderNumber, timeline, mayWork }: CaseTimelineProps) {
  return (
    <Card className="case-card" title={mayWork ? 'Notes and timeline' : 'Timeline'}>
      {mayWork && (
        <NoteForm
          about={orderNumber}
          send={(client, body) =>
            client.call('POST /api/admin/cases/:orderNumber/notes', { params: { orderNumber }, body })
          }
        />
      )}
      <ol className="case-timeline stack">
        {timeline.map(({ at, kind, text, by }, index) => (
          // New entries are added at the start, so keys count from the end.
          // oxlint-disable-next-line react/no-array-index-key
          <li className="stack" key={timeline.length - index} data-kind={kind}>
            <p className="admin-small">
              <Moment at={at} />
              {by && (
                <>
                  {' '}
                  <span>·</span> <bdi>{by}</bdi>
                </>
              )}
            </p>
            <div className="case-event">
              {KIND_LABELS[kind] && <strong>{`${KIND_LABELS[kind]}: `}</strong>}
              <LongText text={text} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
