import { checkContent } from '../../../content/check-content.ts';
import type { Content, Field, Item, List } from '../../../content/field.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { useShopChanges } from '../shop/use-shop-changes.ts';

export type Entry = Field | List;
export type Texts = ReturnType<typeof useTexts>;

/** A text or the items of a list. Null is the original. */
type Value = string | Item[] | null;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const originalOf = (entry: Entry) => ('items' in entry ? [...entry.items] : entry.text);

/** What was typed on top of the newest version of the texts, and what is wrong with it. */
export function useTexts(shop: ShopResponse) {
  const { content, facts } = shop;
  const saving = useShopChanges<Value>('pages', {
    shop,
    base: content,
    changesOf: (typed) => (Object.keys(typed).length > 0 ? { content: typed } : undefined),
    errorsAt: (_, errors) =>
      Object.fromEntries(
        Object.entries(errors).map(([name, [text = '']]) => [
          name.replace(/^(changes\.)?content\./, ''),
          text,
        ]),
      ),
  });
  const changes = saving.typed;
  const owned = (values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Content;
  /** All of the owner's texts as they would be saved. */
  const whole = owned({ ...content, ...changes });
  return {
    facts,
    saving,
    changes,
    whole,
    faults: checkContent(owned(changes), facts),
    textOf: ({ key, text }: Field): string => {
      const own = whole[key];
      return typeof own === 'string' ? own : text;
    },
    itemsOf: ({ key, items }: List): readonly Item[] => {
      const own = whole[key];
      return Array.isArray(own) ? own : items;
    },
    isOriginal: ({ key }: Entry) => whole[key] === undefined,
    change: (entry: Entry, value: string | Item[]) =>
      saving.change({ [entry.key]: isSame(value, originalOf(entry)) ? null : value }),
    restore: ({ key }: Entry) => saving.change({ [key]: null }),
  };
}
