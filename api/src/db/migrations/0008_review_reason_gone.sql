ALTER TABLE `orders` DROP COLUMN `review_reason`;--> statement-breakpoint
ALTER TABLE `payments` DROP COLUMN `review_reason`;