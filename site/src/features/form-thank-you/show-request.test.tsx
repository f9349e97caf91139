import { beforeEach, expect, test, vi } from 'vitest';
import page from '../../pages/form-thank-you.astro?raw';

beforeEach(() => {
  document.body.innerHTML = page.slice(page.indexOf('<div'), page.indexOf('<script'));
  vi.resetModules();
  return () => history.replaceState(null, '', '/');
});

/** The texts of the steps that a visitor sees. */
async function stepsAt(query: string) {
  history.replaceState(null, '', `/form-thank-you?email=ada%40marlow.example&${query}`);
  await import('./show-request.ts');
  const texts = document.querySelectorAll('.next li:not([hidden]) [field]');
  return [...texts].map((text) => text.getAttribute('field')?.replace('form-thank-you.', ''));
}

test.each([
  ['a website form', 'type=website&orderNumber=ORD-10001', ['review', 'contact', 'website']],
  ['a voice agent form', 'type=chatbot&orderNumber=ORD-10001', ['review', 'contact', 'voice']],
  ['a custom request', 'type=website&orderNumber=REQ-10001&promises=contact', ['review', 'contact']],
  [
    'a form that must be confirmed',
    'type=website&orderNumber=ORD-10001&promises=confirm',
    ['confirm', 'review', 'contact'],
  ],
])('after %s, the page promises what follows and nothing else', async (_, query, steps) => {
  expect(await stepsAt(query)).toEqual(steps);
});
