/**
 * Where the dashboard's page lives. A scheme of its own keeps it apart from the web, and Chromium treats it as
 * secure. Links from outside use another one: see `deep-links.ts`.
 */
export const PAGE_SCHEME = 'northlight-app';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://console`;

/** The addresses that the dashboard gives itself; whichever is loaded again is the same page. */
const PAGES: ReadonlySet<string> = new Set(['/', '/admin', '/admin-login', '/admin-dashboard']);
export const isPagePath = (pathname: string): boolean => PAGES.has(pathname);

/** Another spelling of the origin, such as one with a port or a name, is another origin. */
export const isOurPage = (url: string): boolean => url === PAGE_ORIGIN || url.startsWith(`${PAGE_ORIGIN}/`);
