import { writeBundle } from '../../lib/bundle-storage.ts';

/** Home and the website page start afresh: monthly, no add-ons (specification, section 4). */
export function resetChoices(): void {
  writeBundle({ isYearly: false, addonIds: [] });
}
