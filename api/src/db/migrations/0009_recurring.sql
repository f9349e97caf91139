CREATE TABLE `agreements` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text,
	`state` text DEFAULT 'pending' NOT NULL,
	`period` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`started_at` integer NOT NULL,
	`first_charge_at` integer NOT NULL,
	`next_charge_at` integer,
	`cancel_at` integer,
	`ended_at` integer,
	`card` text,
	`problem` text,
	`next_check_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agreements_provider` ON `agreements` (`provider`,`provider_id`);--> statement-breakpoint
CREATE INDEX `agreements_check` ON `agreements` (`next_check_at`);--> statement-breakpoint
CREATE INDEX `agreements_state` ON `agreements` (`state`,`period`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `agreements_ended` ON `agreements` (`ended_at`);--> statement-breakpoint
CREATE INDEX `agreements_started` ON `agreements` (`started_at`,`id`);--> statement-breakpoint
CREATE TABLE `charges` (
	`id` integer PRIMARY KEY NOT NULL,
	`agreement_id` integer NOT NULL,
	`provider_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`paid_at` integer,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`payment_id` text,
	`pay_url` text,
	`dispute` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agreement_id`) REFERENCES `agreements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_provider` ON `charges` (`agreement_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `charges_payment` ON `charges` (`payment_id`);--> statement-breakpoint
CREATE INDEX `charges_paid` ON `charges` (`paid_at`);--> statement-breakpoint
CREATE TABLE `demo_agreements` (
	`id` text PRIMARY KEY NOT NULL,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`ahead_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `demo_payments` ADD `fails_later` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `agreement_id` text;