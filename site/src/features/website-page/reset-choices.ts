import { writeBundle } from '../../lib/bundle-storage.ts';

/** Home and the website page reset the choice to monthly billing without add-ons. */
export function resetChoices(): void {
  writeBundle({ isYearly: false, addonIds: [] });
}
