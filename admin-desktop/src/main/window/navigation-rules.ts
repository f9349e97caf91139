import { readExternalLink } from './external-links.ts';
import { isOurPage, isPagePath, PAGE_SCHEME } from '../page/page-address.ts';

export type Navigation = { kind: 'go' } | { kind: 'open-outside'; url: string } | { kind: 'refuse' };

/** The window shows our page and nothing else; what leads elsewhere goes to the system's browser or mail program. */
export function judgeNavigation(url: string, isTopFrame: boolean): Navigation {
  if (!isTopFrame) return { kind: 'refuse' };
  if (isOurPage(url)) return isPagePath(URL.parse(url)?.pathname ?? '') ? { kind: 'go' } : { kind: 'refuse' };
  return judgeNewWindow(url);
}

/** No page opens a window of ours. */
export function judgeNewWindow(url: string): Exclude<Navigation, { kind: 'go' }> {
  const outside = readExternalLink(url);
  return outside ? { kind: 'open-outside', url: outside } : { kind: 'refuse' };
}

/** Whatever is asked for by any page goes through our handler; the network is not for pages. */
export function mayLoad(url: string, devServer: string | undefined): boolean {
  if (isOurPage(url) || url.startsWith('devtools://')) return true;
  return devServer !== undefined && url.startsWith(devServer.replace(/^http/, 'ws'));
}

/** A page may put text on the clipboard when a button of it is pressed, as any website may; nothing else. */
export function mayUse(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurPage(url);
}

export const schemePrivileges = {
  scheme: PAGE_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
