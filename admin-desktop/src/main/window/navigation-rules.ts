import { readExternalLink } from './links.ts';
import { isOurPage, isPagePath, PAGE_SCHEME } from '../page/page-address.ts';

export type Navigation = { kind: 'go' } | { kind: 'open-outside'; url: string } | { kind: 'refuse' };

/** The window shows only our page. Other links open in the system's browser or email program. */
export function judgeNavigation(url: string, isTopFrame: boolean): Navigation {
  if (!isTopFrame) return { kind: 'refuse' };
  if (isOurPage(url)) return isPagePath(URL.parse(url)?.pathname ?? '') ? { kind: 'go' } : { kind: 'refuse' };
  return judgeNewWindow(url);
}

/** Pages cannot open new windows in the app. */
export function judgeNewWindow(url: string): Exclude<Navigation, { kind: 'go' }> {
  const outside = readExternalLink(url);
  return outside ? { kind: 'open-outside', url: outside } : { kind: 'refuse' };
}

/** Everything that a page loads goes through our handler. Pages have no network access. */
export function mayLoad(url: string, devServer: string | undefined): boolean {
  if (isOurPage(url) || url.startsWith('devtools://')) return true;
  return devServer !== undefined && url.startsWith(devServer.replace(/^http/, 'ws'));
}

/**
 * The page can write text to the clipboard when a button is clicked, as any website can. It can do nothing
 * else.
 */
export function mayUse(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurPage(url);
}

export const schemePrivileges = {
  scheme: PAGE_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
