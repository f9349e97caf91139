CREATE INDEX `payments_disputed` ON `payments` (`id`) WHERE json_extract(review, '$.code') = 'disputed';--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE INDEX `charges_paid` ON `charges` (`paid_at`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `charges_disputed` ON `charges` (`id`) WHERE dispute IS NOT NULL;