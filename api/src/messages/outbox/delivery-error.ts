/**
 * What to do with a message that was not sent. `final`: every retry would fail. `later`: retry this one.
 * `outage`: nothing can be sent at the moment, so all messages wait.
 */
export type RetryPolicy = 'final' | 'later' | 'outage';

/** Thrown by senders. Any other error counts as `later`. */
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
