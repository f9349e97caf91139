/** A rich text may contain `*emphasis*` and `[label](link)`. Every text may contain `{placeholders}`. */
export type Kind = 'line' | 'text' | 'rich';

/** A text of the public pages, with its default. As a part of a list's items it has none. */
export type Field = {
  key: string;
  label: string;
  kind: Kind;
  /** Of what the page shows, with its placeholders filled. */
  maxLength: number;
  text: string;
};

export type Item = Record<string, string>;

/** Texts that repeat, such as questions with their answers. */
export type List = {
  key: string;
  label: string;
  itemName: string;
  fields: readonly Field[];
  min: number;
  max: number;
  items: readonly Item[];
};

export type Section = { label: string; fields: readonly (Field | List)[] };
export type ContentPage = { id: string; label: string; path: string; sections: readonly Section[] };

/** What the owner changed, by key. Whatever is absent has its default. */
export type Content = Record<string, string | Item[]>;

const fieldOf =
  (kind: Kind, usualLength: number) =>
  (key: string, label: string, text = '', maxLength = usualLength): Field => ({
    key,
    label,
    kind,
    maxLength,
    text,
  });

export const line = fieldOf('line', 120);
export const text = fieldOf('text', 300);
export const rich = fieldOf('rich', 1000);

/** Each row of `items` has the texts of `fields`, in their order. */
export function list(
  key: string,
  [label, itemName]: readonly [label: string, itemName: string],
  [min, max]: readonly [min: number, max: number],
  fields: readonly Field[],
  items: readonly (readonly string[])[],
): List {
  const toItem = (texts: readonly string[]): Item =>
    Object.fromEntries(fields.map((field, index) => [field.key, texts[index] ?? '']));
  return { key, label, itemName, min, max, fields, items: items.map(toItem) };
}

/** What search engines and browser tabs show of a page. */
export function searchResult(page: string, title: string, description: string): Section {
  return {
    label: 'Search results',
    fields: [line(`${page}.title`, 'Title', title), text(`${page}.description`, 'Description', description)],
  };
}

export const features = (key: string, items: readonly string[]): List =>
  list(
    key,
    ['Features', 'feature'],
    [1, 8],
    [line('words', 'Feature')],
    items.map((words) => [words]),
  );

export const steps = (key: string, items: readonly (readonly [title: string, words: string])[]): List =>
  list(key, ['Steps', 'step'], [1, 6], [line('title', 'Title', '', 60), text('words', 'Text')], items);
