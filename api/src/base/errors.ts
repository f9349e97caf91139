import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

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

export const badInput = (message: string, fields?: Record<string, string[]>) =>
  new ApiError(400, 'bad_input', message, { ...(fields && { fields }) });

export const ORDER_NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";

export const orderNotFound = (field: string) => badInput(ORDER_NOT_FOUND, { [field]: [ORDER_NOT_FOUND] });

export const unreadable = () => badInput('We couldn’t read the request. Send valid JSON.');

export const notLoggedIn = () => new ApiError(401, 'not_logged_in', 'You need to be logged in to do this.');

export const notAllowed = () =>
  new ApiError(403, 'not_allowed', 'Your role doesn’t allow this. Ask an owner of this shop.');

/** The dashboard asks for the second factor and repeats the call. */
export const confirmFirst = () =>
  new ApiError(403, 'confirm_first', 'Please confirm that it’s you, then try again.');

export const factorRequired = () =>
  new ApiError(
    403,
    'second_factor_required',
    'This shop requires a second factor. Set one up in Settings, under Security.',
  );

export const lastOwner = () =>
  new ApiError(
    409,
    'last_owner',
    'The shop needs at least one active owner. Make someone else an owner first.',
  );

export const invitationEnded = () =>
  new ApiError(
    404,
    'invitation_ended',
    'This invitation isn’t valid anymore. Invitations work once, for 48 hours. Ask the person who invited you to send it again.',
  );

export const loginEnded = () => new ApiError(410, 'login_ended', 'That took too long. Please log in again.');

export const wrongFactor = () =>
  new ApiError(
    400,
    'wrong_factor',
    'That didn’t work. Check the time on your device, wait for the next code, and try again.',
  );

export const personUnknown = () =>
  new ApiError(404, 'person_unknown', 'Nothing is stored for this email address.');

export const invalidCredentials = () => new ApiError(401, 'invalid_credentials', 'Invalid credentials');

export const foreignOrigin = () =>
  new ApiError(403, 'foreign_origin', 'Requests from other websites aren’t allowed.');

export const noInvoice = () =>
  new ApiError(404, 'no_invoice', 'There’s no invoice yet, because we haven’t received the payment.');

export const notFound = () => new ApiError(404, 'not_found', 'Not found.');

const badLink = (message: string) => new ApiError(404, 'link_invalid', message);

export const linkInvalid = () =>
  badLink(
    'This link isn’t valid. Please check that you opened the whole link. You can still fill out the form, but please enter your details yourself.',
  );

export const notForTokens = () =>
  new ApiError(403, 'not_for_tokens', 'API tokens can’t do this. Please log in.');

export const tokenInvalid = () =>
  new ApiError(401, 'token_invalid', 'This API token is unknown, revoked, or expired.');

export const ordersLinkInvalid = () =>
  badLink('This link isn’t valid or has expired. Please ask for a new one.');

export const recurringLinkInvalid = () =>
  badLink(
    'This link isn’t valid. Please check that you opened the whole link, or reply to one of our emails.',
  );

export const linkEnded = () =>
  new ApiError(
    410,
    'link_ended',
    'This link expired 60 days after your order was delivered. You can still fill out the form, but please enter your details yourself.',
  );

export const methodNotAllowed = () =>
  new ApiError(405, 'method_not_allowed', 'This address doesn’t support that method.');

export const bodyTooLarge = () =>
  new ApiError(413, 'body_too_large', 'That’s too long to send. Shorten your text and try again.');

export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiError(429, 'too_many_requests', 'Too many attempts. Please wait a moment and try again.', {
    retryAfterSeconds,
  });

export const tooManyMessages = (retryAfterSeconds: number) =>
  new ApiError(
    429,
    'too_many_messages',
    'You’ve sent a lot of messages in the last hour. Please try again later, or email us.',
    { retryAfterSeconds },
  );

export const tooManyDeclines = (retryAfterSeconds: number) =>
  new ApiError(
    429,
    'too_many_declines',
    `Too many cards were declined. Nothing was charged. Please try again in ${waitInWords(retryAfterSeconds)}, or use another payment method.`,
    { retryAfterSeconds },
  );

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

export const providerUnavailable = () =>
  new ApiError(
    503,
    'provider_unavailable',
    'The payment service isn’t responding. You haven’t been charged. Please try again.',
  );

/** The shop cannot take payments this way. Trying again does not help. */
export function methodUnavailable(): ApiError {
  const message = 'This payment method isn’t available. Please choose another one.';
  return badInput(message, { paymentMethod: [message] });
}

/** It is unknown whether a payment went through. */
export const paymentUnclear = () =>
  new ApiError(
    503,
    'payment_unclear',
    'We couldn’t confirm your payment yet. If it went through, your order will be completed automatically, and we’ll email you the order number. Please wait a moment before you try again. You won’t be charged twice.',
  );

