import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { yearlySaving } from '@northlight/shared/catalog/offer-texts.ts';
import { fillText } from '@northlight/shared/content/facts.ts';
import { siteSettings } from '../../build/site-settings.ts';
import { facts, items, text } from './texts.ts';

/** The texts of the checkout's cards. The build writes only these into its script. */
export const cardTexts = Object.fromEntries(
  SERVICE_IDS.map((id) => {
    const features = items(`${id}.features`).map((item) => text(`${item}.words`));
    return [id, { summary: text(`${id}.summary`), features }];
  }),
);

export const saving = yearlySaving(siteSettings.catalog.services.website);

/** The catalog as pages show it. The build writes it into their scripts. */
export const shownCatalog = {
  ...siteSettings.catalog,
  addons: siteSettings.catalog.addons
    .filter(({ isActive }) => isActive)
    .map((addon) => ({ ...addon, description: fillText(addon.description, facts) })),
};
