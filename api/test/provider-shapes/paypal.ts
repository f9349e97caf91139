/**
 * An object in PayPal's API descriptions (Orders v2, Payments v2, Subscriptions v1, Disputes v1,
 * Webhooks v1). It must have no
 * other fields.
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
export const PLAN = shape(
  'id name status',
  'billing_cycles create_time description links payment_preferences product_id quantity_supported taxes update_time',
);
/** The description requires none of these either. */
export const SUBSCRIPTION = shape(
  'id status plan_id start_time create_time links',
  'billing_info custom_id plan plan_overridden quantity shipping_amount status_change_note status_update_time subscriber update_time',
);
export const BILLING_INFO = shape(
  'outstanding_balance failed_payments_count',
  'cycle_executions final_payment_time last_failed_payment last_payment next_billing_time',
);
export const LAST_FAILED_PAYMENT = shape('amount time', 'next_payment_retry_time reason_code');
export const TRANSACTION = shape(
  'id status time amount_with_breakdown',
  'payer_email payer_name status_details',
);
/** As in a list. Events show all details. */
export const DISPUTE = shape(
  'dispute_id status reason',
  'buyer_response_due_date create_time dispute_amount dispute_channel dispute_life_cycle_stage dispute_state links seller_response_due_date update_time',
);
export const FULL_DISPUTE = shape(
  DISPUTE.required.join(' '),
  `${DISPUTE.optional.join(' ')} disputed_transactions dispute_outcome`,
);
/** Payments v1 describes these events of subscriptions. */
export const SALE = shape(
  'id billing_agreement_id state amount create_time',
  'custom links payment_mode update_time',
);
export const SALE_REFUND = shape('id sale_id state amount', 'create_time links update_time');
export const EVENT = shape(
  'id event_type resource',
  'create_time event_version links resource_type resource_version summary',
);

export const WEBHOOK = shape('url event_types', 'id links');
export const EVENT_TYPE = shape('name', 'description resource_versions status');

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
