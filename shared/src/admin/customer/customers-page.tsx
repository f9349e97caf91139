import { ListPage, type PreviewOf } from '../list/list-page.tsx';
import { recurringList } from '../recurring/recurring-list.tsx';
import { customersList } from './customers-list.tsx';

export const CustomersPage = () => <ListPage list={customersList} />;

export const RecurringPage = ({ Preview }: { Preview: PreviewOf }) => (
  <ListPage list={recurringList} Preview={Preview} />
);
