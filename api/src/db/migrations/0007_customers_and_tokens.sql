CREATE TABLE `customer_people` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`sees` text DEFAULT 'both' NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_people_email_unique` ON `customer_people` (`email`);--> statement-breakpoint
CREATE INDEX `customer_people_customer` ON `customer_people` (`customer_id`);--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`responsible_id` integer,
	`orders` integer DEFAULT 0 NOT NULL,
	`open_orders` integer DEFAULT 0 NOT NULL,
	`recurring` integer DEFAULT 0 NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`responsible_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customers_name` ON `customers` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `customers_paid` ON `customers` (`paid_cents`,`id`);--> statement-breakpoint
CREATE INDEX `customers_first` ON `customers` (`first_at`,`id`);--> statement-breakpoint
CREATE INDEX `customers_last` ON `customers` (`last_at`,`id`);--> statement-breakpoint
CREATE INDEX `customers_responsible` ON `customers` (`responsible_id`);--> statement-breakpoint
CREATE INDEX `customers_open` ON `customers` (`id`) WHERE open_orders > 0;--> statement-breakpoint
CREATE INDEX `customers_recurring` ON `customers` (`id`) WHERE recurring > 0;--> statement-breakpoint
CREATE INDEX `customers_tagged` ON `customers` (`id`) WHERE tags <> '[]';--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`name` text NOT NULL,
	`admin_id` integer NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_digest_unique` ON `api_tokens` (`digest`);--> statement-breakpoint
CREATE INDEX `api_tokens_admin` ON `api_tokens` (`admin_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `responsible_id` integer REFERENCES admin_users(id);--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (lower(email));--> statement-breakpoint
CREATE INDEX `orders_responsible` ON `orders` (`responsible_id`,`id`) WHERE responsible_id IS NOT NULL;
--> statement-breakpoint
CREATE VIRTUAL TABLE `customers_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