/** The provider refused the payment, and nothing was charged. */
export const paymentRefused = (message: string) => new ApiError(402, 'payment_refused', message);

/** The approved price is not the current price. Nothing was charged. */
export const priceChanged = (dueNow: string) =>
  new ApiError(
    409,
    'price_changed',
    `The price of your bundle changed to ${dueNow} after you approved this payment. You haven’t been charged. Please pay again.`,
  );

export const refundRefused = (reason: string) =>
  new ApiError(409, 'refund_refused', `Couldn’t make the refund: ${reason}`);
/** A change to a recurring payment that is not possible now, or that the provider refuses. */
export const recurringRefused = (reason: string) => new ApiError(409, 'recurring_refused', reason);

/** It is unknown whether the provider made the change. */
export const recurringUnclear = () =>
  new ApiError(
    503,
    'recurring_unclear',
    'The payment provider isn’t responding. Please try again in a moment. The change won’t be made twice.',
  );

/** Somebody else changed it first; `by` is their name. */
export const workStatusChanged = (by: string | null, status: string) =>
  new ApiError(
    409,
    'work_status_changed',
    `${by ?? 'The customer'} changed the work status to “${status}” in the meantime, so your change wasn’t saved. Choose again if it should be different.`,
  );
export const deliveryChanged = () =>
  new ApiError(
    409,
    'delivery_changed',
    'There’s a newer version, or someone has already responded to this one. Please reload the page to see the latest.',
  );

export const workHasStarted = () =>
  new ApiError(
    409,
    'work_has_started',
    'We’ve started on your order, so these answers can’t be changed here anymore. Please send us a message on your order page.',
  );

export const noRoundsLeft = (service: ServiceId, included: number) =>
  new ApiError(
    409,
    'no_rounds_left',
    service === 'website'
      ? `You have used all ${included} design revisions. You can buy more, or send us a message.`
      : `You have used all ${included} free updates. Please send us a message for more.`,
  );

export const addonNotOffered = () =>
  new ApiError(
    409,
    'addon_not_offered',
    'You can’t buy more revisions for this order right now. Please reload your order page, or send us a message.',
  );

export const orderLinkInvalid = () =>
  badLink('This link isn’t valid. Please check that you opened the whole link, or ask for a new one.');

export const resumeLinkInvalid = () =>
  badLink('This link has expired, or the order has already been placed. You can start a new order here.');

export const uploadGone = () =>
  new ApiError(410, 'upload_gone', 'This upload has expired or was removed. Please add the file again.');

/** Something kept an upload from being received. What has arrived is kept, and the browser goes on from there. */
export const uploadFailed = () =>
  new ApiError(503, 'upload_failed', 'We couldn’t upload this file. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

/** `reason` says what was refused and what to do instead. */
export const fileRefused = (status: 400 | 409 | 413 | 415, reason: string) =>
  new ApiError(status, 'file_refused', reason);

/** The rest of the disk is for orders. */
export const noSpaceForFiles = () =>
  new ApiError(
    507,
    'no_space_for_files',
    'We can’t accept files right now. You can still send everything else. Please email us the file, or try again later.',
  );

export const reviewUsed = () =>
  new ApiError(
    409,
    'review_used',
    'We chose your review for our website, so it can’t be changed here anymore. Please send us a message.',
  );

export const emailIsBeingSent = () =>
  new ApiError(409, 'mail_is_leaving', 'This email is being sent right now. Check again in a moment.');
export const emailIsPersonal = () =>
  new ApiError(
    409,
    'email_is_personal',
    'This email has a personal link, so it can only be sent again to the same address.',
  );
export const busy = () =>
  new ApiError(503, 'busy', 'Too many people are logging in right now. Please try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/** Nothing can be written to the database right now, for example because the disk is full. */
export const databaseUnavailable = () =>
  new ApiError(
    503,
    'database_unavailable',
    'We can’t save anything at the moment. Nothing you entered has been lost, and you won’t be charged twice. Please try again in a minute.',
    { retryAfterSeconds: 30 },
  );

/** For monitors: why no order can be stored. */
export const unhealthy = (reason: string) =>
  new ApiError(503, 'database_unavailable', `Orders can’t be saved: ${reason}.`, { retryAfterSeconds: 30 });

/** For a proxy: the server is shutting down and takes no more requests. */
export const stopping = () =>
  new ApiError(503, 'stopping', 'The server is shutting down.', { retryAfterSeconds: 1 });

export const unexpected = () =>
  new ApiError(
    500,
    'unexpected',
    'Something went wrong on our end. Nothing you entered has been lost. Please try again.',
  );
