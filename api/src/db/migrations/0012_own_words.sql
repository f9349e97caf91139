CREATE TABLE `customer_reviews` (
	`order_number` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`name` text NOT NULL,
	`may_show` integer DEFAULT false NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `accepted_terms` text;