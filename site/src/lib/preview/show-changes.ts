import { richParts } from '@northlight/shared/content/rich-text.ts';

if (parent !== window) document.querySelector('.leave-preview')?.remove();

type Marked = HTMLElement | SVGElement;
const markedIn = (element: ParentNode) => [...element.querySelectorAll<Marked>('[data-text]')];
const keyOf = ({ dataset }: Marked): string => dataset['text'] ?? '';

/**
 * Shows the texts, colors, and pictures that the dashboard, which frames this page, sends while they are edited. Null
 * removes the text's item from its list, and the texts of a new item come after those of the item before it.
 */
addEventListener('message', ({ source, data }: MessageEvent) => {
  const shown: unknown = source === parent ? data?.northlightShown : undefined;
  if (typeof shown !== 'object' || shown === null) return;
  for (const [key, value] of Object.entries(shown)) {
    if (/^--(website|voice|onhold)(-soft)?$/.test(key))
      document.documentElement.style.setProperty(key, String(value));
    else if (value === null) itemOf(key)?.remove();
    else if (typeof value === 'string') showText(key, value);
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-picture]')) {
    const picture: unknown = Reflect.get(shown, element.dataset['picture'] ?? '');
    if (typeof picture === 'object' && picture !== null) showPicture(element, picture);
  }
});

function showText(key: string, text: string): void {
  const found = markedIn(document).filter((element) => keyOf(element) === key);
  for (const element of found.length > 0 ? found : added(key))
    element.replaceChildren(...('rich' in element.dataset ? richNodes(text) : [text]));
}

/** The part of the page with all texts of an item, such as "home.questions.2.", and no other text. */
function itemOf(key: string): Element | undefined {
  const item = key.replace(/\w+$/, '');
  const isOfIt = (element: Marked) => keyOf(element).startsWith(item);
  let part: Element | undefined = /\.\d+\.$/.test(item) ? markedIn(document).find(isOfIt) : undefined;
  while (part?.parentElement && markedIn(part.parentElement).every(isOfIt)) part = part.parentElement;
  return part;
}

/** Copies the item before, and returns the new text's element. */
function added(key: string): Marked[] {
  const [, list = '', index = ''] = /^(.+)\.(\d+)\.\w+$/.exec(key) ?? [];
  const before = `${list}.${Number(index) - 1}.`;
  const last = itemOf(`${before}x`);
  if (!last) return [];
  const copy = last.cloneNode(true) as Element;
  for (const element of markedIn(copy))
    element.dataset['text'] = keyOf(element).replace(before, `${list}.${index}.`);
  last.after(copy);
  return markedIn(copy).filter((element) => keyOf(element) === key);
}

function showPicture(element: HTMLElement, { src, size, ...style }: { src?: unknown; size?: unknown }): void {
  const picture = new Image();
  // An address of this site, whatever is sent.
  picture.src = new URL(String(src), location.origin).pathname;
  const ratio = Array.isArray(size) ? size.map(Number).join(' / ') : '';
  Object.assign(element.style, { display: 'block', overflow: 'hidden', borderRadius: 'var(--radius)' });
  Object.assign(picture.style, { display: 'block', width: '100%', aspectRatio: ratio, ...style });
  element.replaceChildren(picture);
}

function richNodes(text: string): Node[] {
  return richParts(text).map((part) => {
    if (part.href === undefined && !part.isEmphasized) return new Text(part.text);
    const element = document.createElement(part.isEmphasized ? 'em' : 'a');
    if (part.href !== undefined) element.setAttribute('href', part.href);
    element.textContent = part.text;
    return element;
  });
}
