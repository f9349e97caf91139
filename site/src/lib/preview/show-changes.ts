import { richParts } from '@northlight/shared/content/rich-text.ts';

if (parent !== window) document.querySelector('.leave-preview')?.remove();

/** Shows the texts, colors, and pictures that the dashboard, which frames this page, sends while they are edited. */
addEventListener('message', ({ source, data }: MessageEvent) => {
  const shown: unknown = source === parent ? data?.northlightShown : undefined;
  if (typeof shown !== 'object' || shown === null) return;
  for (const [key, value] of Object.entries(shown))
    if (/^--(website|voice|onhold)(-soft)?$/.test(key))
      document.documentElement.style.setProperty(key, String(value));
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-text]')) {
    const text: unknown = Reflect.get(shown, element.dataset['text'] ?? '');
    if (typeof text !== 'string') continue;
    element.replaceChildren(...('rich' in element.dataset ? richNodes(text) : [text]));
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-picture]')) {
    const picture: unknown = Reflect.get(shown, element.dataset['picture'] ?? '');
    if (typeof picture === 'object' && picture !== null) showPicture(element, picture);
  }
});

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
