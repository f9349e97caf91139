import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine is slow, and a test that fails may wait.
configure({ asyncUtilTimeout: 60_000 });

// Toasts stay, because a busy machine may look after they would have gone.
vi.mock('../toasts.ts', async (original) => ({ ...(await original<object>()), TOAST_DURATION_MS: Infinity }));

// Test files share modules and the document. So Testing Library does not register its part itself, and nothing may be left
// for the next test.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
});

// happy-dom does not know this element yet, and React would warn about it.
const create = document.createElement.bind(document);
Object.assign(document, {
  createElement: (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
    return element;
  },
});

// React waits until the stylesheet of a view is there. happy-dom loads none.
new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
    if (node instanceof HTMLLinkElement) node.dispatchEvent(new Event('load'));
}).observe(document.head, { childList: true });
