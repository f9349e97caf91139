import { registerHooks } from 'node:module';

/** Loaded with `node --import`. Importing Electron returns the stand-in. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('stand-in-electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
