import { checkContent, missingCaptions } from '../../../content/check-content.ts';
import {
  mediumOf,
  type Color,
  type Content,
  type Entry,
  type Field,
  type Item,
  type List,
  type Medium,
} from '../../../content/field.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { useShopChanges } from '../shop/use-shop-changes.ts';

export type Texts = ReturnType<typeof useTexts>;

/** A text, a color, a medium, or the items of a list. Null is the original. */
type Value = string | Item | Item[] | null;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
function originalOf(entry: Entry): Value {
  if ('items' in entry) return [...entry.items];
  return 'medium' in entry ? null : 'color' in entry ? entry.color : entry.text;
}

const owned = (values: Record<string, Value>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Content;

/** What was typed on top of the newest version of the texts, and what is wrong with it. */
export function useTexts(shop: ShopResponse) {
  const { content, facts } = shop;
  const saving = useShopChanges<Value>('pages', {
    shop,
    base: content,
    valuesOf: (typed) => ({ content: owned({ ...content, ...typed }) }),
    errorsAt: (_, errors) =>
      Object.fromEntries(
        Object.entries(errors).map(([name, [text = '']]) => [name.replace(/^content\./, ''), text]),
      ),
  });
  const changes = saving.typed;
  /** All of the owner's texts as they would be saved. */
  const whole = owned({ ...content, ...changes });
  return {
    facts,
    saving,
    changes,
    whole,
    faults: { ...missingCaptions(whole), ...checkContent(owned(changes), facts) },
    textOf: (entry: Field | Color): string => {
      const own = whole[entry.key];
      return typeof own === 'string' ? own : 'color' in entry ? entry.color : entry.text;
    },
    mediumOf: ({ key }: Medium) => mediumOf(whole, key),
    itemsOf: ({ key, items }: List): readonly Item[] => {
      const own = whole[key];
      return Array.isArray(own) ? own : items;
    },
    isOriginal: ({ key }: Entry) => whole[key] === undefined,
    change: (entry: Entry, value: string | Item | Item[]) =>
      saving.change({ [entry.key]: isSame(value, originalOf(entry)) ? null : value }),
    restore: ({ key }: Entry) => saving.change({ [key]: null }),
  };
}
