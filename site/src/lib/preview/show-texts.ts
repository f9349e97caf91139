import { richParts } from '@northlight/shared/content/rich-text.ts';

if (parent !== window) document.querySelector('.leave-preview')?.remove();

/** Shows the texts that the dashboard, which frames this page, sends while they are edited. */
addEventListener('message', ({ source, data }: MessageEvent) => {
  const texts: unknown = source === parent ? data?.northlightTexts : undefined;
  if (typeof texts !== 'object' || texts === null) return;
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-text]')) {
    const text: unknown = Reflect.get(texts, element.dataset['text'] ?? '');
    if (typeof text !== 'string') continue;
    element.replaceChildren(...('rich' in element.dataset ? richNodes(text) : [text]));
  }
});

function richNodes(text: string): Node[] {
  return richParts(text).map((part) => {
    if (part.href === undefined && !part.isEmphasized) return new Text(part.text);
    const element = document.createElement(part.isEmphasized ? 'em' : 'a');
    if (part.href !== undefined) element.setAttribute('href', part.href);
    element.textContent = part.text;
    return element;
  });
}
