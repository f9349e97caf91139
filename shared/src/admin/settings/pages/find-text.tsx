import { useState } from 'react';
import { CONTENT } from '../../../content/content.ts';
import { richParts } from '../../../content/rich-text.ts';
import { contentTexts } from '../../../content/texts.ts';
import { TextField } from '../../../ui/field.tsx';
import type { Texts } from './use-texts.ts';

const MOST = 12;

/** As people type it, without marks of emphasis and links. */
const plain = (text: string) =>
  richParts(text)
    .map((part) => part.text)
    .join('')
    .replaceAll('’', "'")
    .toLowerCase();

type FindTextProps = { texts: Texts; onChoose: (key: string) => void };

/** Finds a text as the website shows it. */
export function FindText({ texts: { whole, facts }, onChoose }: FindTextProps) {
  const [query, setQuery] = useState('');
  const wanted = plain(query.trim());
  const shown = wanted ? contentTexts(whole, facts) : {};
  const found = Object.entries(shown).filter(([, { text }]) => plain(text).includes(wanted));
  return (
    <div className="pages-find" role="search">
      <TextField
        label="Find a text"
        type="search"
        autoComplete="off"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {wanted && (
        <>
          <p className="admin-small" role="status">
            {`${found.length === 1 ? '1 text' : `${found.length || 'No'} texts`}${found.length > MOST ? `, of which you see ${MOST}` : ''}`}
          </p>
          <ul className="above-2">
            {found.slice(0, MOST).map(([key, { text }]) => (
              <li key={key}>
                <button type="button" onClick={() => onChoose(key)}>
                  <small>{placeOf(key)}</small> <span>{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function placeOf(key: string): string {
  for (const { label, sections } of CONTENT)
    for (const section of sections)
      if (section.fields.some((field) => key === field.key || key.startsWith(`${field.key}.`)))
        return `${label}, ${section.label}`;
  return '';
}
