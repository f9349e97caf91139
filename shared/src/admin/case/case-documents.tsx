import { formatUsd } from '../../catalog/money.ts';
import type { OrderDocument } from '../../contracts/order-page.ts';
import { DownloadLink } from '../base/download.tsx';
import { Moment } from '../list/times.tsx';
import { Card } from '../base/card.tsx';

type CaseDocumentsProps = { orderNumber: string; documents: readonly OrderDocument[]; isCompleted: boolean };

/** The invoices and credit notes of an order, as PDF. Renders nothing before the order is completed. */
export function CaseDocuments({ orderNumber, documents, isCompleted }: CaseDocumentsProps) {
  if (!isCompleted) return null;
  return (
    <Card className="case-card" title="Invoices">
      {documents.length === 0 ? (
        // An older order gets its number now, and an order that cost nothing has a receipt.
        <p>
          <DownloadLink path={`/api/json/cases/${orderNumber}/invoice.pdf`}>
            Invoice or receipt (PDF)
          </DownloadLink>
        </p>
      ) : (
        <Documents {...{ documents }} />
      )}
    </Card>
  );
}

export const Documents = ({ documents }: { documents: readonly OrderDocument[] }) => (
  <ol className="case-items stack">
    {documents.map(({ number, kind, date, amountCents, isVoid, url }) => (
      <li key={number}>
        <p>
          <DownloadLink path={url}>{`${number} (PDF)`}</DownloadLink>{' '}
          <span className="money">{formatUsd(amountCents)}</span>
        </p>
        <p className="admin-small">
          <span>{`${kind === 'invoice' ? 'Invoice' : 'Credit note'} dated`}</span> <Moment isDay at={date} />
          {isVoid && <span>. Void, because the refund failed</span>}
        </p>
      </li>
    ))}
  </ol>
);
