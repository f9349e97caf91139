import type { Catalog } from '@northlight/shared/catalog/catalog.ts';

/** Written by the build. Unit tests have the code's. */
declare const __CATALOG__: Catalog;

/** What the shop sells, in the version that these pages show. */
export const catalog: Catalog = __CATALOG__;
