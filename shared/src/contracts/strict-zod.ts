import * as z from 'zod/mini';

// Import this before the first parse in a browser. Otherwise, zod tests `new Function`, which the
// Content-Security-Policy blocks and reports.
z.config({ jitless: true });
