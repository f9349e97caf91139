import { connections } from './connections.ts';
import { files } from './files.ts';
import { forms } from './forms.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { privacy } from './privacy.ts';
import { quotes } from './quotes.ts';

/** A mistake that somebody could make. `from` is in the file exactly once. */
export type Bug = {
  what: string;
  file: string;
  from: string;
  /** Nothing, unless given. */
  to?: string;
  /** The names of the test files that should notice. */
  tests: string[];
};

/** Each was a fault of the shop, or would be one that no type and no lint rule notices. */
export const BUGS: readonly Bug[] = [
  ...money,
  ...quotes,
  ...people,
  ...orders,
  ...forms,
  ...files,
  ...privacy,
  ...messages,
  ...operations,
  ...connections,
];
