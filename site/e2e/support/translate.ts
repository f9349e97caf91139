import type { BrowserContext, Page } from 'playwright/test';
import { expect } from './shop.ts';

/**
 * Does to each page what Chrome's translator does: each text, also a new one, is replaced by an element with a text. Begins
 * once React has taken over, as for a person who reads the page first.
 */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wrapped: { text: Node; words: string; shown: Element }[] = [];
    Object.assign(window, { wrapped });
    const wrap = (text: Node) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.nodeValue;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
      wrapped.push({ text, words: text.nodeValue ?? '', shown: outer });
    };
    const isForPeople = ({ nodeValue, parentNode }: Node) =>
      /\S/.test(nodeValue ?? '') && !/SCRIPT|STYLE|TEXTAREA|FONT/.test(parentNode?.nodeName ?? '');
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.filter(isForPeople).forEach(wrap);
    };
    const isReady = () =>
      [...document.querySelectorAll('astro-island')].every(
        ({ firstElementChild: first }) =>
          first && Object.keys(first).some((key) => key.startsWith('__reactProps')),
      );
    const begin = setInterval(() => {
      if (document.readyState !== 'complete' || !isReady()) return;
      clearInterval(begin);
      translateAll(document.body);
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node.nodeType === Node.TEXT_NODE) {
            if (isForPeople(node)) wrap(node);
          } else if (node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'FONT') translateAll(node);
      }).observe(document.body, { childList: true, subtree: true });
    }, 100);
  });
}

/** The words that a plain page would no longer show: the page has changed a text that the translator took out of it. */
const staleWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { wrapped } = window as unknown as { wrapped: { text: Node; words: string; shown: Element }[] };
    return wrapped
      .filter(({ text, words, shown }) => shown.isConnected && text.nodeValue !== words)
      .map(({ text, words }) => `“${words}” instead of “${text.nodeValue}”`);
  });

/** Waits for the translator, then compares each word with what a plain page shows. */
export async function expectCurrentWords(page: Page, step: string): Promise<void> {
  await expect.poll(() => page.locator('font').count(), step).toBeGreaterThan(0);
  expect(await staleWords(page), step).toEqual([]);
}
