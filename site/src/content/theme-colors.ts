/** The two background colors of tokens.css, because browser toolbars do not support oklch. */
export const THEME_COLORS = { light: '#fcfaf7', dark: '#090f17' } as const;
