// JavaScript, so that Node need not load its TypeScript stripper (15 MB, 50 ms) before the cache below is on.
import { enableCompileCache } from 'node:module';
import './drizzle-hook.js';

// A second start reads stripped and compiled code instead of making it anew.
enableCompileCache();

await import('./serve.ts');
