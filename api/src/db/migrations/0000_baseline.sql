CREATE TABLE `admin_users` (
	`id` integer PRIMARY KEY NOT NULL,
	`username` text(50) NOT NULL,
	`password` text NOT NULL,
	`email` text(100) NOT NULL,
	`first_name` text(50),
	`last_name` text(50),
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`last_login` integer,
	`notices` text,
	`invited_at` integer,
	`invitation_age_ms` integer DEFAULT 0 NOT NULL,
	`invitation_counted_at` integer,
	`totp_secret` text,
	`totp_step` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`views` text,
	CONSTRAINT "admin_users_role" CHECK(role IN ('owner', 'staff', 'accountant'))
);
--> statement-breakpoint
CREATE TABLE `agreements` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`provider_id` text,
	`state` text DEFAULT 'pending' NOT NULL,
	`period` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`started_at` integer NOT NULL,
	`first_charge_at` integer NOT NULL,
	`next_charge_at` integer,
	`cancel_at` integer,
	`ended_at` integer,
	`card` text,
	`problem` text,
	`next_check_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	`suspended_at` integer,
	`refusals` integer DEFAULT 0 NOT NULL,
	`paid_back` text,
	`price_fixed_until` integer,
	FOREIGN KEY (`id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `answer_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`form` text NOT NULL,
	`submission_id` integer NOT NULL,
	`answers` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`admin_id` integer,
	`who` text NOT NULL,
	`address` text NOT NULL,
	`action` text NOT NULL,
	`record` text,
	`detail` text,
	`previous` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`medium` text NOT NULL,
	`campaign` text NOT NULL,
	`referrer` text NOT NULL,
	`promo` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `case_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	`key` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `charges` (
	`id` integer PRIMARY KEY NOT NULL,
	`agreement_id` integer NOT NULL,
	`provider_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`paid_at` integer,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`payment_id` text,
	`pay_url` text,
	`dispute` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agreement_id`) REFERENCES `agreements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `checkout_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`details` text NOT NULL,
	"price" text NOT NULL,
	`consent` text,
	`claimed_amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `customer_people` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`sees` text DEFAULT 'both' NOT NULL,
	`links_ended` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `customer_reviews` (
	`order_number` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`name` text NOT NULL,
	`may_show` integer DEFAULT false NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
	`exemption` text,
	FOREIGN KEY (`responsible_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `customers_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`service_id` text NOT NULL,
	`version` integer NOT NULL,
	`note` text NOT NULL,
	`link` text NOT NULL,
	`phone` text NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`change` text,
	`answered_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `demo_agreements` (
	`id` text PRIMARY KEY NOT NULL,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`ahead_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`updated_at` integer NOT NULL,
	`fails_later` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`project` text NOT NULL,
	`package` text NOT NULL,
	`hosting` text NOT NULL,
	`billing` text NOT NULL,
	`description` text NOT NULL,
	`colors` text NOT NULL,
	`fonts` text NOT NULL,
	`text` text NOT NULL,
	`addons` text NOT NULL,
	`notes` text NOT NULL,
	`deadline` text NOT NULL,
	`reference_urls` text NOT NULL,
	`contact_info` text NOT NULL,
	`services` text NOT NULL,
	`address` text NOT NULL,
	`social_media` text NOT NULL,
	`testimonials` text NOT NULL,
	`mailchimp_status` text,
	`work_status` text DEFAULT 'new' NOT NULL,
	`is_outside_order` integer DEFAULT false NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `form_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TABLE `imported_people` (
	`email` text PRIMARY KEY NOT NULL,
	`import_id` integer NOT NULL,
	`name` text NOT NULL,
	`business_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`number` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`refund_id` integer,
	`charge_id` integer,
	`created_at` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`amount_cents` integer,
	`tax_cents` integer,
	`state` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `limit_times` (
	`key` text PRIMARY KEY NOT NULL,
	`times` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_folders` (
	`folder` text PRIMARY KEY NOT NULL,
	`uid_validity` integer NOT NULL,
	`last_uid` integer NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `on_hold_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`business_name` text NOT NULL,
	`business_niche` text NOT NULL,
	`custom_message` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`work_status` text DEFAULT 'new' NOT NULL,
	`is_outside_order` integer DEFAULT false NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `on_hold_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TABLE `order_files` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`order_number` text,
	`submission_key` text,
	`delivery_id` integer,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	`client_network` text,
	FOREIGN KEY (`hash`) REFERENCES `stored_files`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
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
CREATE TABLE `order_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`key` text NOT NULL,
	`admin_id` integer,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`by_email` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`claimed_initial_payment_cents` integer,
	`claimed_recurring_payment_cents` integer,
	`claimed_payment_status` text,
	`created_at` integer NOT NULL,
	`missing_forms` text DEFAULT '[]' NOT NULL,
	`work_status` text DEFAULT 'new' NOT NULL,
	`reminders_stopped_at` integer,
	`delivered_at` integer,
	`email_confirmed_at` integer,
	`review` text,
	`due_at` integer,
	`came_from` text,
	`addon_to` text,
	`key_version` integer DEFAULT 0 NOT NULL,
	`terms` text,
	`responsible_id` integer REFERENCES admin_users(id),
	`imported` text,
	`accepted_terms` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `orders_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`order_number` text,
	`payload` text,
	`recipient` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`leased_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`name` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`charge_id` text,
	`look_at` integer,
	`approved_at` integer,
	`capture_refusal` text,
	`client_network` text,
	`declines` integer DEFAULT 0 NOT NULL,
	`review` text,
	`capture_sent_at` integer,
	`recurring` text,
	FOREIGN KEY (`draft_id`) REFERENCES `checkout_drafts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`period` text,
	FOREIGN KEY (`agreement_id`) REFERENCES `agreements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `promises` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`service_id` text NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`left_ms` integer,
	`kept_at` integer
);
--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`amount_off_cents` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`percent_off` integer,
	`service_ids` text,
	`starts_on` text,
	`ends_on` text,
	`max_uses` integer,
	`max_uses_per_email` integer
);
--> statement-breakpoint
CREATE TABLE `promo_uses` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`email` text NOT NULL,
	`held_until` integer,
	`discount_cents` integer NOT NULL,
	`received_cents` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
	`key` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`digest` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY NOT NULL,
	`payment_id` integer NOT NULL,
	`key` text,
	`provider_refund_id` text,
	`amount_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`next_check_at` integer,
	`way` text,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `search_queue` (
	`order_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sent_mails` (
	`outbox_id` integer PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`answer` text NOT NULL,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sequence_counter` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`current_value` integer DEFAULT 10000 NOT NULL,
	`updated_at` integer DEFAULT (unixepoch() * 1000) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`credential` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`last_used_at` integer,
	`device` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `shop_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`values` text NOT NULL,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `shop_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`values` text NOT NULL,
	`state` text NOT NULL,
	`publish_at` integer,
	`published_at` integer,
	`failure` text,
	`admin_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `short_search` (
	`list` text NOT NULL,
	`row_id` integer NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`list`, `row_id`)
);
--> statement-breakpoint
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
CREATE TABLE `stored_files` (
	`hash` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`media_type` text NOT NULL,
	`has_preview` integer
);
--> statement-breakpoint
CREATE TABLE `tallies` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
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
CREATE TABLE `upkeep` (
	`task` text PRIMARY KEY NOT NULL,
	`tried_at` integer NOT NULL,
	`succeeded_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE TABLE `voice_agent_form_submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`submission_key` text,
	`content_hash` text NOT NULL,
	`order_number` text NOT NULL,
	`order_match` text NOT NULL,
	`quarantine_reason` text,
	`timestamp` integer NOT NULL,
	`form_type` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`business_name` text NOT NULL,
	`phone` text NOT NULL,
	`business_description` text NOT NULL,
	`image_url` text NOT NULL,
	`notes` text NOT NULL,
	`dental` text,
	`mailchimp_status` text,
	`work_status` text DEFAULT 'new' NOT NULL,
	`is_outside_order` integer DEFAULT false NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `voice_agent_form_submissions_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_on` integer DEFAULT true NOT NULL,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`rotated_at` integer,
	`failing_since` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`provider_payment_id` text,
	`attempt_key` text,
	`body` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`meaning` text DEFAULT 'changed' NOT NULL,
	`agreement_id` text
,
	`charge_id` text);
--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`endpoint_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`order_number` text,
	`body` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`answer_status` integer,
	`answer_text` text,
	`answer_ms` integer,
	`tried_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `write_test` (
	`id` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_email_unique` ON `admin_users` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_username_unique` ON `admin_users` (`username`);
--> statement-breakpoint
CREATE INDEX `agreements_amount` ON `agreements` (`amount_cents`,`id`);
--> statement-breakpoint
CREATE INDEX `agreements_check` ON `agreements` (`next_check_at`);
--> statement-breakpoint
CREATE INDEX `agreements_ended` ON `agreements` (`ended_at`) WHERE ended_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `agreements_next` ON `agreements` (CASE WHEN next_charge_at IS NULL THEN 9007199254740991 ELSE next_charge_at END,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `agreements_provider` ON `agreements` (`provider`,`provider_id`) WHERE provider_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `agreements_started` ON `agreements` (`started_at`,`id`);
--> statement-breakpoint
CREATE INDEX `agreements_state` ON `agreements` (`state`,`id`);
--> statement-breakpoint
CREATE INDEX `answer_versions_form` ON `answer_versions` (`form`,`submission_id`);
--> statement-breakpoint
CREATE INDEX `api_tokens_admin` ON `api_tokens` (`admin_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_digest_unique` ON `api_tokens` (`digest`);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_labels` ON `campaigns` (`source`,`medium`,`campaign`,`referrer`,`promo`);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_events_key_unique` ON `case_events` (`key`);
--> statement-breakpoint
CREATE INDEX `case_events_order` ON `case_events` (`order_number`);
--> statement-breakpoint
CREATE INDEX `charges_disputed` ON `charges` (`id`) WHERE dispute IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `charges_paid` ON `charges` (`paid_at`) WHERE paid_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `charges_payment` ON `charges` (`payment_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_provider` ON `charges` (`agreement_id`,`provider_id`);
--> statement-breakpoint
CREATE INDEX `customer_people_customer` ON `customer_people` (`customer_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_people_email_unique` ON `customer_people` (`email`);
--> statement-breakpoint
CREATE INDEX `customers_first` ON `customers` (`first_at`,`id`);
--> statement-breakpoint
CREATE INDEX `customers_last` ON `customers` (`last_at`,`id`);
--> statement-breakpoint
CREATE INDEX `customers_name` ON `customers` (name COLLATE NOCASE,`id`);
--> statement-breakpoint
CREATE INDEX `customers_open` ON `customers` (`id`) WHERE open_orders > 0;
--> statement-breakpoint
CREATE INDEX `customers_paid` ON `customers` (`paid_cents`,`id`);
--> statement-breakpoint
CREATE INDEX `customers_recurring` ON `customers` (`id`) WHERE recurring > 0;
--> statement-breakpoint
CREATE INDEX `customers_responsible` ON `customers` (`responsible_id`);
--> statement-breakpoint
CREATE INDEX `customers_tagged` ON `customers` (`id`) WHERE tags <> '[]';
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_version` ON `deliveries` (`order_number`,`service_id`,`version`);
--> statement-breakpoint
CREATE INDEX `form_submissions_due` ON `form_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);
--> statement-breakpoint
CREATE INDEX `form_submissions_new` ON `form_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;
--> statement-breakpoint
CREATE INDEX `form_submissions_order` ON `form_submissions` (`order_number`);
--> statement-breakpoint
CREATE INDEX `form_submissions_quarantine` ON `form_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `form_submissions_sent` ON `form_submissions` (`submission_key`,`content_hash`);
--> statement-breakpoint
CREATE INDEX `form_submissions_time` ON `form_submissions` (`timestamp`,`id`);
--> statement-breakpoint
CREATE INDEX `form_submissions_unverified` ON `form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');
--> statement-breakpoint
CREATE INDEX `form_submissions_work` ON `form_submissions` (`work_status`,`id`);
--> statement-breakpoint
CREATE INDEX `imported_people_import` ON `imported_people` (`import_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_charge` ON `invoices` (`charge_id`,`refunded_cents`) WHERE charge_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `invoices_created` ON `invoices` (`created_at`,`number`);
--> statement-breakpoint
CREATE INDEX `invoices_order` ON `invoices` (`order_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_own` ON `invoices` (`order_id`) WHERE refund_id IS NULL AND charge_id IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_refund` ON `invoices` (`refund_id`) WHERE refund_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `invoices_to_fill` ON `invoices` (`number`) WHERE amount_cents IS NULL;
--> statement-breakpoint
CREATE INDEX `limit_times_updated` ON `limit_times` (`updated_at`);
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_due` ON `on_hold_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_new` ON `on_hold_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_order` ON `on_hold_submissions` (`order_number`);
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_quarantine` ON `on_hold_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `on_hold_submissions_sent` ON `on_hold_submissions` (`submission_key`,`content_hash`);
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_time` ON `on_hold_submissions` (`timestamp`,`id`);
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_unverified` ON `on_hold_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');
--> statement-breakpoint
CREATE INDEX `on_hold_submissions_work` ON `on_hold_submissions` (`work_status`,`id`);
--> statement-breakpoint
CREATE INDEX `order_files_hash` ON `order_files` (`hash`);
--> statement-breakpoint
CREATE INDEX `order_files_order` ON `order_files` (`order_number`);
--> statement-breakpoint
CREATE INDEX `order_files_unsent` ON `order_files` (`created_at`) WHERE order_number IS NULL;
--> statement-breakpoint
CREATE INDEX `order_lines_order` ON `order_lines` (`order_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_messages_key_unique` ON `order_messages` (`key`);
--> statement-breakpoint
CREATE INDEX `order_messages_order` ON `order_messages` (`order_number`);
--> statement-breakpoint
CREATE INDEX `orders_addon` ON `orders` (`addon_to`) WHERE addon_to IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_amount` ON `orders` (`initial_payment_cents`,`id`);
--> statement-breakpoint
CREATE INDEX `orders_business` ON `orders` (business_name COLLATE NOCASE,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkout_id_unique` ON `orders` (`checkout_id`);
--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);
--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (lower(email));
--> statement-breakpoint
CREATE INDEX `orders_forms` ON `orders` (`id`) WHERE missing_forms <> '[]';
--> statement-breakpoint
CREATE INDEX `orders_imported` ON `orders` (`id`) WHERE imported IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_onhold` ON `orders` (`id`) WHERE service_types LIKE '%"onhold"%';
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_number_unique` ON `orders` (`order_number`);
--> statement-breakpoint
CREATE INDEX `orders_payment` ON `orders` (`payment_status`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_payment_id_unique` ON `orders` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `orders_responsible` ON `orders` (`responsible_id`,`id`) WHERE responsible_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_review` ON `orders` (`id`) WHERE review IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_voice` ON `orders` (`id`) WHERE service_types LIKE '%"voice"%';
--> statement-breakpoint
CREATE INDEX `orders_website` ON `orders` (`id`) WHERE service_types LIKE '%"website"%';
--> statement-breakpoint
CREATE INDEX `orders_work` ON `orders` (`work_status`,`id`);
--> statement-breakpoint
CREATE INDEX `outbox_confirmations` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`due_at`) WHERE status = 'given-up';
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);
--> statement-breakpoint
CREATE INDEX `outbox_mail` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind <> 'newsletter';
--> statement-breakpoint
CREATE INDEX `outbox_newsletter` ON `outbox` (`next_attempt_at`) WHERE status = 'waiting' AND kind = 'newsletter';
--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_number`);
--> statement-breakpoint
CREATE INDEX `passkeys_admin` ON `passkeys` (`admin_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_requests_checkout_id_unique` ON `payment_requests` (`checkout_id`);
--> statement-breakpoint
CREATE INDEX `payment_requests_order` ON `payment_requests` (`order_number`);
--> statement-breakpoint
CREATE INDEX `payment_requests_quote` ON `payment_requests` (`quote_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_attempt_key_unique` ON `payments` (`attempt_key`);
--> statement-breakpoint
CREATE INDEX `payments_charge` ON `payments` (`charge_id`) WHERE charge_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`id`) WHERE json_extract(review, '$.code') = 'disputed';
--> statement-breakpoint
CREATE INDEX `payments_draft` ON `payments` (`draft_id`);
--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`created_at`) WHERE status = 'failed' AND provider_payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `payments_paid_to_check` ON `payments` (`look_at`) WHERE status = 'paid' AND look_at IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_payment` ON `payments` (`provider`,`provider_payment_id`) WHERE provider_payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `payments_review` ON `payments` (`id`) WHERE status = 'paid' AND review IS NOT NULL AND coalesce(json_extract(review, '$.dispute.status'), 'open') = 'open';
--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`created_at`) WHERE status IN ('open', 'processing');
--> statement-breakpoint
CREATE INDEX `price_offers_agreement` ON `price_offers` (`agreement_id`);
--> statement-breakpoint
CREATE INDEX `promises_kept` ON `promises` (`kept_at`,`due_at`);
--> statement-breakpoint
CREATE INDEX `promises_order` ON `promises` (`order_number`);
--> statement-breakpoint
CREATE INDEX `promises_running` ON `promises` (`due_at`) WHERE kept_at IS NULL AND left_ms IS NULL;
--> statement-breakpoint
CREATE INDEX `promo_uses_code` ON `promo_uses` (`code`,`email`);
--> statement-breakpoint
CREATE INDEX `quotes_became` ON `quotes` (`order_number`);
--> statement-breakpoint
CREATE INDEX `quotes_email` ON `quotes` (lower(email));
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_key` ON `quotes` (`key`) WHERE key IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_number_unique` ON `quotes` (`number`);
--> statement-breakpoint
CREATE INDEX `quotes_order` ON `quotes` (`about_order`);
--> statement-breakpoint
CREATE INDEX `quotes_state` ON `quotes` (`state`,`answered_at`);
--> statement-breakpoint
CREATE INDEX `recovery_codes_admin` ON `recovery_codes` (`admin_id`);
--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_key_unique` ON `refunds` (`key`);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`id`) WHERE status = 'pending';
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_refund_id_unique` ON `refunds` (`provider_refund_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `sequence_counter_name_unique` ON `sequence_counter` (`name`);
--> statement-breakpoint
CREATE INDEX `sessions_admin` ON `sessions` (`admin_id`);
--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `shop_versions_published` ON `shop_versions` (`published_at`);
--> statement-breakpoint
CREATE INDEX `step_counts_sold` ON `step_counts` (`campaign_id`) WHERE cents > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `unfinished_checkouts_checkout_id_unique` ON `unfinished_checkouts` (`checkout_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `unfinished_checkouts_resumed` ON `unfinished_checkouts` (`resumed_as`) WHERE resumed_as IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `unfinished_checkouts_updated` ON `unfinished_checkouts` (`updated_at`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_due` ON `voice_agent_form_submissions` (CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END,`id`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_new` ON `voice_agent_form_submissions` (`id`) WHERE work_status = 'new' AND quarantine_reason IS NULL;
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_order` ON `voice_agent_form_submissions` (`order_number`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_quarantine` ON `voice_agent_form_submissions` (`id`) WHERE quarantine_reason IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `voice_agent_form_submissions_sent` ON `voice_agent_form_submissions` (`submission_key`,`content_hash`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_time` ON `voice_agent_form_submissions` (`timestamp`,`id`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_type` ON `voice_agent_form_submissions` (`form_type`,`id`);
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_unverified` ON `voice_agent_form_submissions` (`id`) WHERE order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order');
--> statement-breakpoint
CREATE INDEX `voice_agent_form_submissions_work` ON `voice_agent_form_submissions` (`work_status`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_event` ON `webhook_events` (`provider`,`event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_events_waiting` ON `webhook_events` (`next_attempt_at`) WHERE processed_at IS NULL;
--> statement-breakpoint
CREATE INDEX `webhook_messages_created` ON `webhook_messages` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_messages_event` ON `webhook_messages` (`endpoint_id`,`event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_messages_log` ON `webhook_messages` (`endpoint_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhook_messages_order` ON `webhook_messages` (`order_number`);
--> statement-breakpoint
CREATE INDEX `webhook_messages_waiting` ON `webhook_messages` (`endpoint_id`,`next_attempt_at`) WHERE status = 'waiting';
--> statement-breakpoint
CREATE TRIGGER `audit_log_kept` BEFORE DELETE ON `audit_log`
WHEN old.`at` > (unixepoch() - 731 * 86400) * 1000
BEGIN
	SELECT RAISE(ABORT, 'The audit log is kept for 24 months.');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log`
BEGIN
	SELECT RAISE(ABORT, 'The audit log cannot be changed.');
END;
--> statement-breakpoint
-- Where the audit log begins.
INSERT INTO `sequence_counter` (`name`, `current_value`) VALUES ('audit entries deleted', 0);
