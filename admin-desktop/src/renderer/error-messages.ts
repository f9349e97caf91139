/** The error message from the main process, or a default. */
export const failureWords = (error: unknown): string =>
  (error instanceof Error && error.message) || 'Please try again.';
