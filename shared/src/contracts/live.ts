/** A stream of server-sent events; each has a `LiveEvent` as its JSON data. */
export const LIVE_PATH = '/api/admin/live';

export type LiveEvent = {
  kind: 'order' | 'submission';
  orderNumber: string;
  /** For a notice: who, and what about. */
  title: string;
};
