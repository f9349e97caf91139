/** The two papers of tokens.css; a browser's own bar does not read oklch. */
export const THEME_COLORS = { light: '#fcfaf7', dark: '#090f17' } as const;
