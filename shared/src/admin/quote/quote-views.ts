/** All views of quotes, which load together. */
export { QuotesPage } from '../quotes/quotes-page.tsx';
export { NewQuote } from './new-quote.tsx';
export { OpenQuote } from './quote-page.tsx';
