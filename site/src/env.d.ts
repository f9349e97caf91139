/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The published catalog at build time; undefined in unit tests. */
  // oxlint-disable-next-line typescript/consistent-type-imports -- An import would make this file a module.
  readonly CATALOG?: import('@northlight/shared/catalog/catalog.ts').Catalog;
  /** The setting RECURRING_TAX at build time; undefined in unit tests. */
  readonly TAXES_RECURRING?: boolean;
}

/** Resolves after the first paint (FirstPaint.astro). */
declare var painted: Promise<unknown>;

/** The bundled code of a page script (build/inline-scripts.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
