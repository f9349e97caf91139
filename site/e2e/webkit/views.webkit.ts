import { walk } from '../support/walk.ts';
import { test } from './webkit.ts';

test('WebKit shows every view, form, order, and quote, on a desk and on a phone @long', ({
  webkit,
  playwright,
}) => walk(webkit, playwright));
