import { contentFacts } from '@northlight/shared/content/facts.ts';
import { richParts } from '@northlight/shared/content/rich-text.ts';
import { contentTexts } from '@northlight/shared/content/texts.ts';
import { siteSettings } from '../../build/site-settings.ts';

export const facts = contentFacts(
  {
    name: siteSettings.businessName,
    email: siteSettings.businessEmail,
    phone: siteSettings.businessPhone,
    address: siteSettings.businessAddress,
  },
  siteSettings.catalog,
  siteSettings.kept,
);

const texts = new Map(Object.entries(contentTexts(siteSettings.content, facts)));

export function findText(key: string) {
  const found = texts.get(key);
  if (!found) throw new Error(`There is no text ${key}. The texts are in shared/src/content.`);
  return found;
}

/** A text for an attribute or for data. `Text.astro` shows one in an element. */
export function text(key: string): string {
  const found = findText(key);
  return found.kind === 'rich'
    ? richParts(found.text)
        .map((part) => part.text)
        .join('')
    : found.text;
}

/** The testimonials that are shown. The invented ones are only in a demo, until an owner removes them: a live shop has its own, or none. */
export function testimonials(): string[] {
  const shown = items('home.testimonials');
  if (!siteSettings.isLive && !siteSettings.hasOwnTestimonials) return shown;
  const samples = new Set(Object.values(contentTexts({}, facts)).map((sample) => sample.text));
  return shown.filter((key) => !samples.has(text(`${key}.words`)));
}

/** The keys of a list's items, such as "home.testimonials.0". Those of their texts begin with them. */
export function items(list: string): string[] {
  const keys = [...texts.keys()]
    .filter((key) => key.startsWith(`${list}.`))
    .map((key) => key.slice(0, key.lastIndexOf('.')));
  if (keys.length === 0) throw new Error(`There is no list ${list}. The lists are in shared/src/content.`);
  return [...new Set(keys)];
}
