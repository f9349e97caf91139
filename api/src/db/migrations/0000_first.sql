CREATE TABLE `checkout_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`details` text NOT NULL,
	`quote` text NOT NULL,
	`consent` text,
	`claimed_amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`service_id` text NOT NULL,
	`addon_id` text,
	`name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`note` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_lines_order` ON `order_lines` (`order_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`checkout_id` text,
	`payment_id` integer,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`business_name` text NOT NULL,
	`business_description` text NOT NULL,
	`country` text NOT NULL,
	`state` text,
	`city` text,
	`postal_code` text,
	`address` text,
	`service_types` text NOT NULL,
	`is_yearly` integer DEFAULT false NOT NULL,
	`seo_optimization` integer DEFAULT false NOT NULL,
	`blog_setup` integer DEFAULT false NOT NULL,
	`extra_revisions` integer DEFAULT false NOT NULL,
	`base_price_cents` integer NOT NULL,
	`promo_code` text,
	`discount_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`initial_payment_cents` integer NOT NULL,
	`recurring_payment_cents` integer NOT NULL,
	`recurring_period` text,
	`consent` text,
	`payment_method` text NOT NULL,
	`payment_mode` text NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`received_amount_cents` integer,
	`review_reason` text,
	`claimed_initial_payment_cents` integer,
	`claimed_recurring_payment_cents` integer,
	`claimed_payment_status` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_number_unique` ON `orders` (`order_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkout_id_unique` ON `orders` (`checkout_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_id_unique` ON `orders` (`payment_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`order_id` integer NOT NULL,
	`recipient` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`attempt_key` text NOT NULL,
	`provider_payment_id` text,
	`draft_id` text,
	`amount_cents` integer NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`received_amount_cents` integer,
	`received_currency` text,
	`review_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`draft_id`) REFERENCES `checkout_drafts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_attempt_key_unique` ON `payments` (`attempt_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_payment` ON `payments` (`provider`,`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_draft` ON `payments` (`draft_id`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`created_at`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`amount_off_cents` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sequence_counter` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`current_value` integer DEFAULT 10000 NOT NULL,
	`updated_at` integer DEFAULT (unixepoch() * 1000) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sequence_counter_name_unique` ON `sequence_counter` (`name`);