import { fillText, findFact, PLACEHOLDER, type Facts } from './facts.ts';
import { line, MEDIUM_TYPES, type Content, type Field, type List, type Medium } from './field.ts';
import { richParts } from './rich-text.ts';
import { entries } from './texts.ts';

const known = new Map(entries.map((entry) => [entry.key, entry]));

/**
 * What is wrong with each changed text, in words for the owner. The keys of items' texts are those of `contentTexts`.
 * Expects nothing of the changes, because they come from a browser.
 */
export function checkContent(changes: Content, facts: Facts): Record<string, string> {
  const faults = Object.entries<unknown>(changes).flatMap(([key, value]) => {
    const entry = known.get(key);
    if (!entry) return [[key, 'The pages have no such text.']];
    if ('medium' in entry) return mediumFaults(entry, value, facts);
    if ('color' in entry)
      return typeof value === 'string' && /^#[\da-f]{6}$/.test(value)
        ? []
        : [[key, 'Please choose a color, such as #1f6feb.']];
    return 'items' in entry ? listFaults(entry, value, facts) : textFaults(key, entry, value, facts);
  });
  // Unlike an assignment, this keeps a key such as "__proto__".
  return Object.fromEntries(faults);
}

function listFaults({ key, fields, itemName, min, max }: List, value: unknown, facts: Facts): string[][] {
  if (!Array.isArray(value) || value.length < min || value.length > max)
    return [[key, `Please enter at least ${min} ${itemName}${min === 1 ? '' : 's'}, and at most ${max}.`]];
  return value.flatMap((item: unknown, index) => {
    const texts = new Map(Object.entries<unknown>(Object(item)));
    const unknown = [...texts.keys()].filter((name) => !fields.some((field) => field.key === name));
    return [
      ...unknown.map((name) => [`${key}.${index}.${name}`, `A ${itemName} has no such text.`]),
      ...fields.flatMap((field) =>
        textFaults(`${key}.${index}.${field.key}`, field, texts.get(field.key), facts),
      ),
    ];
  });
}

const isPercent = (value: unknown, from: number, to: number): boolean =>
  value === undefined ||
  (typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= from && Number(value) <= to);

function mediumFaults({ key, medium, words, isWhole }: Medium, value: unknown, facts: Facts): string[][] {
  const { file, x, y, zoom, words: own, ...rest } = Object(value);
  const isFile = typeof file === 'string' && /^[\da-f]{64}\.\w+$/.test(file);
  if (!isFile || !file.endsWith(`.${MEDIUM_TYPES[medium]}`)) return [[key, 'Please choose a file.']];
  const fits = isPercent(x, 0, 100) && isPercent(y, 0, 100) && isPercent(zoom, 100, 400);
  if (!fits || Object.keys(rest).length > 0) return [[key, 'Please choose the part of the picture again.']];
  // A logo without words stands beside the name.
  if (words === undefined || (isWhole && (own ?? '') === '')) return [];
  return textFaults(`${key}.words`, line('words', words, '', 160), own, facts);
}

/** What plays needs its own captions: the code's belong to the code's recording. By the key of what is missing. */
export function missingCaptions(content: Content): Record<string, string> {
  const missing = Object.entries(CAPTIONS).filter(
    ([played, captions]) => !content[played] !== !content[captions],
  );
  return Object.fromEntries(
    missing.map(([played, captions]) =>
      content[played]
        ? [captions, 'Please add captions for what is said, as a WebVTT file.']
        : [
            captions,
            'These captions belong to a file of yours. Please add it, or use the original captions.',
          ],
    ),
  );
}

const CAPTIONS = { 'voice.video': 'voice.captions', 'onhold.audio': 'onhold.captions' };

function textFaults(key: string, field: Field, value: unknown, facts: Facts): string[][] {
  const fault = faultOf(field, value, facts);
  return fault === undefined ? [] : [[key, fault]];
}

/** What a text can't say while the business has none. */
const EMPTY_TEXTS: Record<string, string> = {
  'business phone': 'Your business has no phone number.',
  'business address': 'Your business has no address.',
};

function faultOf({ kind, maxLength }: Field, value: unknown, facts: Facts): string | undefined {
  // Spaces and invisible characters alone are nothing.
  if (typeof value !== 'string' || !/[^\p{C}\p{Z}]/u.test(value)) return 'Please enter a text.';
  if (/[<>]/.test(value)) return 'Please leave out < and >.';
  if (kind === 'line' && /[\r\n]/.test(value)) return 'Please write this in one line.';
  if (/[\p{Cs}\p{Co}]|(?![\r\n])\p{Cc}/u.test(value))
    return 'This has a character that can’t be shown. Please type the text again.';
  const unknown = [...value.matchAll(PLACEHOLDER)].find(
    ([, name = '']) => findFact(name, facts) === undefined,
  );
  if (unknown) return `There is no placeholder ${unknown[0]}. Please choose one from the list.`;
  const empty = [...value.matchAll(PLACEHOLDER)].find(([, name = '']) => EMPTY_TEXTS[name] && !facts[name]);
  if (empty)
    return `${EMPTY_TEXTS[empty[1] ?? '']} Leave out ${empty[0]}, or enter it under Settings, Business.`;
  if (/[{}]/.test(value.replaceAll(PLACEHOLDER, '')))
    return 'Please use { and } only around the name of a placeholder.';
  const shown = fillText(value, facts);
  if (shown.length > maxLength)
    return `Please use no more than ${maxLength} characters. The page would show ${shown.length}.`;
  if (kind === 'rich' && richParts(shown).some(({ text }) => text.includes('](')))
    return 'A link is written [label](address). Its address starts with /, https://, mailto:, or tel:.';
  return undefined;
}
