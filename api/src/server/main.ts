import { enableCompileCache, flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// A second start reads compiled code instead of compiling it anew.
enableCompileCache();

await import('./serve.ts');
// A killed server would not write it.
flushCompileCache();

// Keeps the memory for short-lived objects at the 17 MB of the start. Under load V8 would let it grow to 134 MB
// and never give it back.
setFlagsFromString('--semi-space-growth-factor=1');
