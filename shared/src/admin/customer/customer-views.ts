// Customers, recurring payments, and books load together, after the first view.
export { BooksPage } from '../books/books-page.tsx';
export { CustomersPage, RecurringPage } from './customers-page.tsx';
export { OpenCustomer } from './customer-page.tsx';
