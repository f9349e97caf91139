ALTER TABLE `agreements` ADD `price_fixed_until` integer;--> statement-breakpoint
-- Providers count whole seconds.
UPDATE `agreements` SET `started_at` = `started_at` / 1000 * 1000;
--> statement-breakpoint
-- Accepted prices that wait are looked at when the shop starts, because the next charge may be theirs.
UPDATE `agreements` SET `next_check_at` = 0 WHERE `next_check_at` IS NOT NULL AND `id` IN
  (SELECT `agreement_id` FROM `price_offers` WHERE `state` = 'accepted' AND `applied_at` IS NULL);
