/**
 * What becomes of a message that did not leave. `final`: every other try would end like this one. `later`: this one is
 * tried again. `outage`: nothing can leave this way just now, so all others wait as well.
 */
export type RetryPolicy = 'final' | 'later' | 'outage';

/** Thrown by whoever sends; any other error counts as `later`. */
export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError';
  readonly retryPolicy: RetryPolicy;

  constructor(message: string, retryPolicy: RetryPolicy) {
    super(message);
    this.retryPolicy = retryPolicy;
  }
}

export const retryPolicyOf = (error: unknown): RetryPolicy =>
  error instanceof DeliveryError ? error.retryPolicy : 'later';
