import { Button } from '../../ui/button.tsx';
import type { ListAddress } from './use-list-address.ts';

type PagerProps = { address: ListAddress; nextCursor: string | null };

export function Pager({ address: { pagesBefore, next, previous }, nextCursor }: PagerProps) {
  if (pagesBefore === 0 && nextCursor === null) return null;
  return (
    <nav className="list-pager" aria-label="Pages">
      {pagesBefore !== 0 && (
        <Button isQuiet onClick={previous}>
          {pagesBefore === undefined ? 'First page' : 'Previous page'}
        </Button>
      )}
      {nextCursor !== null && (
        <Button isQuiet onClick={() => next(nextCursor)}>
          Next page
        </Button>
      )}
    </nav>
  );
}
