import { customersList } from './customers-list.tsx';
import { ListPage } from '../list/list-page.tsx';

export const CustomersPage = () => <ListPage list={customersList} />;
