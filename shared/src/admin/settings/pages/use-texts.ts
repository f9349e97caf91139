import { useRef, useState } from 'react';
import { checkContent } from '../../../content/check-content.ts';
import type { Content, Field, Item, List } from '../../../content/field.ts';
import type { ShopResponse } from '../../../contracts/shop.ts';
import { useDraftValue } from '../../drafts/use-draft-value.ts';

export type Entry = Field | List;
export type Texts = ReturnType<typeof useTexts>;

/** By key. Null is the original. */
type Changes = Record<string, string | Item[] | null>;
type Typed = { version: number | null; content: Changes };
const NOTHING: Typed = { version: null, content: {} };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const originalOf = (entry: Entry) => ('items' in entry ? [...entry.items] : entry.text);

/** What was typed on top of the newest version of the texts, and what is wrong with it. */
export function useTexts({ content, version: newest, facts }: ShopResponse) {
  const [typed, setTyped, dropDraft] = useDraftValue<Typed>('pages', NOTHING);
  const [refused, setRefused] = useState<Record<string, string>>({});
  // What was typed while it was saved.
  const latest = useRef(typed);
  const set = (next: Typed) => {
    latest.current = next;
    setTyped(next);
  };
  const differs = ([key, value]: [string, unknown]) => !isSame(value, content[key] ?? null);
  const changes: Changes = Object.fromEntries(Object.entries(typed.content).filter(differs));
  const hasChanges = Object.keys(changes).length > 0;
  const version = (hasChanges ? typed.version : null) ?? newest;
  /** All of the owner's texts as they would be saved. */
  const whole = Object.fromEntries(
    Object.entries<string | Item[] | null>({ ...content, ...changes }).filter(([, value]) => value !== null),
  ) as Content;
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== null),
  ) as Content;
  return {
    facts,
    version,
    changes,
    hasChanges,
    whole,
    faults: checkContent(changed, facts),
    refused,
    textOf: ({ key, text }: Field): string => {
      const own = whole[key];
      return typeof own === 'string' ? own : text;
    },
    itemsOf: ({ key, items }: List): readonly Item[] => {
      const own = whole[key];
      return Array.isArray(own) ? own : items;
    },
    isOriginal: ({ key }: Entry) => whole[key] === undefined,
    change: (entry: Entry, value: string | Item[]) => {
      const { key } = entry;
      const next = { ...changes, [key]: isSame(value, originalOf(entry)) ? null : value };
      set({ version, content: Object.fromEntries(Object.entries(next).filter(differs)) });
      const isOther = ([name]: [string, string]) => name !== key && !name.startsWith(`${key}.`);
      setRefused(Object.fromEntries(Object.entries(refused).filter(isOther)));
    },
    restore: ({ key }: Entry) => set({ version, content: { ...changes, [key]: null } }),
    discard: () => {
      setRefused({});
      set(NOTHING);
    },
    onRefused: (fields: Record<string, string[]>) => {
      const found = Object.entries(fields).map(([name, [text = '']]) => [name.replace('content.', ''), text]);
      setRefused(Object.fromEntries(found));
      // The next try is on top of the newest version.
      if (found.length === 0) set({ ...latest.current, version: null });
    },
    onSaved: () => {
      if (isSame(latest.current.content, typed.content)) dropDraft();
    },
    onDone: (version: number) => {
      const isNew = ([key, value]: [string, unknown]) => !isSame(value, typed.content[key]);
      const content = Object.fromEntries(Object.entries(latest.current.content).filter(isNew));
      set(Object.keys(content).length > 0 ? { version, content } : NOTHING);
    },
  };
}
