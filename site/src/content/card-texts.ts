import { ADDON_IDS, SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { items, text } from './texts.ts';

/** The texts of the checkout's cards. The build writes only these into its script. */
export const cardTexts = {
  services: Object.fromEntries(
    SERVICE_IDS.map((id) => {
      const features = items(`${id}.features`).map((item) => text(`${item}.words`));
      return [id, { summary: text(`${id}.summary`), features }];
    }),
  ),
  addons: Object.fromEntries(ADDON_IDS.map((id) => [id, text(`website.${id}`)])),
};
