/**
 * What becomes of a message that did not leave. `final`: every other try would end like this one. `later`: this one is
 * tried again. `outage`: nothing can leave this way just now, so all others wait as well.
 */
export type Remedy = 'final' | 'later' | 'outage';

/** Thrown by whoever sends; any other error counts as `later`. */
export class NotSent extends Error {
  override readonly name: string = 'NotSent';
  readonly remedy: Remedy;

  constructor(message: string, remedy: Remedy) {
    super(message);
    this.remedy = remedy;
  }
}

export const remedyOf = (error: unknown): Remedy => (error instanceof NotSent ? error.remedy : 'later');
