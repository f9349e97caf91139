import { ListPage, type PreviewOf } from '../list/list-page.tsx';
import { recurringList } from '../recurring/recurring-list.tsx';
import { customersList } from './customers-list.tsx';

// Customers, recurring payments, and books load together, after the first view.
export { BooksPage } from '../books/books-page.tsx';
export { OpenCustomer } from './customer-page.tsx';

export const CustomersPage = () => <ListPage list={customersList} />;

export const RecurringPage = ({ Preview }: { Preview: PreviewOf }) => (
  <ListPage list={recurringList} Preview={Preview} />
);
