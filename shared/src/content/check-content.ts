import { fillText, findFact, PLACEHOLDER, type Facts } from './facts.ts';
import type { Content, Field, List } from './field.ts';
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

function textFaults(key: string, field: Field, value: unknown, facts: Facts): string[][] {
  const fault = faultOf(field, value, facts);
  return fault === undefined ? [] : [[key, fault]];
}

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
  if (/[{}]/.test(value.replaceAll(PLACEHOLDER, '')))
    return 'Please use { and } only around the name of a placeholder.';
  const shown = fillText(value, facts);
  if (shown.length > maxLength)
    return `Please use no more than ${maxLength} characters. The page would show ${shown.length}.`;
  if (kind === 'rich' && richParts(shown).some(({ text }) => text.includes('](')))
    return 'A link is written [label](address). Its address starts with /, https://, mailto:, or tel:.';
  return undefined;
}
