import { Link } from '@tanstack/react-router';

/** A row's link to its case. Row navigation by keyboard uses these links. */
export function CaseLink({ orderNumber }: { orderNumber: string }) {
  return (
    <Link className="list-number" to="/case/$orderNumber" params={{ orderNumber }} data-row-link="">
      {orderNumber}
    </Link>
  );
}
