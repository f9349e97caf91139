import { registerHooks } from 'node:module';

// For each file of an ES module package Node parses the package's package.json anew, and drizzle-orm's has 180 KB:
// without this, its hundred files cost 0.6 s and 170 MB at every start.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
