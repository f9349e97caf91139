/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The setting RECURRING_TAX at build time; undefined in unit tests. */
  readonly TAXES_RECURRING?: boolean;
}
