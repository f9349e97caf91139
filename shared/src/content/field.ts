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

export const MEDIUM_TYPES = { picture: 'webp', video: 'mp4', audio: 'mp3', captions: 'vtt' } as const;
export type MediumKind = keyof typeof MEDIUM_TYPES;

/** The owner's picture, video, recording, or captions. Without one, the page shows the code's. */
export type Medium = {
  key: string;
  label: string;
  medium: MediumKind;
  help: string;
  /** How a picture is shown, in CSS pixels: cropped to this, or whole within it. */
  size?: readonly [width: number, height: number];
  isWhole?: boolean;
  /** The label of a picture's words. Absent if it is only decoration. */
  words?: string;
};

/** A medium as it is stored: its file's name, and for pictures the words and which part is shown. */
export type MediumValue = {
  /** The SHA-256 of the content with the extension of its kind. */
  file: string;
  words?: string;
  /** The point that stays visible, in percent from the left and the top, and the enlargement in percent. */
  x?: string;
  y?: string;
  zoom?: string;
};

/** The color of a service, such as "#1f6feb". Without one, the pages have that of tokens.css. */
export type Color = { key: string; label: string; color: string };

export type Entry = Field | List | Medium | Color;
export type Section = { label: string; fields: readonly Entry[] };
export type ContentPage = { id: string; label: string; path: string; sections: readonly Section[] };

/** What the owner changed, by key. Whatever is absent has its default. */
export type Content = Record<string, string | Item | Item[]>;

/** The owner's medium, if there is one. */
export function mediumOf(content: Content, key: string): MediumValue | undefined {
  const value = content[key];
  return typeof value === 'object' && !Array.isArray(value) ? { file: '', ...value } : undefined;
}

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

type Shown = Pick<Medium, 'size' | 'isWhole' | 'words'>;
const mediumWith =
  (medium: MediumKind, help: string) =>
  (key: string, label: string, more: Shown & { help?: string } = {}): Medium => ({
    key,
    label,
    medium,
    help,
    ...more,
  });

export const picture = mediumWith(
  'picture',
  'A JPEG, PNG, WebP, or AVIF of up to 25 MB. The pages get smaller copies of it.',
);
export const video = mediumWith(
  'video',
  'An MP4 with H.264 video of up to 25 MB, which is shown as it is. Add its captions, too.',
);
export const audio = mediumWith('audio', 'An MP3 of up to 10 MB. Add its captions, too.');
export const captions = mediumWith(
  'captions',
  'A WebVTT file (.vtt) with what is said. The page’s transcript is made from it.',
);

/** In place of a drawing of 360 by 252. */
export const drawing = (key: string, label: string): Medium =>
  picture(key, label, { size: [640, 448], words: 'What the picture shows' });

/** Whether buyers must accept the shop's terms: once the owner has written any. */
export function hasTerms(content: Content): boolean {
  const sections = content['terms.sections'];
  return Array.isArray(sections) && sections.length > 0;
}
