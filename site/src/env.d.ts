/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The setting RECURRING_TAX at build time; undefined in unit tests. */
  readonly TAXES_RECURRING?: boolean;
  /** The texts of the checkout's cards, which the owner can change; undefined in unit tests. */
  readonly CARD_TEXTS?: {
    services: Record<string, { summary: string; features: readonly string[] }>;
    addons: Record<string, string>;
  };
}

/** Resolves after the first paint (FirstPaint.astro). */
declare var painted: Promise<unknown>;

/** The bundled code of a page script (build/inline-scripts.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
