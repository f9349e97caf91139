import type { Catalog } from '@northlight/shared/catalog/catalog.ts';

/** What no page shows, or what its code takes for granted where it is absent. */
const LEFT_OUT = new Set(['isActive', 'rounds']);

/** The catalog as the build writes it into scripts: every byte of the checkout counts. */
export const catalogJson = (catalog: Catalog): string =>
  JSON.stringify(catalog, (key, value: unknown) =>
    value === 'open' || value === '' || LEFT_OUT.has(key) ? undefined : value,
  );
