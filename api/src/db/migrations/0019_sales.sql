CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`medium` text NOT NULL,
	`campaign` text NOT NULL,
	`referrer` text NOT NULL,
	`promo` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_labels` ON `campaigns` (`source`,`medium`,`campaign`,`referrer`,`promo`);--> statement-breakpoint
CREATE TABLE `promo_uses` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`email` text NOT NULL,
	`held_until` integer,
	`discount_cents` integer NOT NULL,
	`received_cents` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `promo_uses_code` ON `promo_uses` (`code`,`email`);--> statement-breakpoint
CREATE TABLE `step_counts` (
	`day` text NOT NULL,
	`campaign_id` integer NOT NULL,
	`step` text NOT NULL,
	`service` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`day`, `campaign_id`, `step`, `service`),
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `unfinished_checkouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`resumed_as` text,
	`step` text NOT NULL,
	`bundle` text NOT NULL,
	`due_cents` integer NOT NULL,
	`information` text,
	`link_for` text,
	`recovered_cents` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unfinished_checkouts_checkout_id_unique` ON `unfinished_checkouts` (`checkout_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `unfinished_checkouts_resumed_as_unique` ON `unfinished_checkouts` (`resumed_as`);--> statement-breakpoint
CREATE INDEX `unfinished_checkouts_updated` ON `unfinished_checkouts` (`updated_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `came_from` text;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `percent_off` integer;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `service_ids` text;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `starts_on` text;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `ends_on` text;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `max_uses` integer;--> statement-breakpoint
ALTER TABLE `promo_codes` ADD `max_uses_per_email` integer;--> statement-breakpoint
INSERT INTO `promo_uses` SELECT coalesce(checkout_id, order_number), promo_code, lower(email), NULL, discount_cents, coalesce(received_amount_cents, 0) FROM `orders` WHERE promo_code IS NOT NULL AND payment_status = 'completed';
--> statement-breakpoint
INSERT INTO `unfinished_checkouts` (checkout_id, step, bundle, due_cents, created_at, updated_at) SELECT id, 'payment', json_object('serviceIds', json(json_extract(details, '$.serviceTypes')), 'addonIds', json('[]'), 'isYearly', json('false'), 'promoCode', ''), json_extract(quote, '$.dueTodayCents'), created_at, updated_at FROM `checkout_drafts` WHERE NOT EXISTS (SELECT 1 FROM `orders` WHERE `orders`.checkout_id = `checkout_drafts`.id);
