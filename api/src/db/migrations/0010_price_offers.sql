CREATE TABLE `price_offers` (
	`id` integer PRIMARY KEY NOT NULL,
	`agreement_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`text` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	`consent` text,
	`applied_at` integer,
	FOREIGN KEY (`agreement_id`) REFERENCES `agreements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `price_offers_agreement` ON `price_offers` (`agreement_id`);