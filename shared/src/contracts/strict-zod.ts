import * as z from 'zod/mini';

// Import this before the first parse in a browser: zod would otherwise probe `new Function`, which our
// Content-Security-Policy refuses and reports.
z.config({ jitless: true });
