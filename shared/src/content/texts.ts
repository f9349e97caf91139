import { CONTENT } from './content.ts';
import { fillText, type Facts } from './facts.ts';
import type { Content, Entry, Kind } from './field.ts';

export const entries: readonly Entry[] = CONTENT.flatMap(({ sections }) =>
  sections.flatMap(({ fields }) => fields),
);

/**
 * Every text with its placeholders filled: the owner's, or the default. The key of an item's text is that of its list,
 * its index, and its field, such as "home.testimonials.0.name".
 */
export function contentTexts(changes: Content, facts: Facts): Record<string, { kind: Kind; text: string }> {
  const texts: Record<string, { kind: Kind; text: string }> = {};
  const add = (key: string, kind: Kind, text: string) => {
    texts[key] = { kind, text: fillText(text, facts) };
  };
  for (const entry of entries) {
    const changed = changes[entry.key];
    if ('medium' in entry || 'color' in entry) continue;
    if (!('items' in entry)) add(entry.key, entry.kind, typeof changed === 'string' ? changed : entry.text);
    else
      for (const [index, item] of (Array.isArray(changed) ? changed : entry.items).entries())
        for (const { key, kind } of entry.fields) add(`${entry.key}.${index}.${key}`, kind, item[key] ?? '');
  }
  return texts;
}
