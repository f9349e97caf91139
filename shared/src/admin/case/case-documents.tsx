import { formatUsd } from '../../catalog/money.ts';
import type { OrderDocument } from '../../contracts/order-page.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { Moment } from '../list/timestamp.tsx';
import { Card } from './card.tsx';

type CaseDocumentsProps = { orderNumber: string; documents: readonly OrderDocument[]; isCompleted: boolean };

/** The invoices and credit notes of an order, as PDF. Nothing before the order is completed. */
export function CaseDocuments({ orderNumber, documents, isCompleted }: CaseDocumentsProps) {
  if (!isCompleted) return null;
  return (
    <Card title="Invoices">
      {documents.length === 0 ? (
        // An older order gets its number now, and an order that cost nothing has a receipt.
        <p>
          <Download path={`/api/json/cases/${orderNumber}/invoice.pdf`} label="Invoice or receipt (PDF)" />
        </p>
      ) : (
        <ol className="case-items">
          {documents.map(({ number, kind, date, amountCents, isVoid, url }) => (
            <li key={number}>
              <p>
                <Download path={url} label={`${number} (PDF)`} />{' '}
                <span className="money">{formatUsd(amountCents)}</span>
              </p>
              <p className="admin-small">
                {kind === 'invoice' ? 'Invoice' : 'Credit note'} dated <Moment isDay at={date} />
                {isVoid && '. Void, because the refund failed'}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Download({ path, label }: { path: string; label: string }) {
  const host = useAdminHost();
  return (
    <a
      href={path}
      download
      onClick={(event) => {
        event.preventDefault();
        host.download(path);
      }}
    >
      {label}
    </a>
  );
}
