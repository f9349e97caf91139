CREATE TABLE `payment_requests` (
	`id` integer PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`order_number` text,
	`quote_id` integer,
	`reason` text NOT NULL,
	`details` text NOT NULL,
	`price` text NOT NULL,
	`state` text NOT NULL,
	`sent_at` integer,
	`reminds` integer DEFAULT false NOT NULL,
	`paid_by` text,
	`by_hand` text,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_requests_checkout_id_unique` ON `payment_requests` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `payment_requests_order` ON `payment_requests` (`order_number`);--> statement-breakpoint
CREATE INDEX `payment_requests_quote` ON `payment_requests` (`quote_id`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`email` text NOT NULL,
	`customer` text NOT NULL,
	`about_order` text,
	`next_customer` text,
	`draft` text,
	`versions` text DEFAULT '[]' NOT NULL,
	`valid_until` integer,
	`total_cents` integer NOT NULL,
	`seen_at` integer,
	`answered_at` integer,
	`decline_reason` text DEFAULT '' NOT NULL,
	`order_number` text,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_number_unique` ON `quotes` (`number`);--> statement-breakpoint
CREATE INDEX `quotes_state` ON `quotes` (`state`,`answered_at`);--> statement-breakpoint
CREATE INDEX `quotes_order` ON `quotes` (`about_order`);--> statement-breakpoint
CREATE INDEX `quotes_became` ON `quotes` (`order_number`);--> statement-breakpoint
CREATE INDEX `quotes_email` ON `quotes` (lower(email));--> statement-breakpoint
ALTER TABLE `checkout_drafts` RENAME COLUMN "quote" TO "price";