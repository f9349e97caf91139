/** Stands on an answer that the desktop app gave from what it kept, and says since when: an ISO time. */
export const AS_OF_HEADER = 'Northlight-As-Of';

/** On a call with the value `only`: the app gives what it kept at once and asks no server; 204 when there is nothing. */
export const KEPT_HEADER = 'Northlight-Kept';
