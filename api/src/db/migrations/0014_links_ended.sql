ALTER TABLE `customer_people` ADD `links_ended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Links that were sent before keep working.
UPDATE `customer_people` SET `links_ended` = (SELECT coalesce(sum(`key_version`), 0) FROM `orders` WHERE lower(`email`) = +`customer_people`.`email`);
