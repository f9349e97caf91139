import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Todo as Waits } from '../../contracts/overview.ts';
import { CaseLink } from '../list/case-link.tsx';
import { ageWords } from '../list/age-words.ts';
import { todoSentence, type TodoName } from './overview-labels.ts';
import { Card } from '../base/card.tsx';

type TodoProps = {
  name: TodoName;
  todo: Waits;
  /** In milliseconds. */
  now: number;
  /** An action for all items. */
  children?: ReactNode;
};

/** A task: a sentence, its oldest cases, and links to all of them. */
export function Todo({ name, todo, now, children }: TodoProps) {
  const sentence = todoSentence(name, todo, now);
  if (!sentence) return null;
  return (
    <Card className="overview-card" title={sentence}>
      <ul className="todo-items">
        {todo.items.map(({ orderNumber, title, detail, since }, index) => (
          // A case can be listed for several reasons.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${orderNumber} ${since} ${index}`}>
            {orderNumber ? (
              <CaseLink orderNumber={orderNumber} />
            ) : (
              <span className="list-none">No order</span>
            )}
            <span className="todo-who" data-tip={`${title}, ${detail}`}>
              <bdi>{title}</bdi>{' '}
              <small>
                <bdi>{detail}</bdi>
              </small>
            </span>
            <small className="todo-age">{ageWords(since, now)}</small>
          </li>
        ))}
      </ul>
      <AllOf name={name} />
      {children}
    </Card>
  );
}

function AllOf({ name }: { name: TodoName }) {
  // No list shows emails.
  if (name === 'unsentMessages') return null;
  if (name === 'paymentsToReview') {
    return (
      <p className="todo-all">
        <Link to="/orders" search={{ payment: 'pending' }}>
          All pending orders
        </Link>
      </p>
    );
  }
  if (name === 'missingForms') {
    return (
      <p className="todo-all">
        <Link to="/orders" search={{ payment: 'completed', form: 'waiting', sort: 'oldest' }}>
          All paid orders missing a form
        </Link>
      </p>
    );
  }
  const search =
    name === 'quarantine' ? { flag: 'quarantine' } : { work: 'new', flag: 'not-quarantine', sort: 'oldest' };
  return (
    <p className="todo-all">
      All:{' '}
      <Link to="/website-forms" search={search}>
        Website forms
      </Link>
      <Link to="/voice-forms" search={search}>
        Voice agent forms
      </Link>
      <Link to="/on-hold" search={search}>
        On-hold requests
      </Link>
    </p>
  );
}
