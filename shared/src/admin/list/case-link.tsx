import { Link } from '@tanstack/react-router';

/** The way from a row to everything under its number; the keyboard moves from one to the next. */
export function CaseLink({ orderNumber }: { orderNumber: string }) {
  return (
    <Link className="list-number" to="/case/$orderNumber" params={{ orderNumber }} data-row-link="">
      {orderNumber}
    </Link>
  );
}
