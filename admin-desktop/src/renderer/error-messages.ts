/** What the main process says when it could not do what it was asked. */
export const failureWords = (error: unknown): string =>
  (error instanceof Error && error.message) || 'Please try again.';
