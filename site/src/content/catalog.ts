import { DEFAULT_CATALOG, type Catalog } from '@northlight/shared/catalog/catalog.ts';

/** What the shop sells, in the version that these pages show. */
export const catalog: Catalog = import.meta.env.CATALOG ?? DEFAULT_CATALOG;
