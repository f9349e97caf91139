import { callOf, endpointOf } from '@northlight/shared/contracts/endpoints.ts';

/** Whose answers stay readable while the server cannot be reached. */
export function isKeptPath(pathname: string): boolean {
  const call = callOf('GET', pathname);
  return call !== undefined && endpointOf(call).isKeptOffline === true;
}
