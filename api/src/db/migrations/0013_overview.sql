CREATE TABLE `tallies` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `charges_paid`;--> statement-breakpoint
DROP INDEX `agreements_state`;--> statement-breakpoint
CREATE INDEX `agreements_amount` ON `agreements` (`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `agreements_next` ON `agreements` (CASE WHEN next_charge_at IS NULL THEN 9007199254740991 ELSE next_charge_at END,`id`);--> statement-breakpoint
CREATE INDEX `agreements_state` ON `agreements` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_new` ON `form_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;--> statement-breakpoint
CREATE INDEX `on_hold_submissions_new` ON `on_hold_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;--> statement-breakpoint
CREATE INDEX `payments_charge` ON `payments` (`charge_id`);--> statement-breakpoint
CREATE INDEX `payments_review` ON `payments` (`id`) WHERE status = 'paid' AND review IS NOT NULL AND coalesce(json_extract(review, '$.dispute.status'), 'open') = 'open';--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_new` ON `voice_agent_form_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;