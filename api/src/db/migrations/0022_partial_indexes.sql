DROP INDEX `invoices_refund_id_unique`;--> statement-breakpoint
DROP INDEX `invoices_charge`;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_refund` ON `invoices` (`refund_id`) WHERE refund_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_charge` ON `invoices` (`charge_id`,`refunded_cents`) WHERE charge_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `unfinished_checkouts_resumed_as_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `unfinished_checkouts_resumed` ON `unfinished_checkouts` (`resumed_as`) WHERE resumed_as IS NOT NULL;--> statement-breakpoint
DROP INDEX `agreements_provider`;--> statement-breakpoint
DROP INDEX `agreements_ended`;--> statement-breakpoint
CREATE UNIQUE INDEX `agreements_provider` ON `agreements` (`provider`,`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `agreements_ended` ON `agreements` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `payments_provider_payment`;--> statement-breakpoint
DROP INDEX `payments_charge`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_payment` ON `payments` (`provider`,`provider_payment_id`) WHERE provider_payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_charge` ON `payments` (`charge_id`) WHERE charge_id IS NOT NULL;