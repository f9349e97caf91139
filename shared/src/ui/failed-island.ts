import type { Failure } from './guard-island.ts';
import { reportFault } from './page-faults.ts';

const TYPED =
  'textarea, input:not([type=password], [type=radio], [type=checkbox], [type=file], [autocomplete=off])';

/** What somebody typed into these elements, except passwords and the demo's card. */
export const typedIn = (places: Iterable<Node>): string =>
  [...places]
    .flatMap((place) =>
      place instanceof Element ? [...place.querySelectorAll<HTMLInputElement>(TYPED)] : [],
    )
    .map(({ value }) => value.trim())
    .filter(Boolean)
    .join('\n');

export const KEEP_TYPED = 'This is what you typed. Copy it in case it’s gone after you reload:';

/** Says what to do, shows what was typed, for what is stored nowhere, and tells the server. */
export function showFailed(...[place, removed, error]: Failure): void {
  const typed = typedIn(removed);
  place.innerHTML = `<div class="alert" role="alert"><p>This page stopped working. Reload it to go on.</p><p><button class="button" type="button">Reload</button></p>${typed && `<p>${KEEP_TYPED}</p><pre></pre>`}</div>`;
  place.querySelector('button')?.addEventListener('click', () => location.reload());
  place.querySelector('pre')?.append(typed);
  reportFault('page', error);
}
