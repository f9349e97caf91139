DROP INDEX `orders_review`;--> statement-breakpoint
ALTER TABLE `orders` ADD `review` text;--> statement-breakpoint
CREATE INDEX `orders_review` ON `orders` (`id`) WHERE review IS NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `review` text;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `meaning` text DEFAULT 'changed' NOT NULL;--> statement-breakpoint
UPDATE `webhook_events` SET `meaning` = 'declined' WHERE `type` = 'payment_intent.payment_failed';--> statement-breakpoint
UPDATE `orders` SET `review` = CASE
	WHEN review_reason = 'The browser said it was paid, but no payment belongs to this order.' THEN json_object('code', 'no_payment')
	WHEN review_reason = 'The payment has not arrived at the provider.' THEN json_object('code', 'not_arrived')
	WHEN review_reason = 'The payment is on its way: the bank has not confirmed it yet.' THEN json_object('code', 'processing')
	WHEN review_reason LIKE 'The amount differs: %' AND received_amount_cents IS NOT NULL THEN json_object('code', 'amount_differs', 'dueCents', initial_payment_cents, 'receivedCents', received_amount_cents, 'currency', coalesce((SELECT received_currency FROM payments WHERE payments.id = orders.payment_id), 'usd'))
	WHEN review_reason = 'The bank did not complete the payment. Nothing was charged, and the buyer was told by email.' THEN json_object('code', 'payment_lost')
	WHEN review_reason LIKE '% Nothing was charged, and the buyer was told by email.' THEN json_object('code', 'payment_lost', 'reason', replace(review_reason, ' Nothing was charged, and the buyer was told by email.', ''))
	ELSE json_object('code', 'other', 'text', review_reason) END
WHERE review_reason IS NOT NULL;--> statement-breakpoint
UPDATE `payments` SET `review` = CASE
	WHEN review_reason = 'Paid, but no order names this payment.' THEN json_object('code', 'no_order')
	WHEN review_reason = 'Paid, but this shop knows nothing of it.' THEN json_object('code', 'unknown_payment')
	WHEN review_reason = 'The buyer disputes this payment: answer at the provider.' THEN json_object('code', 'disputed')
	WHEN review_reason LIKE 'A second payment for %: refund it.' THEN json_object('code', 'second_payment', 'orderNumber', substr(review_reason, 22, instr(review_reason, ':') - 22), 'refund', 'manual')
	WHEN review_reason LIKE 'A second payment for %. It is refunded automatically.' THEN json_object('code', 'second_payment', 'orderNumber', substr(review_reason, 22, instr(review_reason, '.') - 22), 'refund', 'automatic')
	WHEN review_reason LIKE 'A second payment: refund it. The automatic refund failed: %' AND EXISTS (SELECT 1 FROM orders WHERE orders.checkout_id = payments.draft_id) THEN json_object('code', 'second_payment', 'orderNumber', (SELECT order_number FROM orders WHERE orders.checkout_id = payments.draft_id), 'refund', 'failed', 'failure', substr(review_reason, 59))
	WHEN review_reason = 'Paid by another payment.' THEN json_object('code', 'paid_otherwise')
	WHEN review_reason = 'The price changed after this payment was started.' THEN json_object('code', 'price_changed')
	WHEN review_reason = 'The provider never answered.' THEN json_object('code', 'no_answer')
	WHEN review_reason = 'The bank did not complete the payment.' THEN json_object('code', 'bank_declined')
	WHEN review_reason = 'Ended after five declined cards.' THEN json_object('code', 'declined_cards')
	WHEN review_reason = 'Ended after ten declined cards from one network.' THEN json_object('code', 'declined_network')
	WHEN status = 'failed' THEN json_object('code', 'ended_by_provider', 'reason', review_reason)
	ELSE json_object('code', 'other', 'text', review_reason) END
WHERE review_reason IS NOT NULL;
