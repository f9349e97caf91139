import { registerHooks } from 'node:module';

/** For `node --import`: whoever asks for Electron gets the stand-in. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('stand-in-electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
