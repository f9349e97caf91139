/**
 * An object in PayPal's API descriptions (Orders v2, Payments v2, Webhooks v1). It must have no other fields.
 */
export type PaypalShape = { required: string[]; optional: string[] };

const shape = (required: string, optional: string): PaypalShape => ({
  required: required.split(' ').filter(Boolean),
  optional: optional.split(' ').filter(Boolean),
});

export const MONEY = shape('currency_code value', '');
export const LINK = shape('href rel', 'method');
export const ERROR = shape('name message debug_id', 'details information_link links');
export const ERROR_DETAIL = shape('issue', 'field value location description');

/**
 * The descriptions require none of these response fields. The fields that the shop needs are required here.
 */
export const ORDER = shape(
  'id status links',
  'create_time update_time intent payer payment_source processing_instruction purchase_units',
);
export const PURCHASE_UNIT = shape(
  'amount',
  'custom_id description id invoice_id items payee payment_instruction payments reference_id shipping soft_descriptor supplementary_data',
);
const CAPTURE_OPTIONAL =
  'create_time custom_id disbursement_mode final_capture invoice_id links network_transaction_reference processor_response seller_protection seller_receivable_breakdown status_details update_time';
/** As part of an order. */
export const ORDER_CAPTURE = shape('id status amount', CAPTURE_OPTIONAL);
/** On its own, and in events. */
export const CAPTURE = shape('id status amount', `${CAPTURE_OPTIONAL} payee supplementary_data`);
export const REFUND = shape(
  'id status',
  'acquirer_reference_number amount create_time custom_id invoice_id links note_to_payer payer seller_payable_breakdown status_details update_time',
);
export const EVENT = shape(
  'id event_type resource',
  'create_time event_version links resource_type resource_version summary',
);

/** The error name for each status. */
export const ERROR_NAMES: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};
