import { formatUsd } from '../../catalog/money.ts';
import type { UnfinishedResponse } from '../../contracts/unfinished-checkouts.ts';
import { ageWords } from '../list/times.tsx';
import { Reads } from '../base/query-panel.tsx';
import { Card } from '../base/card.tsx';

const STEPS: Record<UnfinishedResponse['items'][number]['step'], string> = {
  information: 'Stopped at the details',
  payment: 'Stopped at the payment',
};
const LINKS: Record<UnfinishedResponse['items'][number]['link'], string> = {
  none: '',
  wanted: ', asked for a link to finish',
  opened: ', opened the link',
};

/** Checkouts that were not paid, and what links to finish brought in. */
export function Unfinished() {
  return (
    <Card className="overview-card unfinished gap-2 packed" title="Unfinished checkouts">
      <Reads call="GET /api/json/unfinished-checkouts" isStill>
        {(response, query) => <Content {...response} now={query.dataUpdatedAt} />}
      </Reads>
    </Card>
  );
}

function Content({ count, items, recovered, now }: UnfinishedResponse & { now: number }) {
  return (
    <>
      <p className="admin-small">
        {`${count === 0 ? 'None' : count.toLocaleString('en-US')} at the moment. Customers who used the link in our email paid ${formatUsd(recovered.cents)} for ${recovered.count === 1 ? '1 order' : `${recovered.count.toLocaleString('en-US')} orders`}.`}
      </p>
      {items.length > 0 && (
        <details>
          <summary>Newest checkouts</summary>
          <ul className="todo-items stack">
            {items.map(({ id, what, dueCents, step, link, updatedAt }) => (
              <li className="stack gap-3 middle ruled xs" key={id}>
                <strong className="money">{formatUsd(dueCents)}</strong>
                <span className="todo-who">
                  <span>{what}</span> <small>{`${STEPS[step]}${LINKS[link]}`}</small>
                </span>
                <small className="todo-age">{ageWords(updatedAt, now)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
