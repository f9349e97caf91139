/** What the browser is asked to fill in, by field. Checkboxes and radio buttons hold no text. */
export const autofill = (): [name: string, token: string | null][] =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    .filter(({ type }) => !['checkbox', 'radio', 'file', 'color'].includes(type))
    .map((field) => [field.name || field.id, field.getAttribute('autocomplete')]);
