/** An error whose message is sent to the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string[]>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** What the caller saw has changed, or is no longer possible. */
export const conflict = (code: string, message: string, more?: ConstructorParameters<typeof ApiError>[3]) =>
  new ApiError(409, code, message, more);

export const badInput = (message: string, fields?: Record<string, string[]>) =>
  new ApiError(400, 'bad_input', message, { ...(fields && { fields }) });

/** A message that belongs to one field. */
export const badField = (field: string, message: string) => badInput(message, { [field]: [message] });

export const ORDER_NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";

export const unreadable = () => badInput('We couldn’t read the request. Send valid JSON.');

export const notLoggedIn = () => new ApiError(401, 'not_logged_in', 'You need to be logged in to do this.');

/** The dashboard asks for the second factor and repeats the call. */
export const confirmFirst = () =>
  new ApiError(403, 'confirm_first', 'Please confirm that it’s you, then try again.');

export const factorRequired = () =>
  new ApiError(
    403,
    'second_factor_required',
    'This shop requires a second factor. Set one up in Settings, under Security.',
  );

export const loginEnded = () => new ApiError(410, 'login_ended', 'That took too long. Please log in again.');

export const wrongFactor = () =>
  new ApiError(
    400,
    'wrong_factor',
    'That didn’t work. Check the time on your device, wait for the next code, and try again.',
  );

export const notFound = () => new ApiError(404, 'not_found', 'Not found.');

/** A link that opens nothing. */
export const badLink = (message: string) => new ApiError(404, 'link_invalid', message);

export const bodyTooLarge = () =>
  new ApiError(413, 'body_too_large', 'That’s too long to send. Shorten your text and try again.');

export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiError(429, 'too_many_requests', 'Too many attempts. Please wait a moment and try again.', {
    retryAfterSeconds,
  });

export const providerUnavailable = () =>
  new ApiError(
    503,
    'provider_unavailable',
    'The payment service isn’t responding. You haven’t been charged. Please try again.',
  );

/** The shop cannot take payments this way. Trying again does not help. */
export function methodUnavailable(): ApiError {
  return badField('paymentMethod', 'This payment method isn’t available. Please choose another one.');
}

/** It was begun when the shop was paid in another way. The page opens again. */
export const paymentsChanged = () =>
  conflict(
    'payments_changed',
    'The shop changed how it takes payments. You haven’t been charged. Please pay again.',
  );

/** Nobody can pay now. The page offers to leave an address. */
export const paymentsClosed = () =>
  conflict(
    'payments_closed',
    'We can’t take payments at the moment. Leave your email address, and we’ll write to you.',
  );

/** The page was opened while nobody could pay. */
export const paymentsOpen = () =>
  conflict('payments_open', 'The shop takes payments now. Please reload this page to place your order.');

/** It is unknown whether a payment went through. */
export const paymentUnclear = () =>
  new ApiError(
    503,
    'payment_unclear',
    'We couldn’t confirm your payment yet. If it went through, your order will be completed automatically, and we’ll email you the order number. Please wait a moment before you try again. You won’t be charged twice.',
  );

export const refundRefused = (reason: string) =>
  conflict('refund_refused', `Couldn’t make the refund: ${reason}`);
/** A change to a recurring payment that is not possible now, or that the provider refuses. */
export const recurringRefused = (reason: string) => conflict('recurring_refused', reason);

export const orderLinkInvalid = () =>
  badLink('This link isn’t valid. Please check that you opened the whole link, or ask for a new one.');

export const uploadGone = () =>
  new ApiError(410, 'upload_gone', 'This upload has expired or was removed. Please add the file again.');

/** `reason` says what was refused and what to do instead. */
export const fileRefused = (status: 400 | 409 | 413 | 415, reason: string) =>
  new ApiError(status, 'file_refused', reason);

export const busy = () =>
  new ApiError(503, 'busy', 'Too many people are logging in right now. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** For a proxy: the server is shutting down and takes no more requests. */
export const stopping = () =>
  new ApiError(503, 'stopping', 'The server is shutting down.', { retryAfterSeconds: 1 });

export const unexpected = () =>
  new ApiError(
    500,
    'unexpected',
    'Something went wrong on our end. Nothing you entered has been lost. Please try again.',
  );
