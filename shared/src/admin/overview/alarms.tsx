import { Link } from '@tanstack/react-router';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { ageWords } from '../list/times.tsx';
import { backupWords } from './overview-labels.ts';

type AlarmProps = {
  title: string;
  text: string;
  since?: string;
  section: string;
  now: number;
};

/** What fails in the shop itself stands above everything else until it is mended. */
export function Alarms({ backup, failingWebhooks, now }: OverviewResponse & { now: number }) {
  const words = backup?.needsAttention && backupWords(backup, now);
  return (
    <>
      {words && <Alarm title={words.title ?? ''} text={words.text} section="connections" now={now} />}
      {failingWebhooks.map(({ host, since }) => (
        <Alarm
          key={`${host} ${since}`}
          title="A webhook has been failing for more than a day"
          text={host}
          {...{ since, now }}
          section="webhooks"
        />
      ))}
    </>
  );
}

const Alarm = ({ title, text, since, section, now }: AlarmProps) => (
  <li className="stack gap-3 middle ruled xs" data-kind="alarm">
    <span className="todo-who">
      <bdi>{title}</bdi>{' '}
      <small>
        <bdi>{text}</bdi>
      </small>
    </span>
    <small className="todo-age">{since && ageWords(since, now)}</small>
    <span className="task-acts small-controls row">
      <Link className="button quiet" to="/settings/$section" params={{ section }}>
        <span>Look</span>
        <span className="visually-hidden">{` at ${title}`}</span>
      </Link>
    </span>
  </li>
);
