import { protocol, session } from 'electron';
import { schemePrivileges } from '../window/navigation-rules.ts';
import { PAGE_SCHEME } from '../page/page-address.ts';

/** Has to happen before Electron is ready. */
export const registerPageScheme = (): void => protocol.registerSchemesAsPrivileged([schemePrivileges]);

export function servePage(handle: (request: Request) => Promise<Response>): void {
  session.defaultSession.protocol.handle(PAGE_SCHEME, handle);
}
