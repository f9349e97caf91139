/** Response header of the desktop app's cache: when the response was cached, as an ISO time. */
export const AS_OF_HEADER = 'Northlight-As-Of';

/**
 * Request header for the desktop app. With the value `only`, it returns its cached response without asking
 * the server, or 204 if there is none.
 */
export const KEPT_HEADER = 'Northlight-Kept';
