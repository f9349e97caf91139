/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Whether buyers must accept the shop's terms, so that other shops' checkouts load nothing for them. */
  readonly HAS_TERMS?: boolean;
  /** The setting RECURRING_TAX at build time; undefined in unit tests. */
  readonly TAXES_RECURRING?: boolean;
  /** The texts of the checkout's cards, which the owner can change; undefined in unit tests. */
  readonly CARD_TEXTS?: Record<string, { summary: string; features: readonly string[] }>;
  /** "1 business day"; undefined in unit tests. */
  readonly ON_HOLD_TIME?: string;
  /** "Save $60" and "2 Months Free", or empty; undefined in unit tests. */
  readonly YEARLY_SAVING?: string;
  readonly YEARLY_TAG?: string;
}

/** Resolves after the first paint (first-paint.ts). */
declare var painted: Promise<unknown>;
/** What failed, for failed.js (painted-directive.ts). */
declare var failure: [place: Element, removed: Node[], error: unknown];

/** The bundled code of a page script (build/inline-scripts.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
