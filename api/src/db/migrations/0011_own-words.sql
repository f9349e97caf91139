CREATE TABLE `customer_reviews` (
	`order_number` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`name` text NOT NULL,
	`may_show` integer DEFAULT false NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `terms_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `accepted_terms` text;