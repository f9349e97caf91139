/** What every refused call answers. `error` repeats `message` because clients of two calls read it there. */
export type ErrorAnswer = {
  success: false;
  /** Stable, for programs. */
  code: string;
  /** For people: what happened and what to do. */
  message: string;
  error: string;
  /** By field name (`addons.0.price` for nested ones), for bad input only. */
  fields?: Record<string, string[]>;
  /** Stands in the server's log too. */
  requestId: string;
};
