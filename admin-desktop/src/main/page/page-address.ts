/**
 * The address of the dashboard's page. A separate scheme isolates it from websites, and Chromium treats the
 * scheme as secure. External links use another scheme; see `links.ts`.
 */
export const PAGE_SCHEME = 'northlight-app';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://console`;

/** The paths that the dashboard uses. All of them load the same page. */
const PAGES: ReadonlySet<string> = new Set(['/', '/admin', '/admin-login', '/admin-dashboard']);
export const isPagePath = (pathname: string): boolean => PAGES.has(pathname);

/** An origin with a port or a user name is not our origin. */
export const isOurPage = (url: string): boolean => url === PAGE_ORIGIN || url.startsWith(`${PAGE_ORIGIN}/`);
